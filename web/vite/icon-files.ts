import { createCanvas, loadImage } from '@napi-rs/canvas'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { madeFiles } from './made-files.ts'

const PAPER = '#faf5ec'
const VERMILION = '#cc3211'

/** The arch on a transparent background, for systems that keep an icon's own outline. */
const freeIcon = () => readFileSync(new URL('../public/icon.svg', import.meta.url))

/**
 * The arch on a full background, for systems that crop icons to their own shape. Its top and the smile are within the
 * central circle of 80 %, which no shape crops.
 */
const fullIcon = () =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path fill="${PAPER}" d="M0 0h512v512H0z"/>` +
      `<path fill="${VERMILION}" d="M128 512V252a128 128 0 0 1 256 0v260Z"/>` +
      '<path d="M192 310q32 54 64 54t64-54" fill="none" stroke="#fefbf7" stroke-width="30" stroke-linecap="round"/></svg>',
  )

const ICONS = [
  { address: '/icons/icon-32.png', sizePx: 32, draw: freeIcon },
  { address: '/icons/icon-192.png', sizePx: 192, draw: freeIcon },
  { address: '/icons/icon-512.png', sizePx: 512, draw: freeIcon },
  { address: '/icons/icon-maskable-192.png', sizePx: 192, draw: fullIcon },
  { address: '/icons/icon-maskable-512.png', sizePx: 512, draw: fullIcon },
  { address: '/icons/apple-touch-icon.png', sizePx: 180, draw: fullIcon },
] as const

/** The icons that must be bitmaps, drawn from the same arch as `icon.svg`. */
export function iconFiles(): Plugin {
  return madeFiles('voxhall:icon-files', [
    ...ICONS.map(({ address, sizePx, draw }) => ({ address, make: () => renderPng(draw(), sizePx) })),
    // Feed readers and old tools request this address, whatever the pages link to.
    { address: '/favicon.ico', make: async () => iconFile(await renderPng(freeIcon(), FAVICON_PX), FAVICON_PX) },
  ])
}

const FAVICON_PX = 32

async function renderPng(svg: Buffer, sizePx: number): Promise<Buffer> {
  const canvas = createCanvas(sizePx, sizePx)
  const image = await loadImage(svg)
  // Renders at the target size instead of scaling a smaller bitmap.
  image.width = sizePx
  image.height = sizePx
  canvas.getContext('2d').drawImage(image, 0, 0, sizePx, sizePx)
  return canvas.encode('png')
}

/** An .ico file with a single picture, which may be a PNG: a directory with one entry, followed by the picture. */
function iconFile(png: Buffer, sizePx: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(sizePx, 6)
  head.writeUInt8(sizePx, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.byteLength, 14)
  head.writeUInt32LE(head.byteLength, 18)
  return Buffer.concat([head, png])
}
