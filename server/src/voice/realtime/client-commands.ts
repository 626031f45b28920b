import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import { MAX_TYPED_CHARACTERS, type ClientEvent } from '#contract/realtime.ts'
import { decodePcm16Base64 } from '../audio/pcm16.ts'
import type { CallSession } from '../call/call-session.ts'
import type { EffectiveSession } from './effective-session.ts'
import { itemView, type WireEvent } from './server-events.ts'
import { WireError } from './wire-error.ts'

/** The longest audio in one frame; longer recordings are sent in parts. */
const MAX_AUDIO_FRAME_MS = 15_000
/** How far a client's audio may be ahead of real time, as when a recording is sent at once. */
const MAX_AUDIO_AHEAD_MS = 60_000

export interface CommandContext {
  call: CallSession
  session: EffectiveSession
  /** Milliseconds of audio that this client has sent so far. Kept per connection, because only the protocol limits it. */
  audioMs: number
  send: (event: WireEvent) => void
}

/** Carries out one event of the client. @throws {WireError} for a mistake of the client; the session continues */
export function carryOut(event: ClientEvent, context: CommandContext): void {
  const { call, session, send } = context
  switch (event.type) {
    case 'session.update':
      call.configure(session.apply(event.session))
      return send({ type: 'session.updated', session: session.view() })

    case 'input_audio_buffer.append':
      return call.appendAudio(readAudio(event.audio, context))
    case 'input_audio_buffer.commit':
      return commit(call)
    case 'input_audio_buffer.clear':
      call.clearAudio()
      return send({ type: 'input_audio_buffer.cleared' })

    case 'conversation.item.create': {
      const result = call.addTyped(event.item.id, readText(event.item))
      if (result === 'too-fast') {
        throw new WireError('rate_limit_exceeded', 'Too many messages at once. This one was not added; wait a second.')
      }
      if (result === 'refused') {
        throw new WireError(
          'item_not_added',
          'An item with this id is there already, or the conversation is full. Nothing was changed.',
          'item.id',
        )
      }
      return
    }
    case 'conversation.item.retrieve': {
      const item = call.find(event.item_id)
      if (!item) throw noItem(event.item_id)
      return send({ type: 'conversation.item.retrieved', item: itemView(item) })
    }
    case 'conversation.item.delete':
      if (!call.remove(event.item_id)) throw noItem(event.item_id)
      return send({ type: 'conversation.item.deleted', item_id: event.item_id })
    case 'conversation.item.truncate':
      if (!call.truncate(event.item_id, event.audio_end_ms)) throw noItem(event.item_id)
      return

    case 'response.create':
      if (!call.requestResponse()) {
        throw new WireError(
          'conversation_already_has_active_response',
          'An answer is being given already. Cancel it, or wait until it is done.',
        )
      }
      return
    case 'response.cancel':
      if (!call.cancelResponse())
        throw new WireError('response_cancel_not_active', 'Nothing is being said that could be cancelled.')
      return

    case 'voxhall.player.pausable':
      return call.configure(session.setPausable())
    case 'voxhall.playback.started':
      return call.playbackStarted(event.item_id)
    case 'voxhall.playback.paused':
      return call.playbackPaused(event.item_id, event.played_ms)
    case 'voxhall.input_audio.ended':
      return call.endAudio()
    case 'voxhall.form.submitted':
      if (!call.submitForm(event.id, readValues(event.values))) throw noForm(event.id)
      return
    case 'voxhall.form.dismissed':
      return call.dismissForm(event.id)
    case 'voxhall.ping':
      return send({ type: 'voxhall.pong' })
  }
}

function commit(call: CallSession): void {
  switch (call.commitAudio()) {
    case 'empty':
      throw new WireError('input_audio_buffer_commit_empty', 'There is no audio to commit. Append some first.')
    case 'too-fast':
      throw new WireError('rate_limit_exceeded', 'Too many commits at once. The audio is kept; commit it in a second.')
    case 'committed':
  }
}

function readAudio(base64: string, context: CommandContext): Float32Array {
  const samples = decodePcm16Base64(base64)
  if (!samples)
    throw new WireError(
      'invalid_audio',
      'The audio must be base64 of 16-bit little-endian PCM, mono, 24 kHz: an even number of bytes.',
      'audio',
    )
  const lengthMs = (samples.length / SAMPLE_RATE_HZ) * 1000
  if (lengthMs > MAX_AUDIO_FRAME_MS) {
    throw new WireError(
      'audio_too_long',
      `One frame may hold ${MAX_AUDIO_FRAME_MS / 1000} seconds of audio. Send it in parts. Nothing of this frame was used.`,
      'audio',
    )
  }
  if (context.audioMs + lengthMs > context.call.durationMs() + MAX_AUDIO_AHEAD_MS) {
    throw new WireError(
      'audio_too_fast',
      'Audio is arriving faster than it can have been spoken. This frame was dropped.',
      'audio',
    )
  }
  context.audioMs += lengthMs
  return samples
}

function readText(item: Extract<ClientEvent, { type: 'conversation.item.create' }>['item']): string {
  if (item.role !== 'user')
    throw new WireError('invalid_value', 'Only messages of the user can be added here.', 'item.role')
  const text = item.content.flatMap((part) => (part.type === 'input_text' ? [part.text] : [])).join(' ')
  const cleaned = readTyped(text, 'item.content')
  if (cleaned === '')
    throw new WireError(
      'invalid_value',
      'A message needs a text (input_text). Audio goes through input_audio_buffer.append.',
      'item.content',
    )
  return cleaned
}

function readValues(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([id, value]) => [id, readTyped(value, 'values')]))
}

/** @throws {WireError} if the text is too long */
function readTyped(text: string, param: string): string {
  // Control characters are not part of a message. PostgreSQL can't store all of them, nor unpaired surrogates.
  const cleaned = text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  // Counts characters after NFKC too: one character may expand to a whole phrase when the text is normalised.
  const characters = Math.max(cleaned.length, cleaned.normalize('NFKC').length)
  if (characters > MAX_TYPED_CHARACTERS) {
    throw new WireError(
      'string_above_max_length',
      `A message may have ${MAX_TYPED_CHARACTERS} characters; this one has ${characters}. Nothing was added.`,
      param,
    )
  }
  return cleaned
}

function noForm(id: string): WireError {
  return new WireError('form_not_found', `There is no such form open, or nothing was filled in: ${id}.`, 'id')
}

function noItem(itemId: string): WireError {
  return new WireError(
    'item_not_found',
    `There is no such item in this conversation, or it has no audio: ${itemId}.`,
    'item_id',
  )
}
