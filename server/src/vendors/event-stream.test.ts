import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readEvents, readLines } from './event-stream.ts'

async function* cut(text: string, lengths: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  let at = 0
  for (const length of [...lengths, bytes.length]) {
    yield bytes.subarray(at, at + length)
    at += length
  }
}

async function all(items: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = []
  for await (const item of items) found.push(item)
  return found
}

it('reads the same events regardless of how the bytes are split', async () => {
  const stream =
    ': hello\r\nevent: delta\r\ndata: {"a":"é🙂"}\r\n\r\ndata: one\ndata: two\n\nid: 7\ndata:bare\n\n\ndata: [DONE]'
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 9 })), async (lengths) => {
      expect(await all(readEvents('v', cut(stream, lengths)))).toEqual(['{"a":"é🙂"}', 'one\ntwo', 'bare', '[DONE]'])
    }),
    { numRuns: 60 },
  )
})

it('refuses a text that is no event stream', async () => {
  for (const text of ['<!doctype html>\n', '{"error": "no"}\n', 'Internal Server Error']) {
    await expect(all(readEvents('v', cut(text, [])))).rejects.toMatchObject({ kind: 'unreadable' })
  }
})

it('refuses a line without an end', async () => {
  async function* endless() {
    for (;;) yield new Uint8Array(1_000_000).fill(97)
  }
  await expect(all(readLines('v', endless()))).rejects.toMatchObject({ kind: 'unreadable' })
})

it('reads lines with all kinds of line breaks', async () => {
  expect(await all(readLines('v', cut('a\nb\r\nc\rd', [3, 1])))).toEqual(['a', 'b', 'c', 'd'])
})
