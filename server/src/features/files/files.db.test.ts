import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-server.ts'
import { files } from '../../infra/db/schema/files.ts'
import { users } from '../../infra/db/schema/auth.ts'
import { createDiskStore } from '../../infra/storage/disk-store.ts'
import { createFileLibrary } from '../../infra/storage/file-library.ts'

let server: TestApp
let owner: { Authorization: string }
beforeAll(async () => {
  server = await createTestApp({
    rates: { upload: { burst: 1_000, refillMs: 1 }, file: { burst: 300, refillMs: 60_000 } },
  })
  owner = await server.signedUp('owner@example.com')
})
afterAll(() => server.close())

function jpeg(width = 300, height = 200): Buffer {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#f00'
  context.fillRect(0, 0, width / 2, height)
  context.fillStyle = '#00f'
  context.fillRect(width / 2, 0, width / 2, height)
  return canvas.toBuffer('image/jpeg')
}

/** A photo like a phone's, rotated by 90 degrees, with a location, a name and a thumbnail in its metadata. */
function fromPhone(): Buffer {
  const exif = Buffer.alloc(200)
  exif.write('Exif\0\0MM', 'latin1')
  exif.writeUInt16BE(42, 8)
  exif.writeUInt32BE(8, 10)
  exif.writeUInt16BE(1, 14)
  exif.writeUInt16BE(0x0112, 16)
  exif.writeUInt16BE(3, 18)
  exif.writeUInt32BE(1, 20)
  exif.writeUInt16BE(6, 24)
  exif.write('GPS 52.5200 13.4050 SECRET', 60, 'latin1')
  const picture = jpeg()
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  return Buffer.concat([picture.subarray(0, 2), head, exif, picture.subarray(2)])
}

async function upload(bytes: Uint8Array, headers: Record<string, string> = owner, name = 'me.jpg') {
  const form = new FormData()
  form.append('photo', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), name)
  return server.app.request('/api/files/photos', { method: 'POST', headers, body: form })
}

async function uploaded(bytes: Uint8Array = jpeg()) {
  const response = await upload(bytes)
  expect(response.status).toBe(201)
  return (await response.json()) as { id: string; url: string; widthPx: number; heightPx: number }
}

describe('a photo', () => {
  it('is redrawn upright and without its metadata', async () => {
    const photo = await uploaded(fromPhone())
    expect(photo).toMatchObject({ widthPx: 200, heightPx: 300 })
    const response = await server.app.request(photo.url)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.includes('SECRET')).toBe(false)
    expect(bytes.includes('Exif')).toBe(false)
    const image = await loadImage(bytes)
    const context = createCanvas(200, 300).getContext('2d')
    context.drawImage(image, 0, 0)
    // The camera lay on its right side, so the left edge of the image data is at the top.
    const [red, , blue] = context.getImageData(100, 40, 1, 1).data
    expect(red).toBeGreaterThan(200)
    expect(blue).toBeLessThan(60)
  })

  it('is on white where it was transparent', async () => {
    const { url } = await uploaded(createCanvas(200, 200).toBuffer('image/png'))
    const image = await loadImage(Buffer.from(await (await server.app.request(url)).arrayBuffer()))
    const context = createCanvas(200, 200).getContext('2d')
    context.drawImage(image, 0, 0)
    expect(Math.min(...context.getImageData(100, 100, 1, 1).data)).toBeGreaterThan(250)
  })

  it('is never larger than 1024 pixels', async () => {
    expect(await uploaded(jpeg(3_000, 1_500))).toMatchObject({ widthPx: 1_024, heightPx: 512 })
  })

  it('is served as an image only, with safe headers and a permanent cache', async () => {
    const { url } = await uploaded()
    const response = await server.app.request(url)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'private, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
    })
    const saved = await server.app.request(`${url}?download=1`)
    expect(saved.headers.get('content-disposition')).toBe('attachment; filename="voxhall-photo.jpg"')
    const part = await server.app.request(url, { headers: { Range: 'bytes=0-1' } })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer()).toString('hex')).toBe('ffd8')
  })

  it('is read only for a GET without a valid cached copy, and only the requested part', async () => {
    const { url, id } = await uploaded()
    const path = join(server.fileFolder, 'files', 'photos', id.slice(0, 2), id)
    const whole = readFileSync(path)
    // No bytes are needed for these responses, so the file may be missing.
    rmSync(path)
    const held = await server.app.request(url, { headers: { 'If-None-Match': `"${id}"` } })
    expect([held.status, (await server.app.request(url, { method: 'HEAD' })).status]).toEqual([304, 200])
    expect((await server.app.request(url)).status).toBe(404)
    writeFileSync(path, whole.subarray(0, 100))
    const part = await server.app.request(url, { headers: { Range: 'bytes=98-99' } })
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(98, 100))
    expect(part.headers.get('content-range')).toBe(`bytes 98-99/${whole.length}`)
  })

  it('is rate-limited for each client', async () => {
    const { url } = await uploaded()
    const address = { 'X-Forwarded-For': '203.0.113.77' }
    const asked = await Promise.all(
      Array.from(
        { length: 320 },
        async () => (await server.app.request(url, { method: 'HEAD', headers: address })).status,
      ),
    )
    expect(new Set(asked)).toEqual(new Set([200, 429]))
    expect((await server.app.request(url)).status).toBe(200)
  })

  it.each<[string, () => Uint8Array, number, RegExp]>([
    ['a script named like a photo', () => Buffer.from('<svg onload="alert(1)">'), 422, /SVG drawings/],
    ['a photo that is cut off', () => jpeg().subarray(0, 900), 422, /damaged or incomplete/],
    ['a photo with a web page appended', () => Buffer.concat([jpeg(), Buffer.from('<html>')]), 422, /hidden/],
    ['nothing', () => new Uint8Array(), 422, /empty/],
    ['eleven megabytes', () => Buffer.alloc(11 * 1024 * 1024, 0xff), 413, /10 MB/],
    ['a body of twelve megabytes (unread)', () => Buffer.alloc(12 * 1024 * 1024, 0xff), 413, /10 MB/],
  ])('%s is refused', async (_, make, status, detail) => {
    const response = await upload(make())
    expect(response.status).toBe(status)
    expect((await response.json()) as object).toMatchObject({ detail: expect.stringMatching(detail) as string })
  })

  it('counts towards the limit of one hundred per user', async () => {
    const headers = await server.signedUp('collector@example.com')
    const [user] = await server.db.select().from(users).where(eq(users.email, 'collector@example.com'))
    const row = {
      kind: 'photo' as const,
      mediaType: 'image/jpeg',
      byteLength: 1,
      userId: user?.id,
      createdAt: new Date(),
    }
    const ids = Array.from({ length: 100 }, (_, index) => `collected-${index}`)
    await server.db.insert(files).values(ids.map((id) => ({ ...row, id })))
    await server.db.insert(files).values({ ...row, id: 'collected-video', kind: 'video', mediaType: 'video/webm' })
    expect((await upload(jpeg(), headers)).status).toBe(429)
    await server.db.delete(files).where(eq(files.id, ids[0] ?? ''))
    expect((await upload(jpeg(), headers)).status).toBe(201)
    const isOver = eq(files.id, ids[1] ?? '')
    await server.db
      .update(files)
      .set({ expiresAt: new Date(0) })
      .where(isOver)
    expect((await upload(jpeg(), headers)).status).toBe(201)
  })

  it('needs a signed-in owner', async () => {
    expect((await upload(jpeg(), {})).status).toBe(401)
    const without = await server.app.request('/api/files/photos', {
      method: 'POST',
      headers: owner,
      body: new FormData(),
    })
    expect(without.status).toBe(400)
  })
})

describe('the queue for reading pictures', () => {
  const large = jpeg(2_000, 1_500)
  const many = (count: number, headers: Record<string, string>) =>
    Promise.all(Array.from({ length: count }, () => upload(large, headers)))

  it('is not blocked by one user, whose further uploads are refused with a message', async () => {
    const other = await server.signedUp('other@example.com')
    const greedy = many(14, { ...owner, 'X-Forwarded-For': '203.0.113.7' })
    const [theirs, another] = await Promise.all([
      greedy,
      upload(jpeg(), { ...other, 'X-Forwarded-For': '203.0.113.8' }),
    ])
    expect(new Set(theirs.map(({ status }) => status))).toEqual(new Set([201, 429]))
    const refused = theirs.find(({ status }) => status === 429)
    expect(refused?.headers.get('Retry-After')).toBe('2')
    expect(await refused?.json()).toMatchObject({ detail: expect.stringContaining('Your other photos') as string })
    expect(another.status).toBe(201)
    await uploaded()
  })

  it('is not blocked by one address with many accounts', async () => {
    const accounts = await Promise.all([1, 2, 3].map((at) => server.signedUp(`many-${at}@example.com`)))
    const address = { 'X-Forwarded-For': '203.0.113.9' }
    const answers = (await Promise.all(accounts.map((account) => many(2, { ...account, ...address })))).flat()
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 429]))
    expect((await upload(jpeg(), { ...owner, ...address })).status).toBe(201)
  })
})

describe('the library', () => {
  it('deletes expired photos that no assistant keeps, and no others', async () => {
    const { library } = server.files
    const [kept, left] = [await uploaded(), await uploaded()]
    const [person] = await server.db.select({ id: users.id }).from(users).where(eq(users.email, 'owner@example.com'))
    const hoursOf = async ({ id }: { id: string }) => {
      const [row] = await server.db.select().from(files).where(eq(files.id, id))
      return row?.expiresAt ? Math.round((row.expiresAt.getTime() - Date.now()) / 3_600_000) : null
    }
    expect(await hoursOf(kept)).toBe(48)
    const userId = person?.id ?? ''
    expect(await library.keepPhoto(kept.id, userId)).toBe(true)
    expect(await library.keepPhoto(left.id, 'another person')).toBe(false)
    expect([await hoursOf(kept), await hoursOf(left)]).toEqual([null, 48])
    const video = { kind: 'video' as const, owner: { userId }, mediaType: 'video/webm', expiresAt: null }
    const videoId = await library.add({ ...video, bytes: new Uint8Array(8) })
    expect(await library.keepPhoto(videoId, userId), 'a video').toBe(false)
    await server.db
      .update(files)
      .set({ expiresAt: new Date(0) })
      .where(eq(files.id, left.id))
    expect(await library.keepPhoto(left.id, userId), 'an expired photo').toBe(false)
    expect((await server.app.request(left.url)).status).toBe(404)
    await library.clear()
    expect(await server.db.select().from(files).where(eq(files.id, left.id))).toEqual([])
    expect((await server.app.request(kept.url)).status).toBe(200)
    await library.letGo(kept.id)
    expect((await server.app.request(kept.url)).status).toBe(404)
  })

  it('deletes drafts that a crash left behind, and none that may still be written', async () => {
    const [old, young] = ['old', 'young'].map((name) => join(server.fileFolder, 'files', `${name}.draft`)) as [
      string,
      string,
    ]
    for (const draft of [old, young]) writeFileSync(draft, 'half')
    const writtenAt = new Date(Date.now() - 11 * 60_000)
    utimesSync(old, writtenAt, writtenAt)
    for (const chore of server.files.chores) await chore()
    expect([existsSync(old), existsSync(young)]).toEqual([false, true])
  })

  it('serves no speech that was made with a person’s own key', async () => {
    const speech = { kind: 'speech' as const, owner: 'shared' as const, mediaType: 'audio/wav', expiresAt: null }
    const id = await server.files.library.add({ ...speech, bytes: new Uint8Array(8) })
    expect((await server.app.request(`/files/${id}`)).status).toBe(404)
    await server.files.library.clear()
    expect(await server.files.library.find(id), 'a file without an owner that all share is kept').toBeDefined()
    await server.db.delete(files).where(eq(files.id, id))
  })

  it('has no record of a photo whose bytes could not be stored', async () => {
    const folder = join(server.fileFolder, 'a-file-instead-of-a-folder')
    writeFileSync(folder, '')
    const library = createFileLibrary({ db: server.db, store: createDiskStore(folder) })
    const photo = { kind: 'photo' as const, owner: 'shared' as const, mediaType: 'image/jpeg', expiresAt: null }
    await expect(library.add({ ...photo, bytes: jpeg() })).rejects.toThrow(/^(?:EEXIST|ENOTDIR)/)
    expect(await server.db.$count(files, eq(files.shared, true))).toBe(0)
  })

  it('stops serving the files of a deleted account and deletes them', async () => {
    const leaving = await server.signedUp('leaving@example.com')
    const { url, id } = (await (await upload(jpeg(), leaving)).json()) as { url: string; id: string }
    await server.db.delete(users).where(eq(users.email, 'leaving@example.com'))
    expect((await server.app.request(url)).status).toBe(404)
    await server.files.library.clear()
    expect(await server.db.select().from(files).where(eq(files.id, id))).toEqual([])
  })
})
