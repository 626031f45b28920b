import { num } from './path.ts'
import type { Measures } from './person.ts'

/** Heads are drawn large, for precision, and set on the shoulders at this size, about a point near the chin. */
const HEAD_SIZE = 0.91
const HEAD_ANCHOR_Y = 322

/** Where a height of the head comes to lie among neck and clothes. */
export function headToBody({ body }: Measures, y: number): number {
  return HEAD_ANCHOR_Y + (y - HEAD_ANCHOR_Y) * HEAD_SIZE * (body.head ?? 1)
}

/** The same as the head's own transform. */
export function headPlacing(person: Measures): string {
  const size = HEAD_SIZE * (person.body.head ?? 1)
  return `translate(${num(200 - 200 * size)} ${num(headToBody(person, 0))}) scale(${num(size)})`
}
