import * as z from 'zod/mini'
import type { CaptionLine } from '../engine/captions.ts'

const roleSchema = z.enum(['user', 'assistant'])

/** What a call reads of the messages that Vapi sends to its page. All others are nothing to us. */
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

/** Null for messages that the call does not read. Where only final transcripts were asked for, their type says so itself. */
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

/** Whether the caller's own sound goes into the call; null for news of other participants. */
export function ownSoundOf(payload: unknown): boolean | null {
  const participant = localParticipantSchema.safeParse(payload)
  return participant.success ? participant.data.audio : null
}

/** Gives the line of each of Vapi's transcripts: a partial one grows until the final one stands in its place. */
export function createVapiCaptions(): (said: Pick<CaptionLine, 'role' | 'content' | 'partial'>) => CaptionLine {
  let made = 0
  /** The line that grows, of each. */
  const growing: Record<CaptionLine['role'], string | null> = { user: null, assistant: null }

  return ({ role, content, partial }) => {
    if (growing[role] === null) made += 1
    const id = growing[role] ?? `vapi_${made}`
    growing[role] = partial ? id : null
    return { id, role, content: content.trim(), partial, interrupted: false }
  }
}
