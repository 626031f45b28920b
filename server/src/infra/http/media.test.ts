import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { AppEnv } from './context.ts'
import { answerMedia, etagOf, parseRange } from './media.ts'

const body = new Uint8Array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
const etag = etagOf(body)
const app = new Hono<AppEnv>().get('/', (c) => answerMedia(c, { body, mediaType: 'audio/wav', etag }))
const ask = (headers: Record<string, string> = {}, method = 'GET') => app.request('/', { method, headers })
const bytesOf = async (response: Response) => [...new Uint8Array(await response.arrayBuffer())]

it('answers with the whole file and announces that it accepts ranges', async () => {
  const response = await ask()
  expect(response.status).toBe(200)
  expect(await bytesOf(response)).toEqual([...body])
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'audio/wav',
    'content-length': '10',
    'accept-ranges': 'bytes',
    'cache-control': 'no-cache',
    etag,
  })
})

it.each([
  ['bytes=0-1', [0, 1], 'bytes 0-1/10'],
  ['bytes=7-', [7, 8, 9], 'bytes 7-9/10'],
  ['bytes=8-99', [8, 9], 'bytes 8-9/10'],
  ['bytes=-3', [7, 8, 9], 'bytes 7-9/10'],
  ['bytes=-99', [...body], 'bytes 0-9/10'],
])('answers %s with that part', async (Range, part, contentRange) => {
  const response = await ask({ Range })
  expect(response.status).toBe(206)
  expect(await bytesOf(response)).toEqual(part)
  expect(response.headers.get('Content-Range')).toBe(contentRange)
  expect(response.headers.get('Content-Length')).toBe(String(part.length))
})

it.each(['bytes=10-', 'bytes=10-12', 'bytes=-0'])('refuses %s, which is out of range', async (Range) => {
  const response = await ask({ Range })
  expect(response.status).toBe(416)
  expect(response.headers.get('Content-Range')).toBe('bytes */10')
})

it.each(['bytes=5-2', 'bytes=-', 'bytes=a-b', 'pages=0-1', 'bytes=0-1,4-5', 'bytes=0-1x'])(
  'answers %s with the whole file',
  (header) => expect(parseRange(header, 10)).toBeUndefined(),
)

it('sends nothing to a client that has the current version', async () => {
  for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    expect((await ask({ 'If-None-Match': held })).status, held).toBe(304)
  }
  expect((await ask({ 'If-None-Match': '"other"' })).status).toBe(200)
})

it('serves a range only of the version that the client has begun to load', async () => {
  expect((await ask({ Range: 'bytes=5-', 'If-Range': etag })).status).toBe(206)
  expect((await ask({ Range: 'bytes=5-', 'If-Range': '"older"' })).status).toBe(200)
})

it('answers HEAD with the same headers and no bytes', async () => {
  const response = await ask({}, 'HEAD')
  expect(response.headers.get('Content-Length')).toBe('10')
  expect(await bytesOf(response)).toEqual([])
})
