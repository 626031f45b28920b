import { clientEventSchema, MAX_COMMAND_CHARACTERS, type ClientEvent } from '#contract/realtime.ts'
import { WireError } from './wire-error.ts'

/** Deeper than the schema of any tool that a client describes in `session.update`. */
const MAX_DEPTH = 32
/** The most brackets, commas and colons outside of strings. An `append` of any length has three. */
const MAX_SIGNS = 10_000

/** A frame that was parsed as JSON but not validated yet. */
interface ParsedFrame {
  json: unknown
  /** Lets the client tell which of its events was refused. */
  eventId: string | undefined
}

/**
 * Parses a frame. Its depth and the number of its values are limited beforehand, because parsing deeply nested brackets
 * or millions of small values would block all other calls.
 * @throws {WireError}
 */
export function parseFrame(text: string): ParsedFrame {
  if (isTooComplex(text)) {
    throw new WireError('frame_too_complex', 'That frame is nested too deeply or holds too many values. Nothing of it was used.') // oxfmt-ignore
  }
  const json = parseJson(text)
  if (json === undefined) throw new WireError('invalid_json', 'That frame is not JSON.')
  const id = typeof json === 'object' && json !== null && 'event_id' in json ? json.event_id : undefined
  return { json, eventId: typeof id === 'string' ? id.slice(0, 512) : undefined }
}

/** Validates a frame as an event of the client. @param characters the length of the frame's text @throws {WireError} */
export function readEvent({ json }: ParsedFrame, characters: number): ClientEvent {
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads each character at most twice. Strings, which make up most of a real frame, are skipped. */
function isTooComplex(text: string): boolean {
  let depth = 0
  let signs = 0
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charAt(at)) {
      case '"':
        at = endOfText(text, at)
        break
      case '{':
      case '[':
        depth += 1
        signs += 1
        break
      case '}':
      case ']':
        depth -= 1
        signs += 1
        break
      case ',':
      case ':':
        signs += 1
    }
    if (depth > MAX_DEPTH || signs > MAX_SIGNS) return true
  }
  return false
}

/** The index of the closing quotation mark, or the length of the frame if there is none. */
function endOfText(frame: string, start: number): number {
  for (let end = frame.indexOf('"', start + 1); end >= 0; end = frame.indexOf('"', end + 1)) {
    let backslashes = 0
    while (frame[end - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  return frame.length
}
