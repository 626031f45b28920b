import { num } from './path.ts'
import type { Measures } from './person.ts'

/** Heads are designed larger than they appear, for precision, and scaled by this about an anchor near the chin. */
const HEAD_SIZE = 0.91
const HEAD_ANCHOR_Y = 322

/** Converts a y coordinate of the head's drawing to that of the neck and clothes. */
export function headToBody({ body }: Measures, y: number): number {
  return HEAD_ANCHOR_Y + (y - HEAD_ANCHOR_Y) * HEAD_SIZE * (body.head ?? 1)
}

/** The same placing as the head's `transform` attribute. */
export function headPlacing(person: Measures): string {
  const size = HEAD_SIZE * (person.body.head ?? 1)
  return `translate(${num(200 - 200 * size)} ${num(headToBody(person, 0))}) scale(${num(size)})`
}
