import * as z from 'zod/mini'
import type { CaptionLine } from '../engine/captions.ts'

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

export type VapiMessage = z.infer<typeof messageSchema>

/** Null for messages that the call does not use. When only final transcripts are requested, `type` itself says so. */
export function vapiMessageOf(payload: unknown): VapiMessage | null {
  const named = z.object({ type: z.string() }).safeParse(payload)
  if (!named.success) return null
  const { type } = named.data
  const plain =
    type === 'transcript[transcriptType="final"]'
      ? { ...(payload as object), type: 'transcript', transcriptType: 'final' }
      : payload
  const message = messageSchema.safeParse(plain)
  return message.success ? message.data : null
}

const progressSchema = z.object({
  stage: z.string(),
  status: z.enum(['started', 'completed', 'failed']),
  duration: z.optional(z.number()),
  metadata: z.optional(z.looseObject({ action: z.optional(z.string()), error: z.optional(z.unknown()) })),
})

export type VapiProgress = z.infer<typeof progressSchema>

export function vapiProgressOf(payload: unknown): VapiProgress | null {
  const progress = progressSchema.safeParse(payload)
  return progress.success ? progress.data : null
}

const startedSchema = z.object({ callId: z.string() })

/** The call's id at Vapi. */
export function vapiCallIdOf(payload: unknown): string | null {
  const started = startedSchema.safeParse(payload)
  return started.success ? started.data.callId : null
}

const localParticipantSchema = z.object({ local: z.literal(true), audio: z.boolean() })

/** Whether the caller's own microphone is on; null for other participants. */
export function ownSoundOf(payload: unknown): boolean | null {
  const participant = localParticipantSchema.safeParse(payload)
  return participant.success ? participant.data.audio : null
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
