/** Small helpers that write SVG path data. All coordinates are absolute units of the portrait's view box. */

/** x, y and an optional softness of the curve at this point: 1 (default) is round, 0 is a corner. */
export type Point = readonly [x: number, y: number, softness?: number]

/** A number as SVG wants it: at most two decimals, never `-0`. */
export function num(value: number): string {
  return inSteps(value, 100)
}

/**
 * A coordinate, rounded to a tenth of a unit: a finer step is invisible, and a short number is quicker to send and
 * parse.
 */
function at(value: number): string {
  return inSteps(value, 10)
}

function inSteps(value: number, stepsPerUnit: number): string {
  const rounded = Math.round(value * stepsPerUnit) / stepsPerUnit
  return String(rounded === 0 ? 0 : rounded)
}

/** Path data from a template: numbers are rounded, all other text is kept. */
export function path(parts: TemplateStringsArray, ...values: readonly (number | string)[]): string {
  return parts.reduce((text, part, index) => {
    const value = values[index]
    return text + part + (value === undefined ? '' : typeof value === 'number' ? at(value) : value)
  }, '')
}

function curveThrough(points: readonly Point[], closed: boolean): string {
  const count = points.length
  const pointAt = (index: number): Point => {
    const wrapped = closed ? (index + count) % count : Math.min(Math.max(index, 0), count - 1)
    return points[wrapped] ?? [0, 0]
  }
  const handle = (index: number, direction: 1 | -1): string => {
    const [x, y, softness = 1] = pointAt(index)
    const [beforeX, beforeY] = pointAt(index - 1)
    const [afterX, afterY] = pointAt(index + 1)
    const reach = (softness * direction) / 5.5
    return `${at(x + (afterX - beforeX) * reach)} ${at(y + (afterY - beforeY) * reach)}`
  }
  const [startX, startY] = pointAt(0)
  let data = `M${at(startX)} ${at(startY)}`
  const segments = closed ? count : count - 1
  for (let index = 0; index < segments; index += 1) {
    const [x, y] = pointAt(index + 1)
    data += `C${handle(index, 1)} ${handle(index + 1, -1)} ${at(x)} ${at(y)}`
  }
  return closed ? `${data}Z` : data
}

/** Points written as in SVG's `points`, each `x,y` or `x,y,softness`, with white space between them. */
export function readPoints(text: string): [x: number, y: number, softness: number][] {
  return text
    .trim()
    .split(/\s+/)
    .map((point): [number, number, number] => {
      const [x = 0, y = 0, softness = 1] = point.split(',').map(Number)
      return [x, y, softness]
    })
}

/** A closed shape whose outline passes through all points, given as a list or as text: `10,20 30,40,0 50,60`. */
export function blob(points: string | readonly Point[]): string {
  return curveThrough(typeof points === 'string' ? readPoints(points) : points, true)
}

/** An open line through all points. */
export function line(points: string | readonly Point[]): string {
  return curveThrough(typeof points === 'string' ? readPoints(points) : points, false)
}

/** How far the handles of an oval's curves reach, as a share of its radius. */
export const OVAL_REACH = 0.5523

/** @param reach a larger one than usual makes the shape more rectangular */
export function oval(x: number, y: number, radiusX: number, radiusY = radiusX, reach = OVAL_REACH): string {
  const kx = radiusX * reach
  const ky = radiusY * reach
  const [left, right, top, bottom] = [x - radiusX, x + radiusX, y - radiusY, y + radiusY]
  return (
    path`M${left} ${y}C${left} ${y - ky} ${x - kx} ${top} ${x} ${top}C${x + kx} ${top} ${right} ${y - ky} ${right} ${y}` +
    path`C${right} ${y + ky} ${x + kx} ${bottom} ${x} ${bottom}C${x - kx} ${bottom} ${left} ${y + ky} ${left} ${y}Z`
  )
}

/**
 * The path mirrored at the portrait's middle (x = 200). Works only for absolute commands with coordinate pairs (M, L,
 * C, S, Q, T, Z), which are all that this package writes.
 */
export function mirrored(data: string): string {
  let isX = false
  return data.replaceAll(/-?\d+(?:\.\d+)?/g, (text) => {
    isX = !isX
    return isX ? at(400 - Number(text)) : text
  })
}
