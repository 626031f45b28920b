import { expect, test } from 'vitest'
import { forgetPhoto, PHOTO_MAX_MB, readPhoto, type PhotoViewer } from './photo.ts'

const shown: PhotoViewer = { measure: async () => ({ width: 800, height: 600 }), opens: async () => true }

const PNG_HEAD = '\x89PNG\r\n\x1a\n'
const PNG_END = 'IEND\xaeB`\x82'
const JPEG_HEAD = '\xff\xd8\xff\xe0'
const JPEG_END = '\xff\xd9'

/** A file whose bytes are the text's characters in Latin-1. */
function fileOf(type: string, content = PNG_HEAD, moreBytes = 0): File {
  return new File([Buffer.from(content, 'latin1'), new Uint8Array(moreBytes)], 'face.png', { type })
}

test('an image is accepted and gets an address to display it', async () => {
  const photo = await readPhoto(fileOf('image/png'), shown)
  expect(photo.name).toBe('face.png')
  expect(photo.url).toMatch(/^blob:/)
  forgetPhoto(photo)
})

test('files that are not usable images are refused with a reason', async () => {
  await expect(readPhoto(fileOf('application/pdf'), shown)).rejects.toThrow('not an image')
  await expect(readPhoto(fileOf(''), shown)).rejects.toThrow('not an image')
  await expect(readPhoto(fileOf('image/png', PNG_HEAD, PHOTO_MAX_MB * 1024 * 1024), shown)).rejects.toThrow(
    'larger than',
  )
  const damaged = { ...shown, opens: async () => false }
  await expect(readPhoto(fileOf('image/png'), damaged)).rejects.toThrow('could not be opened')
  const unknown = { ...shown, measure: async () => null }
  await expect(readPhoto(fileOf('image/png'), unknown)).rejects.toThrow('could not be opened')
})

test('a small file that decodes to a huge picture is never opened', async () => {
  let wasOpened = false
  const huge: PhotoViewer = {
    measure: async () => ({ width: 20_000, height: 20_000 }),
    opens: async () => (wasOpened = true),
  }
  await expect(readPhoto(fileOf('image/png'), huge)).rejects.toThrow('40 million pixels')
  expect(wasOpened).toBe(false)
})

test.each([
  ['a text with the type of an image', 'hello, I am a photo', 'not an image'],
  ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'SVG drawings'],
  ['an SVG after an XML declaration', '<?xml version="1.0"?>\n<svg/>', 'SVG drawings'],
  ['a PNG with a ZIP appended', `${PNG_HEAD}pixels${PNG_END}PK\x03\x04more`, 'hidden'],
  ['a JPEG with an HTML page appended', `${JPEG_HEAD}pixels${JPEG_END}\n<html><body>`, 'hidden'],
  ['a JPEG with a program appended', `${JPEG_HEAD}pixels${JPEG_END}MZ\x90`, 'hidden'],
  ['a JPEG with a script in its comment', `${JPEG_HEAD}*/=1;</a><SCRIPT >alert(1)//${JPEG_END}`, 'hidden'],
  ['a GIF with PHP in it', 'GIF89a<?php system($_GET[0]);', 'hidden'],
])('%s is refused before it is opened', async (_, content, why) => {
  let wasOpened = false
  const viewer: PhotoViewer = { ...shown, opens: async () => (wasOpened = true) }
  await expect(readPhoto(fileOf('image/png', content), viewer)).rejects.toThrow(why)
  expect(wasOpened).toBe(false)
})

test.each([
  ['a JPEG', `${JPEG_HEAD}pixels${JPEG_END}`],
  ['a JPEG with the data that phones append', `${JPEG_HEAD}pixels${JPEG_END}\0\0\0\x18ftypmp42`],
  ['a JPEG with a description', `${JPEG_HEAD}<x:xmpmeta xmlns:x="adobe:ns:meta/">pixels${JPEG_END}`],
  ['a WebP', 'RIFF\x10\0\0\0WEBPVP8 '],
  ['a GIF', 'GIF89a;'],
])('%s is accepted', async (_, content) => {
  const photo = await readPhoto(fileOf('image/png', content), shown)
  expect(photo.url).toMatch(/^blob:/)
  forgetPhoto(photo)
})
