import { createCanvas, loadImage, type Image } from '@napi-rs/canvas'
import { personOf } from '#portrait/people.ts'
import { REST_POSE } from '#portrait/pose.ts'
import { portraitHeightPx, renderPortraitPng } from '../../../portrait/png/portrait-png.ts'
import { MediaError, type DrawPortraitTask, type Picture, type ReencodePhotoTask } from './media-tasks.ts'

const JPEG_QUALITY = 90

/** Always a JPEG: pixels alone survive, on white where the picture was clear. */
export async function reencodePhoto({ bytes, maxSidePx, orientation }: ReencodePhotoTask): Promise<Picture> {
  const image = await decode(bytes)
  const isTurned = orientation >= 5
  const scale = Math.min(1, maxSidePx / Math.max(image.width, image.height))
  const drawnWidth = Math.max(1, Math.round(image.width * scale))
  const drawnHeight = Math.max(1, Math.round(image.height * scale))
  const widthPx = isTurned ? drawnHeight : drawnWidth
  const heightPx = isTurned ? drawnWidth : drawnHeight
  const canvas = createCanvas(widthPx, heightPx)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, widthPx, heightPx)
  context.imageSmoothingQuality = 'high'
  context.setTransform(...uprightTransform(orientation, widthPx, heightPx))
  context.drawImage(image, 0, 0, drawnWidth, drawnHeight)
  return { bytes: await canvas.encode('jpeg', JPEG_QUALITY), widthPx, heightPx }
}

/** A catalogue assistant at rest, facing the front: what a service that animates pictures takes. */
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

/** From the picture as it is stored to the picture as it is meant (EXIF 2.32, tag 0x0112), as a canvas's matrix. */
function uprightTransform(
  orientation: number,
  width: number,
  height: number,
): [number, number, number, number, number, number] {
  switch (orientation) {
    case 2:
      return [-1, 0, 0, 1, width, 0]
    case 3:
      return [-1, 0, 0, -1, width, height]
    case 4:
      return [1, 0, 0, -1, 0, height]
    case 5:
      return [0, 1, 1, 0, 0, 0]
    case 6:
      return [0, 1, -1, 0, width, 0]
    case 7:
      return [0, -1, -1, 0, width, height]
    case 8:
      return [0, -1, 1, 0, 0, height]
    default:
      return [1, 0, 0, 1, 0, 0]
  }
}
