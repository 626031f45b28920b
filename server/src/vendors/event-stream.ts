import { VendorError } from './vendor-error.ts'

/** Lines longer than this are refused. The longest valid ones hold speech as base64, about 64 kB a second. */
const MAX_LINE_CHARACTERS = 8_000_000

/**
 * Splits a stream of bytes into lines of UTF-8 text without their ends (LF, CR LF or CR). A last line without an end is
 * yielded as well.
 */
export async function* readLines(vendor: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of bytes) {
    const lines = (rest + decoder.decode(part, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE_CHARACTERS) throw new VendorError(vendor, 'unreadable')
    yield* lines
  }
  rest += decoder.decode()
  if (rest !== '') yield rest.replace(/\r$/, '')
}

/** Yields the data of each server-sent event (html.spec.whatwg.org/multipage/server-sent-events.html). */
export async function* readEvents(vendor: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = []
  for await (const line of readLines(vendor, bytes)) {
    if (line === '') {
      if (data.length > 0) yield data.join('\n')
      data = []
    } else if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
    // Comments and other fields of an event are ignored; any other line means that this is not an event stream.
    else if (!/^(?::|event|id|retry)/.test(line)) throw new VendorError(vendor, 'unreadable')
  }
  // Some servers omit the empty line after the last event.
  if (data.length > 0) yield data.join('\n')
}
