import type { Tones } from './colour.ts'
import { blob } from './path.ts'

/** The flat data that everything unmoving in a portrait is made of. */

export interface Gradient {
  /** `slant` follows the light, from the upper left to the lower right. Directions span the shape's own box. */
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
  /** Hair and headwear that throws a shadow on the face. */
  casts?: boolean
}

export function gradient(along: Gradient['along'], ...colours: readonly string[]): Gradient {
  const last = Math.max(colours.length - 1, 1)
  return { along, stops: colours.map((colour, index) => [index / last, colour] as const) }
}

/** What the light from the upper left makes of a colour. */
export function lit({ light, base, shade }: Pick<Tones, 'light' | 'base' | 'shade'>): Gradient {
  return gradient('slant', light, base, shade)
}

/** One colour that fades out (or, with `from` 0, fades in). */
export function fading(along: Gradient['along'], colour: string, from: number, to: number): Gradient {
  return {
    along,
    stops: [
      [0, colour, from],
      [1, colour, to],
    ],
  }
}

export function stroke(d: string, colour: Paint, strokeWidth: number, opacity = 1): Shape {
  return { d, stroke: colour, strokeWidth, opacity }
}

export function filled(d: string, fill: Paint, opacity?: number): Shape {
  return { d, fill, ...(opacity === undefined ? {} : { opacity }) }
}

/** Fills the shape whose outline passes through the points of the template: ``area('#fff')`10,20 30,40,0 50,60` ``. */
export function area(fill: Paint, opacity?: number) {
  return ([points = '']: readonly string[]): Shape => filled(blob(points), fill, opacity)
}

/** Hair or headwear that throws a shadow on the face. */
export function casting(shape: Shape): Shape {
  return { ...shape, casts: true }
}

/** An area of hair or headwear, which throws a shadow on the face. */
export function covering(fill: Paint) {
  return (points: readonly string[]): Shape => casting(area(fill)(points))
}
