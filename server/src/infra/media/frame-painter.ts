import { createCanvas } from '@napi-rs/canvas'
import { personOf } from '#portrait/people.ts'
import { createPhotoPuppet } from '#portrait/photo/photo-puppet.ts'
import type { Pose } from '#portrait/pose.ts'
import { PAPER } from '../../../../portrait/png/card-colours.ts'
import { portraitHeightPx, portraitImage } from '../../../../portrait/png/portrait-png.ts'
import type { TalkingFace } from './media-tasks.ts'
import { decode, scaledOnWhite } from './pictures.ts'

interface FramePainter {
  /** Both even, as video codecs require. */
  width: number
  height: number
  /** Varies the moments at which faces blink. */
  seed: number
  /** RGBA, valid until the next call. */
  paint(pose: Pose): Promise<Uint8Array>
}

const PORTRAIT_WIDTH_PX = 400
/** Photos are scaled into this frame and keep their aspect ratio. */
const PHOTO_MAX_WIDTH_PX = 512
const PHOTO_MAX_HEIGHT_PX = 512

export async function createFramePainter(face: TalkingFace): Promise<FramePainter> {
  return face.kind === 'portrait' ? portraitPainter(face.personId) : photoPainter(face)
}

function portraitPainter(personId: string): FramePainter {
  const person = personOf(personId)
  const width = PORTRAIT_WIDTH_PX
  const height = portraitHeightPx(width)
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  return {
    width,
    height,
    seed: seedOf(personId),
    async paint(pose) {
      context.fillStyle = PAPER
      context.fillRect(0, 0, width, height)
      context.drawImage(await portraitImage(person, pose, width), 0, 0, width, height)
      return canvas.data()
    },
  }
}

async function photoPainter({ picture, face }: Extract<TalkingFace, { kind: 'photo' }>): Promise<FramePainter> {
  const image = await decode(picture)
  const scale = Math.min(PHOTO_MAX_WIDTH_PX / image.width, PHOTO_MAX_HEIGHT_PX / image.height, 2)
  const width = even(image.width * scale)
  const height = even(image.height * scale)
  const context = scaledOnWhite(image, width, height).getContext('2d')
  const pixels = new Uint8Array(context.getImageData(0, 0, width, height).data)
  const puppet = createPhotoPuppet({ data: pixels, width, height }, face)
  const frame = new Uint8Array(width * height * 4)
  return {
    width,
    height,
    seed: seedOf(`${width}x${height} ${face.mouth.left.x} ${face.mouth.left.y}`),
    async paint(pose) {
      puppet.draw(pose, frame)
      return frame
    },
  }
}

function even(length: number): number {
  return Math.max(2, Math.round(length / 2) * 2)
}

function seedOf(text: string): number {
  let seed = 7
  for (const character of text) seed = (Math.imul(seed, 31) + (character.codePointAt(0) ?? 0)) | 0
  return seed
}
