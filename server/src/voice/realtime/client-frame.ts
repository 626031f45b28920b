import type { RawData } from 'ws'
import { clientEventSchema, MAX_COMMAND_CHARACTERS, type ClientEvent } from '#contract/realtime.ts'
import { isTooComplex, parseJson } from '../../infra/json.ts'
import { WireError } from './wire-error.ts'

/** Deeper than the schema of any tool that a client describes in `session.update`. */
const MAX_DEPTH = 32
/** The most brackets, commas and colons outside of strings. An `append` of any length has three. */
const MAX_SIGNS = 10_000

/** A socket's message as text, whichever form the library delivers. */
export function frameText(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString()
  return (Buffer.isBuffer(data) ? data : Buffer.from(data)).toString()
}

export function sizeOf(data: RawData): number {
  return Array.isArray(data) ? data.reduce((sum, part) => sum + part.length, 0) : data.byteLength
}

/** A frame that was parsed as JSON but not validated yet. */
interface ParsedFrame {
  json: unknown
  /** The length of the frame's text. */
  characters: number
  /** Lets the client tell which of its events was refused. */
  eventId: string | undefined
}

/**
 * Parses a frame. Its depth and the number of its values are limited beforehand, because parsing deeply nested brackets
 * or millions of small values would block all other calls.
 * @throws {WireError}
 */
export function parseFrame(text: string): ParsedFrame {
  if (isTooComplex(text, MAX_DEPTH, MAX_SIGNS)) {
    throw new WireError('frame_too_complex', 'That frame is nested too deeply or holds too many values. Nothing of it was used.') // oxfmt-ignore
  }
  const json = parseJson(text)
  if (json === undefined) throw new WireError('invalid_json', 'That frame is not JSON.')
  const id = typeof json === 'object' && json !== null && 'event_id' in json ? json.event_id : undefined
  return { json, characters: text.length, eventId: typeof id === 'string' ? id.slice(0, 512) : undefined }
}

/** Validates a frame as an event of the client. @throws {WireError} */
export function readEvent({ json, characters }: ParsedFrame): ClientEvent {
  const type = typeof json === 'object' && json !== null && 'type' in json ? json.type : undefined
  if (characters > MAX_COMMAND_CHARACTERS && type !== 'input_audio_buffer.append') {
    throw new WireError(
      'frame_too_large',
      `Only audio may fill a frame: other events may have ${MAX_COMMAND_CHARACTERS / 1024} kB. Nothing of this one was used.`,
    )
  }
  const parsed = clientEventSchema.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const param = issue?.path.join('.')
  throw new WireError(
    'invalid_event',
    `That event could not be read: ${param ? `${param}: ` : ''}${issue?.message ?? 'unknown form'}.`,
    param,
  )
}
