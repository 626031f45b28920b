import { SAMPLE_RATE_HZ } from './audio.ts'
import { z } from 'zod'
import { VISEMES } from './visemes.ts'

/**
 * The wire of a call: `WS /v1/realtime`, in the GA names of OpenAI's Realtime protocol
 * (https://platform.openai.com/docs/api-reference/realtime), plus events of ours with the prefix `voxhall.`,
 * which other clients ignore. Audio is PCM16, little-endian, mono, 24 kHz, base64.
 *
 *   connect ─▶ session.created ─▶ response.create (before a word was said: the first message is said)
 *   speech:  speech_started ─▶ speech_stopped ─▶ committed ─▶ item ─▶ transcription ─▶ response…
 *   typing:  conversation.item.create ─▶ response.create
 *   end:     voxhall.call.ended ─▶ the server closes the socket
 */
export const REALTIME_PATH = '/v1/realtime'
export const REALTIME_SUBPROTOCOL = 'realtime'
/** A browser can't set headers on a WebSocket: the call's token travels as a second subprotocol with this prefix. */
export const REALTIME_TOKEN_SUBPROTOCOL_PREFIX = 'openai-insecure-api-key.'
/** One frame, with room for 15 seconds of sound in base64. A larger one closes the socket (1009) before it is read. */
export const MAX_FRAME_BYTES = 1024 * 1024
/** Every event but `input_audio_buffer.append`: a `session.update` may carry long instructions and tools. */
export const MAX_COMMAND_CHARACTERS = 256 * 1024
export const MAX_TYPED_CHARACTERS = 2_000

const eventId = z.string().max(512).optional()
const itemId = z.string().regex(/^[\w.:-]{1,128}$/, 'An id may contain only letters, digits and . : _ -')
const ms = z.number().finite().min(0)

const pcm24kSchema = z.object({ type: z.literal('audio/pcm'), rate: z.literal(SAMPLE_RATE_HZ).optional() })

export const turnDetectionSchema = z.object({
  type: z.enum(['server_vad', 'semantic_vad']),
  threshold: z.number().min(0).max(1).optional(),
  prefix_padding_ms: z.number().int().min(0).max(2_000).optional(),
  silence_duration_ms: z.number().int().min(200).max(5_000).optional(),
  create_response: z.boolean().optional(),
  interrupt_response: z.boolean().optional(),
})

/** Echoed in `session.updated`, so only what the protocol has there, and no more of it than a client means. */
const transcriptionSchema = z.object({
  model: z.string().max(200).nullish(),
  language: z.string().max(35).nullish(),
  prompt: z.string().max(4_000).nullish(),
})

/**
 * The fields that are read of a `session.update`; everything else that the protocol allows is accepted and ignored, and so are
 * `speed` and `prefix_padding_ms`, which only must make sense. `session.updated` holds the settings in force.
 */
export const sessionPatchSchema = z.object({
  type: z.literal('realtime'),
  output_modalities: z
    .array(z.enum(['audio', 'text']))
    .length(1)
    .optional(),
  audio: z
    .object({
      input: z
        .object({
          format: pcm24kSchema.optional(),
          transcription: transcriptionSchema.nullish(),
          turn_detection: turnDetectionSchema.nullish(),
        })
        .optional(),
      output: z
        .object({
          format: pcm24kSchema.optional(),
          voice: z.union([z.string(), z.object({ id: z.string() })]).optional(),
          speed: z.number().min(0.25).max(1.5).optional(),
        })
        .optional(),
    })
    .optional(),
})

export const messageItemSchema = z.object({
  id: itemId.optional(),
  type: z.literal('message'),
  role: z.enum(['user', 'system', 'assistant']),
  content: z
    .array(z.looseObject({ type: z.string(), text: z.string().optional() }))
    .min(1)
    .max(16),
})

const MAX_FORM_VALUE = 1_000
/** Values by the ids of their fields. */
const formValuesSchema = z
  .record(z.string().max(64), z.string().max(MAX_FORM_VALUE))
  .refine((values) => Object.keys(values).length <= 20)

export const clientEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session.update'), event_id: eventId, session: sessionPatchSchema }),
  z.object({ type: z.literal('input_audio_buffer.append'), event_id: eventId, audio: z.string() }),
  z.object({ type: z.literal('input_audio_buffer.commit'), event_id: eventId }),
  z.object({ type: z.literal('input_audio_buffer.clear'), event_id: eventId }),
  z.object({
    type: z.literal('conversation.item.create'),
    event_id: eventId,
    item: messageItemSchema,
    previous_item_id: itemId.nullish(),
  }),
  z.object({ type: z.literal('conversation.item.retrieve'), event_id: eventId, item_id: itemId }),
  z.object({ type: z.literal('conversation.item.delete'), event_id: eventId, item_id: itemId }),
  z.object({
    type: z.literal('conversation.item.truncate'),
    event_id: eventId,
    item_id: itemId,
    content_index: z.number().int(),
    audio_end_ms: ms,
  }),
  z.object({ type: z.literal('response.create'), event_id: eventId, response: z.looseObject({}).nullish() }),
  z.object({ type: z.literal('response.cancel'), event_id: eventId, response_id: z.string().nullish() }),
  /**
   * Sent once after connecting by a player that can hold its queue: when the person starts to speak, it pauses at
   * once and waits for `voxhall.output_audio.resumed` (a cough) or the response's end (a real interruption).
   */
  z.object({ type: z.literal('voxhall.player.pausable'), event_id: eventId }),
  /** The first sound of this item has left the loudspeaker. */
  z.object({ type: z.literal('voxhall.playback.started'), event_id: eventId, item_id: itemId }),
  /** The player has paused (or was stopped) after this much of the item was heard. */
  z.object({ type: z.literal('voxhall.playback.paused'), event_id: eventId, item_id: itemId, played_ms: ms }),
  /** The microphone was muted: speech ends here and is answered. */
  z.object({ type: z.literal('voxhall.input_audio.ended'), event_id: eventId }),
  /** The form was filled in; the values are checked, and said back. */
  z.object({
    type: z.literal('voxhall.form.submitted'),
    event_id: eventId,
    id: z.string().max(64),
    values: formValuesSchema,
  }),
  /** The caller would rather say it. */
  z.object({ type: z.literal('voxhall.form.dismissed'), event_id: eventId, id: z.string().max(64) }),
  /** Answered at once with `voxhall.pong`, so that a client notices within seconds that the line is dead. */
  z.object({ type: z.literal('voxhall.ping'), event_id: eventId }),
])

export type ClientEvent = z.infer<typeof clientEventSchema>
export type SessionPatch = z.infer<typeof sessionPatchSchema>

export const turnTimingsSchema = z.object({
  /** All in milliseconds since the person stopped speaking (or sent the typed line); absent where it never happened. */
  endpointMs: z.number().optional(),
  textMs: z.number().optional(),
  firstWordMs: z.number().optional(),
  firstAudioSentMs: z.number().optional(),
  /** As reported by the client; the network's way back is included. */
  firstAudioPlayedMs: z.number().optional(),
  /** Which ears, mind and voice it was, where a vendor's and the built-in ones take turns: `openai`, `knowledge`. */
  answeredBy: z
    .object({ recogniser: z.string().optional(), brain: z.string().optional(), synthesiser: z.string().optional() })
    .optional(),
})
export type TurnTimings = z.infer<typeof turnTimingsSchema>

export const CALL_END_REASONS = [
  'person-ended', // hung up, or closed the page
  'limit-reached',
  'idle', // neither side spoke or typed for a long time
  'silent', // a visitor without an account said and typed nothing from the start
  'connection-lost', // or it goes on in another call, which the caller started after losing this one
  'host-ended', // by the owner of the assistant, who looked on
  'access-ended', // the account was deleted, or the team session was left or has expired
  'server-stopping',
  'server-lost', // the process died; found by the sweep
  'failed',
] as const
export type CallEndReason = (typeof CALL_END_REASONS)[number]

/** Why a caller is not understood, where it is known. */
export const HELP_REASONS = ['noise', 'too-quiet', 'outside-field'] as const
export type HelpReason = (typeof HELP_REASONS)[number]
/** A caller who is not understood is offered this many questions. */
export const HELP_QUESTIONS = 3

const helpOfferSchema = z.object({
  /** Null: not known. */
  reason: z.enum(HELP_REASONS).nullable(),
  /** Which the assistant can answer, nearest first. */
  questions: z.array(z.string()),
})
export type HelpOffer = z.infer<typeof helpOfferSchema>

/** What a form may ask for; each has its way to be typed. */
export const FORM_FIELD_KINDS = ['name', 'email', 'phone', 'text', 'number', 'date', 'code', 'choice'] as const

const actionFormSchema = z.object({
  id: z.string(),
  title: z.string(),
  fields: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      kind: z.enum(FORM_FIELD_KINDS),
      isRequired: z.boolean(),
      /** Of a choice. */
      choices: z.array(z.string()),
      /** As far as it is known; empty where it is not. */
      value: z.string(),
      /** Why what was sent is no value. */
      problem: z.string().nullable(),
    }),
  ),
})
/** For what is hard to say, such as an e-mail address. */
export type ActionForm = z.infer<typeof actionFormSchema>

const httpsUrl = z.url({ protocol: /^https$/ })
const actionCardSchema = z.object({
  title: z.string(),
  text: z.string().nullable(),
  url: httpsUrl.nullable(),
  imageUrl: httpsUrl.nullable(),
})
/** A link or a picture that an assistant shows. */
export type ShownCard = z.infer<typeof actionCardSchema>

const contentPart = z.looseObject({ type: z.string(), transcript: z.string().nullish(), text: z.string().optional() })
const item = z.looseObject({
  id: z.string(),
  type: z.string(),
  role: z.string().optional(),
  status: z.string().optional(),
  content: z.array(contentPart).optional(),
})
const response = z.looseObject({
  id: z.string(),
  status: z.string(),
  status_details: z.looseObject({ reason: z.string().optional() }).nullish(),
})
const ofResponse = { response_id: z.string(), item_id: z.string(), output_index: z.number(), content_index: z.number() }

/** The server's events that our own client reads. Others (see `server/src/voice/realtime`) exist for the protocol's sake. */
export const serverEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session.created'), session: z.looseObject({ id: z.string() }) }),
  z.object({ type: z.literal('input_audio_buffer.speech_started'), item_id: z.string(), audio_start_ms: z.number() }),
  z.object({ type: z.literal('input_audio_buffer.speech_stopped'), item_id: z.string(), audio_end_ms: z.number() }),
  z.object({ type: z.literal('conversation.item.added'), item, previous_item_id: z.string().nullish() }),
  z.object({ type: z.literal('conversation.item.deleted'), item_id: z.string() }),
  z.object({
    type: z.literal('conversation.item.input_audio_transcription.completed'),
    item_id: z.string(),
    transcript: z.string(),
  }),
  z.object({ type: z.literal('conversation.item.truncated'), item_id: z.string(), audio_end_ms: z.number() }),
  z.object({ type: z.literal('response.created'), response }),
  z.object({ type: z.literal('response.output_audio.delta'), ...ofResponse, delta: z.string() }),
  z.object({ type: z.literal('response.output_audio.done'), ...ofResponse }),
  z.object({ type: z.literal('response.output_audio_transcript.delta'), ...ofResponse, delta: z.string() }),
  z.object({ type: z.literal('response.output_audio_transcript.done'), ...ofResponse, transcript: z.string() }),
  z.object({ type: z.literal('response.done'), response }),
  z.object({
    type: z.literal('error'),
    error: z.looseObject({ type: z.string(), code: z.string().nullish(), message: z.string() }),
  }),
  /** Right after `session.created`. */
  z.object({
    type: z.literal('voxhall.call.started'),
    call_id: z.string(),
    limit_ms: z.number().nullable(),
  }),
  /** Every few seconds, so that a countdown can't drift. */
  z.object({ type: z.literal('voxhall.call.time_left'), remaining_ms: z.number() }),
  z.object({ type: z.literal('voxhall.pong') }),
  /**
   * For seconds there has been sound, and no words came of it: a noisy room, or a voice too far away. Once, until words
   * are recognised or the room has been quiet for a while.
   */
  z.object({ type: z.literal('voxhall.input_audio.without_words'), sound_ms: z.number() }),
  /** After two misunderstandings in a row, typed or spoken; null once a turn was understood. */
  z.object({ type: z.literal('voxhall.help'), offer: helpOfferSchema.nullable() }),
  /** The form that is open now, with what is known so far; null once it is gone. Meanwhile the call does not end as idle. */
  z.object({ type: z.literal('voxhall.form'), form: actionFormSchema.nullable() }),
  z.object({ type: z.literal('voxhall.card'), card: actionCardSchema }),
  /** The last event of a call. */
  z.object({ type: z.literal('voxhall.call.ended'), reason: z.enum(CALL_END_REASONS), duration_ms: z.number() }),
  /** Mouth shapes of audio that is about to be sent; times count from the item's first sample. */
  z.object({
    type: z.literal('voxhall.mouth'),
    response_id: z.string(),
    item_id: z.string(),
    cues: z.array(z.object({ at_ms: z.number(), viseme: z.enum(VISEMES) })),
  }),
  /** Sound was heard while this item was being said; sending pauses until it is clear whether it was speech. */
  z.object({ type: z.literal('voxhall.output_audio.held'), item_id: z.string() }),
  /** It was a cough, an echo or a "mhm": play on from where it was. */
  z.object({ type: z.literal('voxhall.output_audio.resumed'), item_id: z.string() }),
  z.object({ type: z.literal('voxhall.turn.timings'), item_id: z.string(), timings: turnTimingsSchema }),
])

export type ServerEvent = z.infer<typeof serverEventSchema>
