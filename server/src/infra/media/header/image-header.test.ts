import { createCanvas } from '@napi-rs/canvas'
import { expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { checkPhoto } from './image-header.ts'
import { barePng } from './png-header.ts'

function picture(kind: 'jpeg' | 'png' | 'webp', width = 120, height = 80): Buffer {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#3a7'
  context.fillRect(10, 10, width / 2, height / 2)
  return kind === 'png'
    ? canvas.toBuffer('image/png')
    : kind === 'jpeg'
      ? canvas.toBuffer('image/jpeg')
      : canvas.toBuffer('image/webp')
}

const bytesOf = (...parts: (string | Uint8Array)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))))

function refusalOf(bytes: Uint8Array): string {
  try {
    checkPhoto(bytes)
  } catch (error) {
    if (error instanceof AppError) return error.detail
    throw error
  }
  return 'taken'
}

/** The same JPEG with another size in its header. */
function jpegOfSize(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(picture('jpeg'))
  const at = Buffer.from(bytes).indexOf(Buffer.from([0xff, 0xc0]))
  new DataView(bytes.buffer).setUint16(at + 5, height)
  new DataView(bytes.buffer).setUint16(at + 7, width)
  return bytes
}

function pngChunk(kind: string, data: Uint8Array): Uint8Array {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return bytesOf(length, kind, data, new Uint8Array(4))
}

function pngWith(chunk: Uint8Array): Uint8Array {
  const png = picture('png')
  return bytesOf(png.subarray(0, 33), chunk, png.subarray(33))
}

function jpegWith(marker: number, data: Uint8Array): Uint8Array {
  const jpeg = picture('jpeg')
  const head = Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff])
  return bytesOf(jpeg.subarray(0, 2), head, data, jpeg.subarray(2))
}

it.each(['jpeg', 'png', 'webp'] as const)('reads the size of a %s', (kind) => {
  expect(checkPhoto(new Uint8Array(picture(kind)))).toMatchObject({ widthPx: 120, heightPx: 80, isAnimated: false })
})

it.each<[string, () => Uint8Array, RegExp]>([
  ['nothing', () => new Uint8Array(), /empty/],
  ['a text', () => bytesOf('hello, I am a photo'), /not a picture/],
  [
    'an SVG with a script',
    () => bytesOf('<svg xmlns="…"><script>alert(1)</script></svg>'),
    /SVG drawings are not accepted/,
  ],
  ['an SVG behind an XML head', () => bytesOf('<?xml version="1.0"?>\n<svg/>'), /SVG drawings are not accepted/],
  ['a GIF', () => bytesOf('GIF89a/*', new Uint8Array(40)), /GIF pictures/],
  ['a HEIC', () => bytesOf('\0\0\0\x18ftypheic', new Uint8Array(40)), /save the picture as a JPEG/],
  ['100 megapixels', () => jpegOfSize(10_000, 10_000), /100 megapixels; the limit is 40/],
  ['a bomb of 65535 × 65535', () => jpegOfSize(65_535, 65_535), /megapixels/],
  ['a strip nine times as long as wide', () => jpegOfSize(9 * 64, 64), /too narrow/],
  ['a single pixel', () => jpegOfSize(1, 1), /only 1 × 1 pixels/],
  ['a very narrow picture', () => jpegOfSize(9_000, 70), /too narrow/],
  ['half a JPEG', () => new Uint8Array(picture('jpeg').subarray(0, 500)), /damaged or incomplete/],
  ['half a PNG', () => new Uint8Array(picture('png').subarray(0, 90)), /damaged or incomplete/],
  ['half a WebP', () => new Uint8Array(picture('webp').subarray(0, 60)), /damaged or incomplete/],
  [
    'a PNG of size 0',
    () => bytesOf(picture('png').subarray(0, 16), new Uint8Array(8), picture('png').subarray(24)),
    /damaged/,
  ],
  ['an animated WebP', () => bytesOf('RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\x77\0\0\x4f\0\0'), /animated/],
  ['an animated PNG', () => pngWith(pngChunk('acTL', new Uint8Array(8))), /animated/],
  ['a JPEG with a ZIP behind', () => bytesOf(picture('jpeg'), 'PK\x03\x04 and more'), /hidden in the picture/],
  ['a PNG with a program behind', () => bytesOf(picture('png'), 'MZ\x90'), /hidden in the picture/],
  ['a JPEG with a page behind', () => bytesOf(picture('jpeg'), '\n<html><body>'), /hidden in the picture/],
  ['a JPEG with a script in its comment', () => jpegWith(0xfe, bytesOf('*/=1;</a><SCRIPT >alert(1)//')), /hidden/],
  [
    'a PNG with PHP in its text',
    () => pngWith(pngChunk('tEXt', bytesOf('Comment\0<?php system($_GET[0]);'))),
    /hidden/,
  ],
])('refuses %s and says why', (_, make, why) => {
  expect(refusalOf(make())).toMatch(why)
})

it('accepts the data that phones append to a photo', () => {
  expect(refusalOf(bytesOf(picture('jpeg'), '\0\0\0\x18ftypmp42', new Uint8Array(2_000)))).toBe('taken')
  expect(refusalOf(bytesOf(picture('jpeg'), picture('jpeg')))).toBe('taken')
})

it('keeps only the chunks of a PNG that are needed to show it', () => {
  const bare = Buffer.from(barePng(pngWith(pngChunk('zTXt', new Uint8Array(900)))))
  expect(bare.includes('zTXt')).toBe(false)
  expect(checkPhoto(new Uint8Array(bare))).toMatchObject({ widthPx: 120, heightPx: 80 })
})

it.each([0, 1, 2, 3, 7])('accepts or refuses a damaged picture without any other error (seed %i)', (seed) => {
  for (const kind of ['jpeg', 'png', 'webp'] as const) {
    const original = picture(kind)
    for (let round = 0; round < 400; round += 1) {
      const bytes = new Uint8Array(original)
      for (let change = 0; change < 6; change += 1) {
        const dice = Math.imul(seed * 7_919 + round * 31 + change, 0x9e3779b1) >>> 0
        bytes[dice % Math.min(bytes.length, 200)] = dice >>> 24
      }
      // A damaged file is accepted or refused, but never causes any other error.
      expect(typeof refusalOf(bytes.subarray(0, bytes.length - (round % 50)))).toBe('string')
    }
  }
})
