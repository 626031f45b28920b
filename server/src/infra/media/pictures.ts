import { createCanvas, loadImage, type Canvas, type Image } from '@napi-rs/canvas'
import { personOf } from '#portrait/people.ts'
import { REST_POSE } from '#portrait/pose.ts'
import { portraitHeightPx, renderPortraitPng } from '../../../../portrait/png/portrait-png.ts'
import { MediaError, type DrawPortraitTask, type Picture } from './media-tasks.ts'

const JPEG_QUALITY = 90

/**
 * Always makes a JPEG: only the pixels survive, on white where the photo was transparent. Decoding has applied the
 * photo's orientation already.
 */
export async function reencodePhoto({ bytes, maxSidePx }: { bytes: Uint8Array; maxSidePx: number }): Promise<Picture> {
  const image = await decode(bytes)
  const scale = Math.min(1, maxSidePx / Math.max(image.width, image.height))
  const widthPx = Math.max(1, Math.round(image.width * scale))
  const heightPx = Math.max(1, Math.round(image.height * scale))
  const jpeg = await scaledOnWhite(image, widthPx, heightPx).encode('jpeg', JPEG_QUALITY)
  return { bytes: jpeg, widthPx, heightPx }
}

export function scaledOnWhite(image: Image, widthPx: number, heightPx: number): Canvas {
  const canvas = createCanvas(widthPx, heightPx)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, widthPx, heightPx)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, widthPx, heightPx)
  return canvas
}

/** A catalogue assistant at rest, facing the camera, as services that animate pictures need it. */
export async function drawPortraitPicture({ personId, widthPx }: DrawPortraitTask): Promise<Picture> {
  const bytes = await renderPortraitPng(personOf(personId), REST_POSE, { widthPx })
  return { bytes, widthPx, heightPx: portraitHeightPx(widthPx) }
}

export async function decode(bytes: Uint8Array): Promise<Image> {
  let image: Image
  try {
    image = await loadImage(Buffer.from(bytes))
  } catch (cause) {
    throw new MediaError('undecodable', 'the picture could not be decoded', { cause })
  }
  if (image.width < 1 || image.height < 1) throw new MediaError('undecodable', 'the picture is empty')
  return image
}
