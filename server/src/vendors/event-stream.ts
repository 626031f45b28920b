import { VendorError } from './vendor-error.ts'

/** One line of a stream longer than this is none of ours. Speech comes in lines of base64, a second in 64 kB. */
const MAX_LINE_CHARACTERS = 8_000_000

/** Lines of UTF-8 text, without their ends (LF, CR LF or CR), however the bytes are cut. An unfinished last line counts. */
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

/** The data of server-sent events (html.spec.whatwg.org/multipage/server-sent-events.html), one event at a time. */
export async function* readEvents(vendor: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = []
  for await (const line of readLines(vendor, bytes)) {
    if (line === '') {
      if (data.length > 0) yield data.join('\n')
      data = []
    } else if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
    // Other fields and comments say nothing here; a line that is no field means that this is no event stream.
    else if (!/^(?::|event|id|retry)/.test(line)) throw new VendorError(vendor, 'unreadable')
  }
  // Some servers leave out the last empty line.
  if (data.length > 0) yield data.join('\n')
}
