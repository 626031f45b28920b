import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, TEST_PASSWORD, type TestApp } from '../../../test/test-server.ts'
import { sandboxDidImages, sandboxDidTalks } from '../../infra/db/schema/talks-sandbox.ts'
import { captureLog } from '../../infra/logger-testing.ts'

type Headers = { Authorization: string }

const { log, entries } = captureLog()
const held = Promise.withResolvers<void>()
let server: TestApp
beforeAll(async () => {
  server = await createTestApp({
    log,
    async say({ text }) {
      if (text === 'Hold on.') await held.promise
      const samples = new Float32Array(6_000).fill(0.2)
      return { samples, durationMs: 250, cues: [{ atMs: 0, viseme: 'aa' as const }], words: [] }
    },
  })
})
afterAll(() => server.close())

/** Asks for a video of a photo of this person's. */
async function ask(text: string, headers: Headers): Promise<void> {
  const picture = new FormData()
  picture.append('photo', new Blob([new Uint8Array(createCanvas(64, 64).toBuffer('image/jpeg'))]), 'me.jpg')
  const uploaded = await server.app.request('/api/files/photos', { method: 'POST', headers, body: picture })
  const { id: photoId } = (await uploaded.json()) as { id: string }
  expect((await server.request('POST', '/api/avatars/talks', { photoId, text }, headers)).status).toBe(202)
}

const leave = async (headers: Headers) =>
  expect((await server.request('DELETE', '/api/account', { password: TEST_PASSWORD }, headers)).status).toBe(200)

/** What the built-in maker of videos holds. */
async function kept() {
  const talks = await server.db.select().from(sandboxDidTalks)
  const images = await server.db.select().from(sandboxDidImages)
  const files = readdirSync(join(server.fileFolder, 'files', 'sandbox-d-id'), { recursive: true, withFileTypes: true })
  return {
    talks: talks.map(({ text, status }) => `${text ?? ''} ${status}`),
    images: images.length,
    files: files.filter((file) => file.isFile()).map(({ name }) => name),
  }
}

test('the built-in maker of videos forgets pictures, words and videos with the account, and nobody else’s', async () => {
  const [eve, finn] = [await server.signedUp('eve@example.com'), await server.signedUp('finn@example.com')]
  await ask('It is Eve.', eve)
  await ask('It is Finn.', finn)
  await expect.poll(async () => (await kept()).talks.toSorted()).toEqual(['It is Eve. done', 'It is Finn. done'])
  expect((await kept()).files).toHaveLength(4)
  await leave(eve)
  const after = await kept()
  expect([after.talks, after.images, after.files.length]).toEqual([['It is Finn. done'], 1, 2])
  await leave(finn)
  expect(await kept()).toEqual({ talks: [], images: 0, files: [] })
})

test('a video that is being made when its owner leaves is not kept either', async () => {
  const gus = await server.signedUp('gus@example.com')
  await ask('Hold on.', gus)
  await expect.poll(async () => (await kept()).talks).toEqual(['Hold on. started'])
  await leave(gus)
  held.resolve()
  const ends = () => entries().filter(({ msg }) => msg === 'a talking video was finished after its request was deleted')
  await expect.poll(ends).toHaveLength(1)
  expect(await kept()).toEqual({ talks: [], images: 0, files: [] })
})
