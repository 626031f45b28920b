import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, TEST_PASSWORD, type TestApp } from '../../../test/test-server.ts'
import { videos } from '../../infra/db/schema/videos.ts'
import { captureLog } from '../../infra/logger-testing.ts'

type Headers = { Authorization: string }

const { log, entries } = captureLog()
const held = Promise.withResolvers<void>()
let server: TestApp
beforeAll(async () => {
  const say = async ({ text }: { text: string }) => {
    if (text === 'Hold on.') await held.promise
    const samples = new Float32Array(6_000).fill(0.2)
    return { samples, durationMs: 250, cues: [{ atMs: 0, viseme: 'aa' as const }], words: [] }
  }
  server = await createTestApp({ log, say })
})
afterAll(() => server.close())

/** Uploads a photo and requests a video of it. */
async function ask(text: string, headers: Headers): Promise<void> {
  const picture = new FormData()
  picture.append('photo', new Blob([new Uint8Array(createCanvas(64, 64).toBuffer('image/jpeg'))]), 'me.jpg')
  const uploaded = await server.app.request('/api/files/photos', { method: 'POST', headers, body: picture })
  const { id: photoId } = (await uploaded.json()) as { id: string }
  const asked = await server.request('POST', '/api/videos', { photoId, text }, headers)
  expect(asked.status).toBe(202)
}

const leave = async (headers: Headers) =>
  expect((await server.request('DELETE', '/api/account', { password: TEST_PASSWORD }, headers)).status).toBe(200)

/** All rows of videos, and all stored files of photos, videos and speech. */
async function kept() {
  const rows = await server.db.select().from(videos)
  const files = readdirSync(join(server.fileFolder, 'files'), { recursive: true, withFileTypes: true })
  return {
    videos: rows.map(({ text, step }) => `${text} ${step}`).toSorted(),
    files: files.filter((file) => file.isFile()).length,
  }
}

test('a user’s photos, texts and videos are deleted with the account, and those of others are kept', async () => {
  const [eve, finn] = [await server.signedUp('eve@example.com'), await server.signedUp('finn@example.com')]
  await ask('It is Eve.', eve)
  await ask('It is Finn.', finn)
  await expect.poll(async () => (await kept()).videos).toEqual(['It is Eve. done', 'It is Finn. done'])
  expect((await kept()).files).toBe(4)
  await leave(eve)
  expect(await kept()).toEqual({ videos: ['It is Finn. done'], files: 2 })
  await leave(finn)
  expect(await kept()).toEqual({ videos: [], files: 0 })
})

test('a video that is being rendered when its owner’s account is deleted is not kept', async () => {
  const gus = await server.signedUp('gus@example.com')
  await ask('Hold on.', gus)
  await expect.poll(async () => (await kept()).videos).toEqual(['Hold on. rendering'])
  await leave(gus)
  held.resolve()
  const ends = () => entries().filter(({ msg }) => msg === 'a talking video was finished after its request was deleted')
  await expect.poll(ends).toHaveLength(1)
  expect(await kept()).toEqual({ videos: [], files: 0 })
})
