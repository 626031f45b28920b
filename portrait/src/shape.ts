import type { Tones } from './colour.ts'
import { blob, mirrored } from './path.ts'

/** Plain data for the parts of a portrait that do not move. */

export interface Gradient {
  /** Direction within the shape's bounding box. `slant` follows the light, from the upper left to the lower right. */
  along: 'down' | 'across' | 'slant' | 'radial'
  /** Offset 0…1, colour, opacity (1 if absent). */
  stops: readonly (readonly [offset: number, colour: string, opacity?: number])[]
}

export type Paint = string | Gradient

export interface Shape {
  d: string
  fill?: Paint
  stroke?: Paint
  strokeWidth?: number
  opacity?: number
  /** For hair and headwear: whether the shape throws a shadow on the face. */
  casts?: boolean
}

export function gradient(along: Gradient['along'], ...colours: readonly string[]): Gradient {
  const last = Math.max(colours.length - 1, 1)
  return { along, stops: colours.map((colour, index) => [index / last, colour] as const) }
}

/** A gradient of a material's tones, lit from the upper left. */
export function lit({ light, base, shade }: Pick<Tones, 'light' | 'base' | 'shade'>): Gradient {
  return gradient('slant', light, base, shade)
}

/** A gradient whose stops are not evenly spaced, or not opaque. */
export function withStops(along: Gradient['along'], ...stops: Gradient['stops']): Gradient {
  return { along, stops }
}

/** One colour that fades between two opacities. */
export function fading(along: Gradient['along'], colour: string, from: number, to: number): Gradient {
  return withStops(along, [0, colour, from], [1, colour, to])
}

export function stroke(d: string, colour: Paint, strokeWidth: number, opacity = 1): Shape {
  return { d, stroke: colour, strokeWidth, opacity }
}

/** A line on the left and its mirror image, which usually is a little darker, as the right side is in shadow. */
export function strokePair(d: string, colour: Paint, strokeWidth: number, left = 1, right = left): Shape[] {
  return [stroke(d, colour, strokeWidth, left), stroke(mirrored(d), colour, strokeWidth, right)]
}

export function filled(d: string, fill: Paint, opacity?: number): Shape {
  return { d, fill, ...(opacity === undefined ? {} : { opacity }) }
}

/** A tagged template that fills the outline through its points: ``area('#fff')`10,20 30,40,0 50,60` ``. */
export function area(fill: Paint, opacity?: number) {
  return ([points = '']: readonly string[]): Shape => filled(blob(points), fill, opacity)
}

/** Marks a shape of hair or headwear as one that throws a shadow on the face. */
export function casting(shape: Shape): Shape {
  return { ...shape, casts: true }
}

/** Like `area`, for hair or headwear that throws a shadow on the face. */
export function covering(fill: Paint) {
  return (points: readonly string[]): Shape => casting(area(fill)(points))
}
