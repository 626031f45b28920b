import type { ServerEvent } from '#contract/realtime.ts'
import type { EngineEvent } from './call-state.ts'
import { callersLine } from './captions.ts'

/** The server's error code when a response is requested during another one. */
export const BUSY_ANSWERING = 'conversation_already_has_active_response'

/** Errors for requests that came twice or a moment too late. The caller need not see them. */
const HARMLESS_ERRORS: ReadonlySet<string | null | undefined> = new Set([
  'response_cancel_not_active',
  'input_audio_buffer_commit_empty',
  'item_not_found',
  'form_not_found',
  BUSY_ANSWERING,
])

type Meanings = {
  readonly [Type in ServerEvent['type']]?: (event: Extract<ServerEvent, { type: Type }>, nowMs: number) => EngineEvent[]
}

const MEANINGS: Meanings = {
  'voxhall.call.started': ({ limit_ms }, nowMs) => [
    { type: 'limit', endsAtMs: limit_ms === null ? null : nowMs + limit_ms },
  ],
  'voxhall.call.time_left': ({ remaining_ms }, nowMs) => [{ type: 'limit', endsAtMs: nowMs + remaining_ms }],
  'voxhall.call.ended': ({ reason }) => [{ type: 'ended', reason }],
  'input_audio_buffer.speech_started': () => [{ type: 'speech-started' }],
  'input_audio_buffer.speech_stopped': () => [{ type: 'speech-ended' }],
  'voxhall.output_audio.resumed': () => [{ type: 'speech-dismissed' }],
  'voxhall.input_audio.without_words': () => [{ type: 'no-words' }],
  'voxhall.form': ({ form }) => [{ type: 'form', form }],
  'voxhall.card': ({ card }) => [{ type: 'card', card }],
  'voxhall.help': ({ offer }) => [{ type: 'help', offer }],
  'conversation.item.input_audio_transcription.completed': ({ item_id, transcript }) => [
    { type: 'line', line: callersLine(item_id, transcript) },
  ],
  'conversation.item.deleted': ({ item_id }) => [{ type: 'line-removed', id: item_id }, { type: 'speech-dismissed' }],
  // An answer is coming, so an earlier notice no longer applies.
  'response.created': () => [{ type: 'notice', text: null }],
  'response.done': ({ response }) =>
    response.status === 'failed'
      ? [{ type: 'notice', text: 'The answer could not be given. Please ask again.' }, { type: 'speech-dismissed' }]
      : [],
  error: ({ error }) => (HARMLESS_ERRORS.has(error.code) ? [] : [{ type: 'notice', text: error.message }]),
}

/** The effect of a server event on the call's state. Sound and visemes are handled by `AssistantVoice`. */
export function callEventsOf(event: ServerEvent, nowMs: number): EngineEvent[] {
  // TypeScript cannot infer that the entry found by an event's type accepts that event.
  const meaning = MEANINGS[event.type] as ((event: ServerEvent, nowMs: number) => EngineEvent[]) | undefined
  return meaning?.(event, nowMs) ?? []
}
