import { encodePcm16Base64 } from '../audio/pcm16.ts'
import type { CallOutput, Modality, ResponseEnding } from '../call/call-output.ts'
import type { ConversationItem } from '../call/conversation.ts'

/** An event in the wire format, without its `event_id`. */
export type WireEvent = { type: string } & Record<string, unknown>

/** Translates the outputs of a call into OpenAI's Realtime events (GA names); our own events have the prefix `voxhall.`. */
export function toWireEvents(output: CallOutput): WireEvent[] {
  if (output.type === 'item-added') return [itemEvent('added', output), itemEvent('done', output)]
  if (output.type === 'response-started') return responseStarted(output)
  return output.type === 'response-ended' ? responseEnded(output) : [eventOf(output)]
}

function eventOf(
  output: Exclude<CallOutput, { type: 'item-added' | 'response-started' | 'response-ended' }>,
): WireEvent {
  switch (output.type) {
    case 'speech-started':
      return {
        type: 'input_audio_buffer.speech_started',
        item_id: output.itemId,
        audio_start_ms: Math.round(output.audioMs),
      }
    case 'speech-stopped':
      return {
        type: 'input_audio_buffer.speech_stopped',
        item_id: output.itemId,
        audio_end_ms: Math.round(output.audioMs),
      }
    case 'utterance-committed':
      return {
        type: 'input_audio_buffer.committed',
        item_id: output.itemId,
        previous_item_id: output.previousItemId ?? null,
      }
    case 'item-removed':
      return { type: 'conversation.item.deleted', item_id: output.itemId }
    case 'transcribed':
      return {
        type: 'conversation.item.input_audio_transcription.completed',
        item_id: output.itemId,
        content_index: 0,
        transcript: output.text,
        usage: { type: 'duration', seconds: output.durationMs / 1000 },
      }
    case 'transcription-failed':
      return {
        type: 'conversation.item.input_audio_transcription.failed',
        item_id: output.itemId,
        content_index: 0,
        error: {
          type: 'server_error',
          code: 'transcription_failed',
          message: 'The speech could not be read. Please say it again.',
        },
      }
    case 'words':
      return {
        type: output.modality === 'audio' ? 'response.output_audio_transcript.delta' : 'response.output_text.delta',
        ...at(output),
        delta: output.text,
      }
    case 'mouth':
      return {
        type: 'voxhall.mouth',
        response_id: output.responseId,
        item_id: output.itemId,
        cues: output.cues.map((cue) => ({ at_ms: Math.round(cue.atMs), viseme: cue.viseme })),
      }
    case 'audio':
      return { type: 'response.output_audio.delta', ...at(output), delta: encodePcm16Base64(output.samples) }
    case 'audio-sent':
      return { type: 'response.output_audio.done', ...at(output) }
    case 'held':
      return { type: 'voxhall.output_audio.held', item_id: output.itemId }
    case 'resumed':
      return { type: 'voxhall.output_audio.resumed', item_id: output.itemId }
    case 'truncated':
      return {
        type: 'conversation.item.truncated',
        item_id: output.itemId,
        content_index: 0,
        audio_end_ms: output.audioEndMs,
      }
    case 'timings':
      return { type: 'voxhall.turn.timings', item_id: output.itemId, timings: output.timings }
    case 'wordless-sound':
      return { type: 'voxhall.input_audio.without_words', sound_ms: Math.round(output.soundMs) }
    case 'help':
      return { type: 'voxhall.help', offer: output.offer }
    case 'form':
      return { type: 'voxhall.form', form: output.form }
    case 'card':
      return { type: 'voxhall.card', card: output.card }
    case 'time-left':
      return { type: 'voxhall.call.time_left', remaining_ms: output.remainingMs }
    case 'ended':
      return { type: 'voxhall.call.ended', reason: output.reason, duration_ms: output.durationMs }
  }
}

/** An item of the conversation in the protocol's format. */
export function itemView(item: ConversationItem, modality: Modality = 'audio'): Record<string, unknown> {
  return {
    id: item.id,
    object: 'realtime.item',
    type: 'message',
    status: item.complete ? (item.interrupted ? 'incomplete' : 'completed') : 'in_progress',
    role: item.role,
    content: contentOf(item, modality),
  }
}

function contentOf(item: ConversationItem, modality: Modality): Record<string, unknown>[] {
  if (item.role === 'user') {
    return item.by === 'typing'
      ? [{ type: 'input_text', text: item.content }]
      : [{ type: 'input_audio', transcript: item.complete ? item.content : null }]
  }
  if (!item.complete) return []
  return modality === 'audio'
    ? [{ type: 'output_audio', transcript: item.content }]
    : [{ type: 'output_text', text: item.content }]
}

interface PlacedItem {
  item: ConversationItem
  previousItemId: string | undefined
  modality?: Modality
}

function itemEvent(kind: 'added' | 'done', { item, previousItemId, modality }: PlacedItem): WireEvent {
  const view = itemView(item, modality)
  return { type: `conversation.item.${kind}`, previous_item_id: previousItemId ?? null, item: view }
}

function responseStarted(output: Extract<CallOutput, { type: 'response-started' }>): WireEvent[] {
  const { responseId, item, modality } = output
  return [
    { type: 'response.created', response: responseView(responseId, 'in_progress', null, [], modality) },
    { type: 'response.output_item.added', response_id: responseId, output_index: 0, item: itemView(item, modality) },
    itemEvent('added', output),
    {
      type: 'response.content_part.added',
      ...at({ responseId, itemId: item.id }),
      part: modality === 'audio' ? { type: 'audio', transcript: '' } : { type: 'text', text: '' },
    },
  ]
}

function responseEnded(output: Extract<CallOutput, { type: 'response-ended' }>): WireEvent[] {
  const { responseId, item, modality, ending } = output
  const place = at({ responseId, itemId: item.id })
  const text = item.content
  const spoken = modality === 'audio'
  return [
    ...(spoken && ending.status !== 'completed' ? [{ type: 'response.output_audio.done', ...place }] : []),
    spoken
      ? { type: 'response.output_audio_transcript.done', ...place, transcript: text }
      : { type: 'response.output_text.done', ...place, text },
    {
      type: 'response.content_part.done',
      ...place,
      part: spoken ? { type: 'audio', transcript: text } : { type: 'text', text },
    },
    { type: 'response.output_item.done', response_id: responseId, output_index: 0, item: itemView(item, modality) },
    itemEvent('done', output),
    {
      type: 'response.done',
      response: responseView(responseId, ending.status, detailsOf(ending), [itemView(item, modality)], modality),
    },
  ]
}

function detailsOf(ending: ResponseEnding): Record<string, unknown> | null {
  switch (ending.status) {
    case 'completed':
      return null
    case 'cancelled':
      return { type: 'cancelled', reason: ending.because === 'speech' ? 'turn_detected' : 'client_cancelled' }
    case 'failed':
      return { type: 'failed', error: { type: 'server_error', code: 'answer_failed', message: ending.message } }
  }
}

function responseView(
  id: string,
  status: string,
  details: Record<string, unknown> | null,
  output: Record<string, unknown>[],
  modality: Modality,
): Record<string, unknown> {
  return {
    object: 'realtime.response',
    id,
    status,
    status_details: details,
    output,
    output_modalities: [modality],
    conversation_id: null,
    metadata: null,
    max_output_tokens: 'inf',
    // Tokens are not counted here; clients that add up usage get zeros.
    usage: status === 'in_progress' ? null : { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
  }
}

function at(output: { responseId: string; itemId: string }): Record<string, unknown> {
  return { response_id: output.responseId, item_id: output.itemId, output_index: 0, content_index: 0 }
}
