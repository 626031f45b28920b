import { path } from './path.ts'
import type { Measures } from './person.ts'

const SKULL_TOP = 98

/** The outline of the face. `drop` is how far the jaw has fallen, `dx` and `dy` move the whole outline. */
export function faceContour(person: Measures, drop: number, dx = 0, dy = 0): string {
  const { temple, cheek, jaw, chin, chinY } = person.face
  const side = (half: number) => {
    const x = (offset: number) => 200 + dx + half * offset
    const y = (value: number) => value + dy
    return { x, y }
  }
  const right = side(1)
  const left = side(-1)
  const top = right.y(SKULL_TOP)
  const bottom = right.y(chinY + drop)
  const jawY = right.y(272 + drop * 0.55)
  return (
    path`M${right.x(0)} ${top}C${right.x(temple * 0.66)} ${top} ${right.x(temple)} ${right.y(134)} ${right.x(temple)} ${right.y(182)}` +
    path`C${right.x(temple + 0.6)} ${right.y(198)} ${right.x(cheek)} ${right.y(206)} ${right.x(cheek)} ${right.y(222)}` +
    path`C${right.x(cheek)} ${right.y(242 + drop * 0.3)} ${right.x(jaw + 6)} ${jawY - 15} ${right.x(jaw)} ${jawY}` +
    path`C${right.x(jaw - 8)} ${jawY + 19} ${right.x(chin)} ${bottom} ${right.x(0)} ${bottom}` +
    path`C${left.x(chin)} ${bottom} ${left.x(jaw - 8)} ${jawY + 19} ${left.x(jaw)} ${jawY}` +
    path`C${left.x(jaw + 6)} ${jawY - 15} ${left.x(cheek)} ${right.y(242 + drop * 0.3)} ${left.x(cheek)} ${right.y(222)}` +
    path`C${left.x(cheek)} ${right.y(206)} ${left.x(temple + 0.6)} ${right.y(198)} ${left.x(temple)} ${right.y(182)}` +
    path`C${left.x(temple)} ${right.y(134)} ${left.x(temple * 0.66)} ${top} ${right.x(0)} ${top}Z`
  )
}

/** The right of the face, turned away from the light, lies between the outline and the same outline moved so far. */
export const SHADE_OFFSET = [-15, -6] as const
