import { SAMPLE_RATE_HZ } from './audio.ts'
import { z } from 'zod'
import { VISEMES } from './visemes.ts'

/**
 * The wire protocol of a call, `WS /v1/realtime`: event names are those of OpenAI's Realtime API in its GA version
 * (https://platform.openai.com/docs/api-reference/realtime). Our own events have the prefix `voxhall.`, and other
 * clients ignore them. Audio is PCM16, little-endian, mono, 24 kHz, base64.
 *
 *   connect ─▶ session.created ─▶ response.create (before anything was said: plays the first message)
 *     speech:  speech_started ─▶ speech_stopped ─▶ committed ─▶ item ─▶ transcription ─▶ response…
 *     typing:  conversation.item.create ─▶ response.create
 *     end:     voxhall.call.ended ─▶ the server closes the socket
 */
export const REALTIME_PATH = '/v1/realtime'
export const REALTIME_SUBPROTOCOL = 'realtime'
/** Browsers can't set headers on a WebSocket, so the call's token is sent as a second subprotocol with this prefix. */
export const REALTIME_TOKEN_SUBPROTOCOL_PREFIX = 'openai-insecure-api-key.'
/**
 * The limit for one frame: room for 15 seconds of base64 audio. A larger frame closes the socket with code 1009 before
 * it is read.
 */
export const MAX_FRAME_BYTES = 1024 * 1024
/**
 * The limit for all events except `input_audio_buffer.append`. A `session.update` may carry long instructions and
 * tools.
 */
export const MAX_COMMAND_CHARACTERS = 256 * 1024
export const MAX_TYPED_CHARACTERS = 2_000

const eventId = z.string().max(512).optional()
const itemId = z.string().regex(/^[\w.:-]{1,128}$/, 'An id may contain only letters, digits and . : _ -')
const ms = z.number().finite().min(0)

const pcm24kSchema = z.object({ type: z.literal('audio/pcm'), rate: z.literal(SAMPLE_RATE_HZ).optional() })

const turnDetectionSchema = z.object({
  type: z.enum(['server_vad', 'semantic_vad']),
  threshold: z.number().min(0).max(1).optional(),
  prefix_padding_ms: z.number().int().min(0).max(2_000).optional(),
  silence_duration_ms: z.number().int().min(200).max(5_000).optional(),
  create_response: z.boolean().optional(),
  interrupt_response: z.boolean().optional(),
})

/** Echoed in `session.updated`, so only the fields of the protocol are kept, and their lengths are limited. */
const transcriptionSchema = z.object({
  model: z.string().max(200).nullish(),
  language: z.string().max(35).nullish(),
  prompt: z.string().max(4_000).nullish(),
})

/**
 * The fields of a `session.update` that are read. All other fields of the protocol are accepted and ignored, as are the
 * values of `speed` and `prefix_padding_ms`, which are only checked. `session.updated` returns the settings in force.
 */
const sessionPatchSchema = z.object({
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

const messageItemSchema = z.object({
  id: itemId.optional(),
  type: z.literal('message'),
  role: z.enum(['user', 'system', 'assistant']),
  content: z
    .array(z.looseObject({ type: z.string(), text: z.string().optional() }))
    .min(1)
    .max(16),
})

const MAX_FORM_VALUE = 1_000
/** Values by field id. */
const formValuesSchema = z
  .record(z.string().max(64), z.string().max(MAX_FORM_VALUE))
  .refine((values) => Object.keys(values).length <= 20)

function clientEvent<Type extends string, Fields extends z.ZodRawShape>(type: Type, fields: Fields) {
  return z.object({ type: z.literal(type), event_id: eventId, ...fields })
}

export const clientEventSchema = z.discriminatedUnion('type', [
  clientEvent('session.update', { session: sessionPatchSchema }),
  clientEvent('input_audio_buffer.append', { audio: z.string() }),
  clientEvent('input_audio_buffer.commit', {}),
  clientEvent('input_audio_buffer.clear', {}),
  clientEvent('conversation.item.create', { item: messageItemSchema, previous_item_id: itemId.nullish() }),
  clientEvent('conversation.item.retrieve', { item_id: itemId }),
  clientEvent('conversation.item.delete', { item_id: itemId }),
  clientEvent('conversation.item.truncate', { item_id: itemId, content_index: z.number().int(), audio_end_ms: ms }),
  clientEvent('response.create', { response: z.looseObject({}).nullish() }),
  clientEvent('response.cancel', { response_id: z.string().nullish() }),
  /**
   * Sent once after connecting by a player that can pause its audio queue: when the caller starts to speak, it pauses
   * at once and waits for `voxhall.output_audio.resumed` (it was a cough) or for the end of the response (a barge-in).
   */
  clientEvent('voxhall.player.pausable', {}),
  /** The first sound of this item has left the loudspeaker. */
  clientEvent('voxhall.playback.started', { item_id: itemId }),
  /** The player has paused or stopped after playing this much of the item. */
  clientEvent('voxhall.playback.paused', { item_id: itemId, played_ms: ms }),
  /** The microphone was muted: the caller's turn ends here and is answered. */
  clientEvent('voxhall.input_audio.ended', {}),
  /** The form was filled in. The server checks the values and reads them back. */
  clientEvent('voxhall.form.submitted', { id: z.string().max(64), values: formValuesSchema }),
  /** The form was closed; the caller prefers to say the values. */
  clientEvent('voxhall.form.dismissed', { id: z.string().max(64) }),
  /** Answered at once with `voxhall.pong`, so that a client notices a dead connection within seconds. */
  clientEvent('voxhall.ping', {}),
])

export type ClientEvent = z.infer<typeof clientEventSchema>
export type SessionPatch = z.infer<typeof sessionPatchSchema>

export const turnTimingsSchema = z.object({
  /**
   * All times are milliseconds since the caller stopped speaking or sent a typed line; absent for steps that did not
   * happen.
   */
  endpointMs: z.number().optional(),
  textMs: z.number().optional(),
  firstWordMs: z.number().optional(),
  firstAudioSentMs: z.number().optional(),
  /** As reported by the client, so it includes the network delay of the report. */
  firstAudioPlayedMs: z.number().optional(),
  /**
   * The recogniser, brain and synthesiser of the turn, where a vendor's and the built-in ones alternate: `openai`,
   * `knowledge`.
   */
  answeredBy: z
    .object({ recogniser: z.string().optional(), brain: z.string().optional(), synthesiser: z.string().optional() })
    .optional(),
})
export type TurnTimings = z.infer<typeof turnTimingsSchema>

export const CALL_END_REASONS = [
  'person-ended', // the caller hung up or closed the page
  'limit-reached',
  'idle', // neither the caller nor the assistant spoke or typed for a long time
  'silent', // a visitor without an account said and typed nothing from the start
  'connection-lost', // also when the caller continued it as a new call
  'host-ended', // the assistant's owner, who was watching, ended it
  'access-ended', // the account was deleted, or the team session was left or has expired
  'server-stopping',
  'server-lost', // the server process died; set by the sweep for dead calls
  'failed',
] as const
export type CallEndReason = (typeof CALL_END_REASONS)[number]

/** Why the caller is not understood, where the cause is known. */
const HELP_REASONS = ['noise', 'too-quiet', 'outside-field'] as const
export type HelpReason = (typeof HELP_REASONS)[number]
/** The number of questions suggested to a caller who is not understood. */
export const HELP_QUESTIONS = 3

const helpOfferSchema = z.object({
  /** Null when the cause is unknown. */
  reason: z.enum(HELP_REASONS).nullable(),
  /** Questions that the assistant can answer, the closest match first. */
  questions: z.array(z.string()),
})
export type HelpOffer = z.infer<typeof helpOfferSchema>

/** The kinds of form fields; each kind has its own input in the page. */
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
      /** The options of a `choice` field; empty for other kinds. */
      choices: z.array(z.string()),
      /** The value as far as it is known; otherwise empty. */
      value: z.string(),
      /** Why the submitted value was refused. */
      problem: z.string().nullable(),
    }),
  ),
})
/** A form for values that are hard to say, such as an e-mail address. */
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

function serverEvent<Type extends string, Fields extends z.ZodRawShape>(type: Type, fields: Fields) {
  return z.object({ type: z.literal(type), ...fields })
}

/**
 * The server events that our own client reads. Further events exist for other clients of the protocol
 * (`server/src/voice/realtime`).
 */
export const serverEventSchema = z.discriminatedUnion('type', [
  serverEvent('session.created', { session: z.looseObject({ id: z.string() }) }),
  serverEvent('input_audio_buffer.speech_started', { item_id: z.string(), audio_start_ms: z.number() }),
  serverEvent('input_audio_buffer.speech_stopped', { item_id: z.string(), audio_end_ms: z.number() }),
  serverEvent('conversation.item.added', { item, previous_item_id: z.string().nullish() }),
  serverEvent('conversation.item.deleted', { item_id: z.string() }),
  serverEvent('conversation.item.input_audio_transcription.completed', { item_id: z.string(), transcript: z.string() }),
  serverEvent('conversation.item.truncated', { item_id: z.string(), audio_end_ms: z.number() }),
  serverEvent('response.created', { response }),
  serverEvent('response.output_audio.delta', { ...ofResponse, delta: z.string() }),
  serverEvent('response.output_audio.done', ofResponse),
  serverEvent('response.output_audio_transcript.delta', { ...ofResponse, delta: z.string() }),
  serverEvent('response.output_audio_transcript.done', { ...ofResponse, transcript: z.string() }),
  serverEvent('response.done', { response }),
  serverEvent('error', { error: z.looseObject({ type: z.string(), code: z.string().nullish(), message: z.string() }) }),
  /** Sent right after `session.created`. */
  serverEvent('voxhall.call.started', { call_id: z.string(), limit_ms: z.number().nullable() }),
  /** Sent every few seconds, so that the client's countdown can't drift. */
  serverEvent('voxhall.call.time_left', { remaining_ms: z.number() }),
  serverEvent('voxhall.pong', {}),
  /**
   * Sound has been arriving for seconds without recognised words: the room is noisy, or the speaker too far away. Sent
   * once, and again only after words were recognised or the room was quiet for a while.
   */
  serverEvent('voxhall.input_audio.without_words', { sound_ms: z.number() }),
  /** Sent after two turns in a row that were not understood, spoken or typed; null once a turn is understood. */
  serverEvent('voxhall.help', { offer: helpOfferSchema.nullable() }),
  /**
   * The open form with the values known so far; null once it is closed. A call does not end as idle while a form is
   * open.
   */
  serverEvent('voxhall.form', { form: actionFormSchema.nullable() }),
  serverEvent('voxhall.card', { card: actionCardSchema }),
  /** The last event of every call. */
  serverEvent('voxhall.call.ended', { reason: z.enum(CALL_END_REASONS), duration_ms: z.number() }),
  /** Visemes for audio that is about to be sent; times count from the item's first sample. */
  serverEvent('voxhall.mouth', {
    response_id: z.string(),
    item_id: z.string(),
    cues: z.array(z.object({ at_ms: z.number(), viseme: z.enum(VISEMES) })),
  }),
  /** Sound was heard while this item was playing. Sending pauses until it is clear whether the sound was speech. */
  serverEvent('voxhall.output_audio.held', { item_id: z.string() }),
  /** The sound was a cough, an echo or a backchannel such as "mhm": playback resumes where it paused. */
  serverEvent('voxhall.output_audio.resumed', { item_id: z.string() }),
  serverEvent('voxhall.turn.timings', { item_id: z.string(), timings: turnTimingsSchema }),
])

export type ServerEvent = z.infer<typeof serverEventSchema>
