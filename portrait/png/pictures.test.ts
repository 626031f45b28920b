import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { PEOPLE } from '../src/people.ts'
import { REST_POSE, poseOfViseme } from '../src/pose.ts'
import { renderPortraitPng } from './portrait-png.ts'
import { SHARE_CARD_HEIGHT_PX, SHARE_CARD_WIDTH_PX, renderShareCard } from './share-card.ts'
import { SHEET_POSES, renderContactSheet } from './sheet.ts'

const LARGEST_BYTES = 300_000
/** At half the width at which portraits are shared. A picture of this size takes 280 kB at the full width. */
const LARGEST_HALF_BYTES = 110_000

interface Picture {
  width: number
  height: number
  /** The RGBA of one pixel, given as shares of width and height. */
  at(x: number, y: number): number[]
  pixels: Uint8ClampedArray
}

async function readPng(png: Buffer): Promise<Picture> {
  const image = await loadImage(png)
  const { width, height } = image
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  const pixels = context.getImageData(0, 0, width, height).data
  const at = (x: number, y: number) => {
    const start = (Math.floor(y * height) * width + Math.floor(x * width)) * 4
    return [...pixels.subarray(start, start + 4)]
  }
  return { width, height, at, pixels }
}

function isOpaque({ pixels }: Picture): boolean {
  for (let index = 3; index < pixels.length; index += 4) if (pixels[index] !== 255) return false
  return true
}

function coloursOf({ pixels }: Picture): number {
  const colours = new Set<number>()
  for (let index = 0; index < pixels.length; index += 4 * 37) {
    colours.add(((pixels[index] ?? 0) << 16) | ((pixels[index + 1] ?? 0) << 8) | (pixels[index + 2] ?? 0))
  }
  return colours.size
}

describe.each(PEOPLE)('the PNG of $name', (person) => {
  it('has the requested size, is opaque, shows a person, and is small enough to share', async () => {
    const png = await renderPortraitPng(person, REST_POSE, { widthPx: 400 })
    expect(png.length).toBeLessThan(LARGEST_HALF_BYTES)
    const picture = await readPng(png)
    expect([picture.width, picture.height]).toEqual([400, 480])
    expect(isOpaque(picture)).toBe(true)
    expect(coloursOf(picture)).toBeGreaterThan(400)
    // Expects paper in the corner, the wall beside the head, and the person in the middle.
    const [corner, wall, face] = [picture.at(0.01, 0.01), picture.at(0.1, 0.45), picture.at(0.5, 0.45)]
    expect(corner).not.toEqual(wall)
    expect(face).not.toEqual(wall)
  })
})

it('draws the given pose', async () => {
  const [person] = PEOPLE
  if (person === undefined) throw new Error('there are no people')
  const [shut, open] = await Promise.all(
    [REST_POSE, poseOfViseme('aa')].map((pose) => renderPortraitPng(person, pose, { widthPx: 200 })),
  )
  expect(shut?.equals(open ?? Buffer.alloc(0))).toBe(false)
})

it.each([1, 9])('makes a share card with %i of the people', async (count) => {
  const png = await renderShareCard({ headline: 'Talk with us', line: 'A line', people: PEOPLE.slice(0, count) })
  expect(png.length).toBeLessThan(LARGEST_BYTES)
  const card = await readPng(png)
  expect([card.width, card.height]).toEqual([SHARE_CARD_WIDTH_PX, SHARE_CARD_HEIGHT_PX])
  expect(isOpaque(card)).toBe(true)
  expect(card.at(0.75, 0.6)).not.toEqual(card.at(0.02, 0.02))
})

it('the contact sheet shows every person in every pose, and no two pictures are alike', async () => {
  const width = 40
  const sheet = await readPng(await renderContactSheet(PEOPLE, width))
  const cells = new Set<string>()
  for (let row = 0; row < PEOPLE.length; row += 1) {
    for (let column = 0; column < Object.keys(SHEET_POSES).length; column += 1) {
      const left = 8 + column * (width + 8)
      const top = 24 + row * (48 + 8)
      const rows = Array.from({ length: 48 }, (_, y) => {
        const start = ((top + y) * sheet.width + left) * 4
        return Buffer.from(sheet.pixels.subarray(start, start + width * 4)).toString('base64')
      })
      cells.add(rows.join(''))
    }
  }
  expect(cells.size).toBe(PEOPLE.length * Object.keys(SHEET_POSES).length)
})
