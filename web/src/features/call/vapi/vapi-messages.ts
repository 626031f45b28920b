import * as z from 'zod/mini'
import type { CaptionLine } from '../engine/captions.ts'
import { START_STAGES } from '../engine/start-stages.ts'

const roleSchema = z.enum(['user', 'assistant'])

/** The messages from Vapi to the page that a call uses; all others are ignored. */
const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('speech-update'), role: roleSchema, status: z.enum(['started', 'stopped']) }),
  z.object({
    type: z.literal('transcript'),
    role: roleSchema,
    transcriptType: z.enum(['partial', 'final']),
    transcript: z.string(),
  }),
  z.object({
    type: z.literal('status-update'),
    status: z.literal('ended'),
    endedReason: z.optional(z.string()),
  }),
])

/** Sent instead of `transcript` when only final transcripts are requested. */
const finalTranscriptSchema = z.object({ type: z.literal('transcript[transcriptType="final"]') })

export type VapiMessage = z.infer<typeof messageSchema>

/** Null for messages that the call does not use. */
export function vapiMessageOf(payload: unknown): VapiMessage | null {
  const isFinal = finalTranscriptSchema.safeParse(payload).success
  const plain = isFinal ? { ...(payload as object), type: 'transcript', transcriptType: 'final' } : payload
  return messageSchema.safeParse(plain).data ?? null
}

const progressSchema = z.object({
  stage: z.enum(START_STAGES),
  status: z.enum(['started', 'completed', 'failed']),
  metadata: z.optional(z.looseObject({ action: z.optional(z.string()), error: z.optional(z.unknown()) })),
})

/** Null for stages that the specification does not name. */
export function vapiProgressOf(payload: unknown) {
  return progressSchema.safeParse(payload).data ?? null
}

/** The call's id at Vapi. */
export function vapiCallIdOf(payload: unknown): string | null {
  return z.object({ callId: z.string() }).safeParse(payload).data?.callId ?? null
}

const localParticipantSchema = z.object({ local: z.literal(true), audio: z.boolean() })

/** Whether the caller's own microphone is on; null for other participants. */
export function ownSoundOf(payload: unknown): boolean | null {
  return localParticipantSchema.safeParse(payload).data?.audio ?? null
}

/** Turns Vapi's transcripts into caption lines: a partial line grows until the final one replaces it. */
export function createVapiCaptions(): (said: Pick<CaptionLine, 'role' | 'content' | 'partial'>) => CaptionLine {
  let made = 0
  /** The id of the growing line of each side; null when there is none. */
  const growing: Record<CaptionLine['role'], string | null> = { user: null, assistant: null }

  return ({ role, content, partial }) => {
    if (growing[role] === null) made += 1
    const id = growing[role] ?? `vapi_${made}`
    growing[role] = partial ? id : null
    return { id, role, content: content.trim(), partial, interrupted: false }
  }
}
