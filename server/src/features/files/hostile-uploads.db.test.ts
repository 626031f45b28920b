import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-server.ts'
import { files } from '../../infra/db/schema/files.ts'
import { users } from '../../infra/db/schema/auth.ts'
import { longestPause, MAX_PAUSE_MS } from '../../infra/event-loop-testing.ts'
import { MediaError } from '../../infra/media/media-tasks.ts'

/** Uploads that are cheap to send but expensive to process, more at a time than one user may have processed. */

const BOUNDARY = 'hostile-boundary'
const MEGABYTES = 1024 * 1024
let server: TestApp
let owner: { Authorization: string }
beforeAll(async () => {
  server = await createTestApp({ rates: { upload: { burst: 1_000, refillMs: 1 } } })
  owner = await server.signedUp('hostile@example.com')
  // The first upload starts a child process, which is not part of what is measured.
  await server.app.request(uploadOf(formWith(png(bytesOf()))))
})
afterAll(() => server.close())

const bytesOf = (...parts: (string | Uint8Array)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))

function formWith(photo: Uint8Array): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`
  return bytesOf(head, photo, `\r\n--${BOUNDARY}--\r\n`)
}

function png(chunks: Uint8Array): Buffer {
  const whole = createCanvas(100, 100).toBuffer('image/png')
  return bytesOf(whole.subarray(0, 33), chunks, whole.subarray(33))
}

/** Chunks with a length of zero and a wrong checksum, which no decoder checks before the picture is accepted. */
const emptyChunks = (name: string, count: number) => bytesOf(`\0\0\0\0${name}\0\0\0\0`.repeat(count))

function jpeg(insert: Uint8Array): Buffer {
  const whole = createCanvas(100, 100).toBuffer('image/jpeg')
  return bytesOf(whole.subarray(0, 2), insert, whole.subarray(2))
}

const part = (name: string, headers = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n${headers}\r\n1\r\n`

const uploadOf = (body: Uint8Array, headers: Record<string, string> = owner) =>
  new Request('http://voxhall.test/api/files/photos', {
    method: 'POST',
    headers: { ...headers, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: new Uint8Array(body),
  })

type HostileBody = [what: string, status: number, make: () => Buffer]
/** One that is refused once it is read, and one that is refused by the reader of its picture. */
const DAILY: HostileBody[] = [
  [
    'a part with a million headers',
    400,
    () => bytesOf(part('photo', 'A: b\r\n'.repeat(1_000_000)), `--${BOUNDARY}--\r\n`),
  ],
  ['865,000 empty chunks of pixels', 422, () => formWith(png(emptyChunks('IDAT', 865_000)))],
]
const NIGHTLY: HostileBody[] = [
  ['865,000 empty chunks', 422, () => formWith(png(emptyChunks('tEXt', 865_000)))],
  ['two million empty segments', 201, () => formWith(jpeg(bytesOf('\xff\xfe\0\x02'.repeat(2_000_000))))],
  ['ten megabytes of almost-HTML', 422, () => formWith(png(bytesOf('\0\x90\0\0tEXt', '<'.repeat(9 * MEGABYTES))))],
  ['100,000 parts', 400, () => bytesOf(part('a').repeat(100_000), `--${BOUNDARY}--\r\n`)],
  [
    'ten megabytes of almost-boundaries',
    422,
    () => formWith(bytesOf(`\r\n--${BOUNDARY.slice(0, -1)}`.repeat(400_000))),
  ],
]

async function expectNoDelay([, status, make]: HostileBody): Promise<void> {
  const body = make()
  expect(body.length).toBeLessThan(11 * MEGABYTES)
  // One more than a user may have processed at a time.
  const requests = Array.from({ length: 3 }, () => uploadOf(body))
  const statuses: number[] = []
  const { cpuMs } = await longestPause(async () => {
    const answers = await Promise.all(requests.map(async (request) => server.app.request(request)))
    statuses.push(...answers.map((answer) => answer.status))
  })
  expect(new Set(statuses)).toEqual(new Set([status, 429]))
  expect(cpuMs).toBeLessThan(MAX_PAUSE_MS)
}

it.for(DAILY)('other requests are not delayed by %s', expectNoDelay)
it.for(NIGHTLY)('other requests are not delayed by %s', { tags: 'nightly' }, expectNoDelay)

describe('a place in the queue is taken before the body is read', () => {
  /** A body that never ends and records whether any of it has been read. */
  function endless() {
    let isAskedFor = false
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          isAskedFor = true
          controller.enqueue(new Uint8Array(1_024))
          return new Promise(() => {})
        },
      },
      { highWaterMark: 0 },
    )
    const headers = { ...owner, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }
    const init = { method: 'POST', headers, body, duplex: 'half' }
    const request = new Request('http://voxhall.test/api/files/photos', init)
    return { answer: server.app.request(request), isAskedFor: () => isAskedFor }
  }

  it('so a third upload of one user is refused unread', async () => {
    const first = [endless(), endless()]
    await expect.poll(() => first.every((one) => one.isAskedFor())).toBe(true)
    const third = endless()
    expect((await third.answer).status).toBe(429)
    expect(third.isAskedFor()).toBe(false)
    const other = await server.signedUp('beside@example.com')
    const picture = formWith(createCanvas(100, 100).toBuffer('image/png'))
    expect((await server.app.request(uploadOf(picture, other))).status).toBe(201)
  })
})

it('a user with 98 photos can add two more, even if many are uploaded at once', { tags: 'postgres' }, async () => {
  const [person] = await server.db.select({ id: users.id }).from(users).limit(1)
  const { library } = server.files
  const photo = {
    owner: { userId: person?.id ?? '' },
    bytes: new Uint8Array(1),
    mediaType: 'image/jpeg',
    expiresAt: null,
  }
  const check = (photos: number) => {
    if (photos >= 100) throw new Error('too many')
  }
  const now = new Date()
  await server.db.delete(files)
  await server.db.insert(files).values(
    Array.from({ length: 98 }, (_, at) => ({
      id: `filler-${at}`,
      kind: 'photo' as const,
      mediaType: 'image/jpeg',
      byteLength: 1,
      ...photo.owner,
      createdAt: now,
    })),
  )
  const tries = await Promise.allSettled(Array.from({ length: 15 }, () => library.addPhoto(photo, check)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
})

it('an upload whose processing had to be killed counts as six', async () => {
  const own = await createTestApp({ rates: { upload: { burst: 6, refillMs: 3_600_000 } } })
  onTestFinished(() => own.close())
  const account = await own.signedUp('costly@example.com')
  const run = vi.spyOn(own.files.media, 'run')
  const body = formWith(createCanvas(100, 100).toBuffer('image/png'))
  for (const [kind, status, address] of [
    ['too-slow', 422, '203.0.113.1'],
    ['died', 503, '203.0.113.2'],
  ] as const) {
    const send = async () => (await own.app.request(uploadOf(body, { ...account, 'X-Forwarded-For': address }))).status
    run.mockRejectedValueOnce(new MediaError(kind, 'as this test wants it'))
    expect(await send()).toBe(status)
    expect(await send()).toBe(429)
  }
})
