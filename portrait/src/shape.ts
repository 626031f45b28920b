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
