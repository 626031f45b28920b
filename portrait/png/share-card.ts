import { createRequire } from 'node:module'
import { GlobalFonts, Path2D, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Person } from '../src/person.ts'
import { REST_POSE } from '../src/pose.ts'
import { ACCENT, INK, INK_SOFT, PAPER } from './card-colours.ts'
import { encodePng } from './encode-png.ts'
import { portraitHeightPx, portraitImage } from './portrait-png.ts'

/** The preview size that sites show without cropping or scaling. */
export const SHARE_CARD_WIDTH_PX = 1200
export const SHARE_CARD_HEIGHT_PX = 630

interface ShareCard {
  /** A few words, set large and wrapped automatically. */
  headline: string
  /** One line below it. */
  line: string
  /** One person is drawn large; several are drawn small, in columns. */
  people: readonly Person[]
}

const DISPLAY = 'Voxhall Display'
const TEXT = 'Voxhall Text'
const LEFT_PX = 76
const TEXT_WIDTH_PX = 540
const HEADLINE_PX = 84
const LINE_PX = 31

function registerFonts(): void {
  const { resolve } = createRequire(import.meta.url)
  const register = (name: string, family: string) =>
    GlobalFonts.registerFromPath(resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`), family)
  if (GlobalFonts.has(DISPLAY)) return
  register('bricolage-grotesque', DISPLAY)
  register('instrument-sans', TEXT)
}

/** A place for a portrait: its left and upper edge and its width. */
type Stand = readonly [left: number, top: number, widthPx: number]

const ALONE: Stand = [680, SHARE_CARD_HEIGHT_PX - portraitHeightPx(448), 448]

/** Several portraits stand in columns that run over the card's edges; the middle column is half a step lower. */
const COLUMN_LEFTS = [672, 874, 1076]
const HALL_WIDTH_PX = 182
const HALL_STEP_PX = 238

function standsOf(count: number): Stand[] {
  if (count === 1) return [ALONE]
  return Array.from({ length: count }, (_, index): Stand => {
    const column = index % COLUMN_LEFTS.length
    const row = Math.floor(index / COLUMN_LEFTS.length)
    const top = (column === 1 ? -14 : -133) + row * HALL_STEP_PX
    return [COLUMN_LEFTS[column] ?? 0, top, HALL_WIDTH_PX]
  })
}

/**
 * Renders an Open Graph picture: the product's name and arch, a few words, and people in their niches. Opaque PNG, 1200
 * × 630.
 */
export async function renderShareCard({ headline, line, people }: ShareCard): Promise<Buffer> {
  registerFonts()
  const canvas = createCanvas(SHARE_CARD_WIDTH_PX, SHARE_CARD_HEIGHT_PX)
  const context = canvas.getContext('2d')
  context.fillStyle = PAPER
  context.fillRect(0, 0, SHARE_CARD_WIDTH_PX, SHARE_CARD_HEIGHT_PX)
  await drawPeople(context, people)
  drawName(context)
  drawWords(context, headline, line)
  return encodePng(canvas)
}

async function drawPeople(context: SKRSContext2D, people: readonly Person[]): Promise<void> {
  const stands = standsOf(people.length)
  await Promise.all(
    people.map(async (person, index) => {
      const [left, top, widthPx] = stands[index] ?? ALONE
      const picture = await portraitImage(person, REST_POSE, widthPx)
      context.drawImage(picture, left, top, widthPx, portraitHeightPx(widthPx))
    }),
  )
}

function drawName(context: SKRSContext2D): void {
  context.save()
  context.translate(LEFT_PX, 68)
  context.scale(2.1, 2.1)
  context.fillStyle = INK
  // oxlint-disable-next-line no-array-fill-with-reference-type -- a canvas, not an array
  context.fill(new Path2D('M0 24V10a10 10 0 0 1 20 0v14Z'))
  context.strokeStyle = PAPER
  context.lineWidth = 2.4
  context.lineCap = 'round'
  context.stroke(new Path2D('M5 14.5q2.5 4.5 5 4.5t5-4.5'))
  context.restore()
  setType(context, DISPLAY, 47, 700, '-1.4px')
  context.fillStyle = INK
  context.fillText('Voxhall', LEFT_PX + 60, 114)
}

function drawWords(context: SKRSContext2D, headline: string, line: string): void {
  const bottom = SHARE_CARD_HEIGHT_PX - 76
  setType(context, TEXT, LINE_PX, 500, '-0.2px')
  context.fillStyle = INK_SOFT
  context.fillText(line, LEFT_PX, bottom)
  context.fillStyle = ACCENT
  context.fillRect(LEFT_PX, bottom - 67, 64, 6)
  setType(context, DISPLAY, HEADLINE_PX, 700, '-3.2px')
  context.fillStyle = INK
  const rows = wrapped(context, headline)
  rows.forEach((row, index) => {
    context.fillText(row, LEFT_PX - 3, bottom - 104 - (rows.length - 1 - index) * HEADLINE_PX * 0.98)
  })
}

function setType(context: SKRSContext2D, family: string, sizePx: number, weight: number, spacing: string): void {
  context.font = `${weight} ${sizePx}px "${family}"`
  // A variable font takes its weight from this property only.
  context.fontVariationSettings = `"wght" ${weight}`
  context.letterSpacing = spacing
}

function wrapped(context: SKRSContext2D, text: string): string[] {
  const rows: string[] = []
  for (const word of text.split(' ')) {
    const row = rows.at(-1)
    const longer = row === undefined ? word : `${row} ${word}`
    if (row !== undefined && context.measureText(longer).width <= TEXT_WIDTH_PX) rows[rows.length - 1] = longer
    else rows.push(word)
  }
  return rows
}
