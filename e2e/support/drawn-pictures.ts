import { createCanvas, loadImage } from '@napi-rs/canvas'
import { drawPortrait } from '../../portrait/src/draw.ts'
import { personOf } from '../../portrait/src/people.ts'
import { REST_POSE } from '../../portrait/src/pose.ts'

/** A simple face as a child might draw it, as a PNG file. */
export function childsDrawing(): Buffer {
  const canvas = createCanvas(320, 320)
  const context = canvas.getContext('2d')
  context.fillStyle = 'peachpuff'
  context.fillRect(0, 0, 320, 320)
  context.fillStyle = 'black'
  for (const x of [110, 200]) context.fillRect(x, 120, 16, 16)
  context.fillStyle = 'firebrick'
  context.fillRect(120, 210, 80, 12)
  return canvas.toBuffer('image/png')
}

/** The portrait of a catalogue assistant, as a PNG file. */
export async function portraitPicture(personId: string): Promise<Buffer> {
  const drawn = drawPortrait(personOf(personId), REST_POSE, { idPrefix: 'photo', title: '' })
  const image = await loadImage(Buffer.from(drawn.replace('<svg', '<svg width="480" height="600"')))
  const canvas = createCanvas(480, 600)
  canvas.getContext('2d').drawImage(image, 0, 0)
  return canvas.toBuffer('image/png')
}
