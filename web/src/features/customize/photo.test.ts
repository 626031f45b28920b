import { expect, test } from 'vitest'
import { forgetPhoto, PHOTO_MAX_MB, readPhoto } from './photo.ts'

const shown = async () => true

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
  await expect(readPhoto(fileOf('image/png'), async () => false)).rejects.toThrow('could not be opened')
})
