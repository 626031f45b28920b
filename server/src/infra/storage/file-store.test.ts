import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AwsV4Signer } from 'aws4fetch'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testEnvironment } from '../../config/env.ts'
import { createDiskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'
import { createS3Store } from './s3-store.ts'

const CREDENTIALS = { accessKeyId: 'key', secretAccessKey: 'secret', region: 'eu-central-1' }
const objects = new Map<string, Buffer>()
let trouble: (() => number | 'drop' | 'hang' | undefined) | undefined
let sendsRanges = true
let server: Server
let endpoint: string
const folder = mkdtempSync(join(tmpdir(), 'voxhall-files-'))

/** Responds like S3: verifies the signature of what arrived, and reports errors in XML. */
beforeAll(async () => {
  server = createServer((request, response) => {
    void readAll(request).then(async (body) => {
      const planned = trouble?.()
      if (planned === 'drop') return request.socket.destroy()
      if (planned === 'hang') return undefined
      if (planned) return response.writeHead(planned).end('<Error><Code>SlowDown</Code></Error>')
      const { method = '', url = '', headers } = request
      const names = /SignedHeaders=([^,]*)/.exec(headers.authorization ?? '')?.[1]?.split(';') ?? []
      const expected = await new AwsV4Signer({
        ...CREDENTIALS,
        service: 's3',
        method,
        url: `${endpoint}${url}`,
        headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
        datetime: String(headers['x-amz-date']),
      }).sign()
      const hash = createHash('sha256').update(body).digest('hex')
      if (expected.headers.get('authorization') !== headers.authorization || headers['x-amz-content-sha256'] !== hash) {
        return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
      }
      if (!url.startsWith('/bucket/')) return response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>')
      if (method === 'PUT') objects.set(url, body)
      if (method === 'DELETE') objects.delete(url)
      const found = objects.get(url)
      if (method === 'GET' && !found) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(String(headers.range)) ?? []
      if (sendsRanges && found && from && to)
        return response.writeHead(206).end(found.subarray(Number(from), Number(to) + 1))
      return response.writeHead(method === 'DELETE' ? 204 : 200).end(method === 'GET' ? found : undefined)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  trouble = undefined
  sendsRanges = true
})

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const s3 = (changes: object = {}) =>
  createS3Store({ ...CREDENTIALS, endpoint, bucket: 'bucket', retryDelayMs: 1, ...changes })
const STORES: [string, () => FileStore][] = [
  ['the disk', () => createDiskStore(folder)],
  ['S3', () => s3()],
  ...liveStore(),
]

/** The S3 store that the environment configures, if any. */
function liveStore(): [string, () => FileStore][] {
  const env = testEnvironment()
  const {
    S3_BUCKET: own,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_REGION: region,
  } = env
  if (!own || !accessKeyId || !secretAccessKey) return []
  const address = env.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`
  return [
    ['the store itself', () => createS3Store({ endpoint: address, bucket: own, region, accessKeyId, secretAccessKey })],
  ]
}

describe.each(STORES)('%s', (_, open) => {
  it('returns stored bytes until they are deleted', async () => {
    const store = open()
    const bytes = Uint8Array.from({ length: 70_000 }, (_unused, index) => index % 251)
    await store.put('photos/ab-C_1.jpg', bytes, 'image/jpeg')
    expect(await store.get('photos/ab-C_1.jpg')).toEqual(bytes)
    await store.put('photos/ab-C_1.jpg', bytes.subarray(0, 3), 'image/jpeg')
    expect(await store.get('photos/ab-C_1.jpg')).toEqual(bytes.slice(0, 3))
    await store.delete('photos/ab-C_1.jpg')
    await store.delete('photos/ab-C_1.jpg')
    expect(await store.get('photos/ab-C_1.jpg')).toBeUndefined()
  })

  it('streams the requested part, and undefined for a missing file', async () => {
    const store = open()
    const bytes = Uint8Array.from({ length: 70_000 }, (_unused, index) => index % 251)
    await store.put('videos/part.webm', bytes, 'video/webm')
    const part = await store.stream('videos/part.webm', { start: 65_000, end: 69_999 })
    expect(new Uint8Array(await new Response(part).arrayBuffer())).toEqual(bytes.slice(65_000))
    expect(await store.stream('videos/none.webm', { start: 0, end: 9 })).toBeUndefined()
  })

  it.each(['../secret', '/etc/passwd', 'a//b', '.hidden', 'a/../b', 'a?b', ''])('refuses %j as a key', async (key) => {
    await expect(open().get(key)).rejects.toThrow(RangeError)
    await expect(open().put(key, new Uint8Array(1), 'image/jpeg')).rejects.toThrow(RangeError)
  })
})

it('the disk leaves no drafts after a write', async () => {
  await createDiskStore(folder).put('drafts/one.jpg', new Uint8Array(10), 'image/jpeg')
  expect(readdirSync(join(folder, 'drafts'))).toEqual(['one.jpg'])
})

it('the disk deletes old drafts of dead processes, and keeps those being written', async () => {
  const store = createDiskStore(folder)
  await store.put('left/one.jpg', new Uint8Array(10), 'image/jpeg')
  for (const name of ['old', 'new']) writeFileSync(join(folder, 'left', `${name}.draft`), 'half')
  utimesSync(join(folder, 'left', 'old.draft'), new Date(0), new Date(0))
  await store.clearDrafts(new Date(1_000))
  expect(readdirSync(join(folder, 'left')).toSorted()).toEqual(['new.draft', 'one.jpg'])
})

it.each([[503], [429], ['drop' as const]])(
  'a request to S3 that fails twice (%s) is tried a third time',
  async (answer) => {
    let left = 2
    trouble = () => (left-- > 0 ? answer : undefined)
    await s3().put('photos/late.jpg', new Uint8Array([1]), 'image/jpeg')
    expect(objects.has('/bucket/photos/late.jpg')).toBe(true)
  },
)

it('a persistent S3 failure, wrong key or missing bucket is reported without the secret', async () => {
  trouble = () => 503
  await expect(s3().get('a.jpg')).rejects.toThrow('status 503 SlowDown')
  await expect(s3().get('a.jpg')).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 30 })
  trouble = undefined
  await expect(s3({ secretAccessKey: 'wrong' }).get('a.jpg')).rejects.toThrow('status 403 SignatureDoesNotMatch')
  await expect(s3({ bucket: 'nowhere' }).put('a.jpg', new Uint8Array(1), 'image/jpeg')).rejects.toThrow('no bucket')
})

it('a file is read in parts from an S3 store that sends it whole', async () => {
  const bytes = Uint8Array.from({ length: 1_000 }, (_, index) => index % 251)
  await s3().put('videos/whole.webm', bytes, 'video/webm')
  sendsRanges = false
  const part = await s3().stream('videos/whole.webm', { start: 900, end: 949 })
  expect(new Uint8Array(await new Response(part).arrayBuffer())).toEqual(bytes.slice(900, 950))
})

it('a request to S3 that is refused is not repeated', async () => {
  let asked = 0
  trouble = () => {
    asked += 1
    return 403
  }
  await expect(s3().get('a.jpg')).rejects.toThrow('status 403')
  expect(asked).toBe(1)
})

it('a request to S3 that times out is not repeated', async () => {
  let asked = 0
  trouble = () => {
    asked += 1
    return 'hang'
  }
  await expect(s3({ timeoutMs: 100 }).get('a.jpg')).rejects.toThrow('too long')
  expect(asked).toBe(1)
})
