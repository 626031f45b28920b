import { createCanvas } from '@napi-rs/canvas'
import { lifePose } from '../src/life.ts'
import type { Person } from '../src/person.ts'
import { REST_POSE, poseOfViseme, type Pose } from '../src/pose.ts'
import { INK, PAPER } from './card-colours.ts'
import { portraitHeightPx, portraitImage } from './portrait-png.ts'

export const SHEET_POSES: Readonly<Record<string, Pose>> = {
  rest: REST_POSE,
  aa: poseOfViseme('aa'),
  E: poseOfViseme('E'),
  PP: poseOfViseme('PP'),
  FF: poseOfViseme('FF'),
  O: poseOfViseme('O'),
  blink: { ...REST_POSE, blink: 1 },
  listening: { ...lifePose(1, 0, 'listening', false), blink: 0, gaze: { x: 0, y: 0 }, tilt: 0.7 },
  'gaze left': { ...REST_POSE, gaze: { x: -1, y: -0.6 }, tilt: -1 },
  'gaze right': { ...REST_POSE, gaze: { x: 1, y: 1 }, brow: 1 },
}

const GAP_PX = 8
const HEAD_PX = 24

export async function renderContactSheet(people: readonly Person[], widthPx: number): Promise<Buffer> {
  const poses = Object.entries(SHEET_POSES)
  const stepX = widthPx + GAP_PX
  const stepY = portraitHeightPx(widthPx) + GAP_PX
  const canvas = createCanvas(poses.length * stepX + GAP_PX, people.length * stepY + HEAD_PX)
  const context = canvas.getContext('2d')
  context.fillStyle = PAPER
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = INK
  context.font = '14px sans-serif'
  poses.forEach(([name], column) => context.fillText(name, GAP_PX + column * stepX, 17))
  for (const [row, person] of people.entries()) {
    // One row of portraits at a time keeps all processors busy and needs little memory.
    const pictures = await Promise.all(poses.map(([, pose]) => portraitImage(person, pose, widthPx)))
    pictures.forEach((picture, column) => {
      context.drawImage(picture, GAP_PX + column * stepX, HEAD_PX + row * stepY, widthPx, portraitHeightPx(widthPx))
    })
  }
  return canvas.encode('png')
}
