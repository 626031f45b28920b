import { expect, test } from 'vitest'
import { forgetPhoto, PHOTO_MAX_MB, readPhoto, type PhotoViewer } from './photo.ts'

const shown: PhotoViewer = { measure: async () => ({ width: 800, height: 600 }), opens: async () => true }

function fileOf(type: string, bytes = 8): File {
  return new File([new Uint8Array(bytes)], 'face.png', { type })
}

test('an image is taken, with an address to show it by', async () => {
  const photo = await readPhoto(fileOf('image/png'), shown)
  expect(photo.name).toBe('face.png')
  expect(photo.url).toMatch(/^blob:/)
  forgetPhoto(photo)
})

test('what only looks like one is refused, each with its reason', async () => {
  await expect(readPhoto(fileOf('application/pdf'), shown)).rejects.toThrow('not an image')
  await expect(readPhoto(fileOf(''), shown)).rejects.toThrow('not an image')
  await expect(readPhoto(fileOf('image/png', PHOTO_MAX_MB * 1024 * 1024 + 1), shown)).rejects.toThrow('larger than')
  const damaged = { ...shown, opens: async () => false }
  await expect(readPhoto(fileOf('image/png'), damaged)).rejects.toThrow('could not be opened')
  const unknown = { ...shown, measure: async () => null }
  await expect(readPhoto(fileOf('image/png'), unknown)).rejects.toThrow('could not be opened')
})

test('a small file that unfolds to a huge picture is never opened', async () => {
  let wasOpened = false
  const huge: PhotoViewer = {
    measure: async () => ({ width: 20_000, height: 20_000 }),
    opens: async () => (wasOpened = true),
  }
  await expect(readPhoto(fileOf('image/png'), huge)).rejects.toThrow('40 million pixels')
  expect(wasOpened).toBe(false)
})
