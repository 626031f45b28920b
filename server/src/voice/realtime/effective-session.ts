import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import type { SessionPatch } from '#contract/realtime.ts'
import { VOICE_IDS, type VoiceId } from '#contract/voices.ts'
import type { Modality } from '../call/call-output.ts'
import type { SessionSettings } from '../call/call-session.ts'
import { PREFIX_MS } from '../call/ears.ts'
import { DEFAULT_ENDPOINTER } from '../stt/endpointer.ts'

type TurnDetection = NonNullable<NonNullable<NonNullable<SessionPatch['audio']>['input']>['turn_detection']>

const DEFAULT_TURN_DETECTION = {
  type: 'server_vad',
  threshold: DEFAULT_ENDPOINTER.threshold,
  prefix_padding_ms: PREFIX_MS,
  silence_duration_ms: DEFAULT_ENDPOINTER.silenceMs,
  create_response: true,
  interrupt_response: true,
} as const satisfies Required<TurnDetection>

export type EffectiveSession = ReturnType<typeof createEffectiveSession>

/** A session's settings in the form of the protocol. All of them are kept, because `session.updated` repeats them all. */
export function createEffectiveSession(options: { sessionId: string; model: string; voiceId: VoiceId }) {
  let turnDetection: Required<TurnDetection> | null = DEFAULT_TURN_DETECTION
  let transcription: Record<string, unknown> | null = { model: 'voxhall-grammar', language: 'en' }
  let modality: Modality = 'audio'
  let voiceId = options.voiceId
  let pausable = false

  const turns = () => ({
    answersBySelf: turnDetection?.create_response ?? false,
    interruptible: turnDetection?.interrupt_response ?? true,
    pausable,
  })

  const settings = (): Partial<SessionSettings> => ({
    turns: turns(),
    endpointer: turnDetection && { silenceMs: turnDetection.silence_duration_ms, threshold: turnDetection.threshold },
    voiceId,
    modality,
  })

  return {
    /** The settings as the protocol shows them. */
    view: () => ({
      type: 'realtime',
      object: 'realtime.session',
      id: options.sessionId,
      model: options.model,
      // Empty, because the assistant's prompt stays on the server.
      instructions: '',
      output_modalities: [modality],
      tools: [],
      tool_choice: 'auto',
      max_output_tokens: 'inf',
      tracing: null,
      truncation: 'auto',
      prompt: null,
      include: null,
      audio: {
        input: {
          format: { type: 'audio/pcm', rate: SAMPLE_RATE_HZ },
          transcription,
          noise_reduction: null,
          turn_detection: turnDetection,
        },
        output: { format: { type: 'audio/pcm', rate: SAMPLE_RATE_HZ }, voice: voiceId, speed: 1 },
      },
    }),

    /** Applies a `session.update`; omitted fields keep their value. Returns the call's settings. */
    apply(patch: SessionPatch): Partial<SessionSettings> {
      const { input, output } = patch.audio ?? {}
      modality = patch.output_modalities?.[0] ?? modality
      if (input?.transcription !== undefined) transcription = input.transcription
      if (input?.turn_detection !== undefined) turnDetection = merge(turnDetection, input.turn_detection)
      // Clients of other servers send voice names that are unknown here; these leave the voice unchanged.
      const wanted = typeof output?.voice === 'string' ? output.voice : output?.voice?.id
      voiceId = VOICE_IDS.find((id) => id === wanted) ?? voiceId
      return settings()
    },

    /** Notes that the client's player can pause (event `voxhall.player.pausable`). */
    setPausable(): Partial<SessionSettings> {
      pausable = true
      return { turns: turns() }
    },
  }
}

function merge(current: Required<TurnDetection> | null, patch: TurnDetection | null): Required<TurnDetection> | null {
  if (patch === null) return null
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  // The server keeps a fixed length of audio from before the speech; the client's value has no effect.
  return { ...(current ?? DEFAULT_TURN_DETECTION), ...given, prefix_padding_ms: PREFIX_MS }
}
