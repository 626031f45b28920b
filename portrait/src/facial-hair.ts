import { blob, readPoints, type Point } from './path.ts'
import type { Measures, Person } from './person.ts'

/** A beard's outline, which follows the jaw; `drop` is how far the jaw has fallen. Lips are drawn over it. */
export function beardOutline(person: Measures, drop: number): string {
  const { temple, cheek, jaw, chinY } = person.face
  const top = person.nose.baseY
  const outer: Point[] = [
    [temple + 0.5, 190],
    [cheek + 1, 222],
    [jaw + 5, 268 + drop * 0.5],
    [person.face.chin + 8, chinY - 4 + drop],
    [0, chinY + 5 + drop],
  ]
  const inner: Point[] = [
    [6, top + 8],
    [17, top + 9],
    [27, top + 16],
    [39, top + 17 + drop * 0.2],
    [cheek - 15, top + 2],
    [temple - 8, 205],
    [temple - 9, 190],
  ]
  const side =
    (sign: number) =>
    (point: Point): Point => [200 + sign * point[0], point[1]]
  return blob([
    ...outer.map(side(1)),
    ...outer.slice(0, -1).toReversed().map(side(-1)),
    ...inner.toReversed().map(side(-1)),
    ...inner.map(side(1)),
  ])
}

/** A full moustache, placed for lips at rest. */
export function moustacheOutline(person: Person): string {
  const y = person.mouth.y
  const right = readPoints('208,-15 218,-12.5 228,-7.5 236,-8 241,-13 238,-3.5 229,0.5 216,-1 206,-4')
  const left = right.toReversed().map(([x, height]): Point => [400 - x, height])
  const outline: Point[] = [[200, -13], ...right, [200, -2.5], ...left]
  return blob(outline.map(([x, height]): Point => [x, y + height]))
}
