import { createCanvas, loadImage, type Image } from '@napi-rs/canvas'
import { PORTRAIT_HEIGHT, PORTRAIT_WIDTH, drawPortrait } from '../src/draw.ts'
import type { Person } from '../src/person.ts'
import type { Pose } from '../src/pose.ts'
import { PAPER } from './card-colours.ts'
import { encodePng } from './encode-png.ts'

interface PortraitPngOptions {
  /** The height follows from the width: portraits are 5 : 6. */
  widthPx: number
}

/**
 * Renders a person in a pose as a PNG from the same SVG as the site's, with Skia, the library that Chromium draws with.
 * The picture is opaque, with paper colour outside the arch. The face looks to the front, so the picture can also be
 * the source of a talking video.
 */
export async function renderPortraitPng(person: Person, pose: Pose, { widthPx }: PortraitPngOptions): Promise<Buffer> {
  const heightPx = portraitHeightPx(widthPx)
  const canvas = createCanvas(widthPx, heightPx)
  const context = canvas.getContext('2d')
  context.fillStyle = PAPER
  context.fillRect(0, 0, widthPx, heightPx)
  context.drawImage(await portraitImage(person, pose, widthPx), 0, 0, widthPx, heightPx)
  return encodePng(canvas)
}

export function portraitHeightPx(widthPx: number): number {
  return Math.round((widthPx * PORTRAIT_HEIGHT) / PORTRAIT_WIDTH)
}

/** A portrait to draw on a canvas, sharp at `widthPx`; transparent outside the arch. */
export async function portraitImage(person: Person, pose: Pose, widthPx: number): Promise<Image> {
  const svg = drawPortrait(person, pose)
  // An SVG without a size would be rendered small and then enlarged.
  const sized = svg.replace('<svg ', `<svg width="${widthPx}" height="${portraitHeightPx(widthPx)}" `)
  return loadImage(Buffer.from(sized))
}
