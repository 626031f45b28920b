import { oklch } from './colour.ts'
import { fading, withStops, type Shape } from './shape.ts'

const LIGHTNESS = 0.72
const CHROMA = 0.075

/** The outline of the whole picture: a rounded top on a flat foot. */
export const ARCH = 'M0 480L0 200C0 89.5 89.5 0 200 0C310.5 0 400 89.5 400 200L400 480Z'

const BACK_WALL = 'M17 480L17 203C17 100 99 17 200 17C301 17 383 100 383 203L383 480Z'

/** The recess that the person stands in, lit from the upper left. */
export function niche(hue: number): Shape[] {
  const wall = oklch(LIGHTNESS, CHROMA, hue)
  const lit = oklch(LIGHTNESS + 0.13, CHROMA * 0.75, hue)
  const shaded = oklch(LIGHTNESS - 0.1, CHROMA * 1.05, hue)
  return [
    {
      d: ARCH,
      fill: withStops(
        'slant',
        [0, oklch(LIGHTNESS - 0.12, CHROMA, hue)],
        [0.45, oklch(LIGHTNESS - 0.02, CHROMA, hue)],
        [1, oklch(LIGHTNESS + 0.1, CHROMA * 0.8, hue)],
      ),
    },
    { d: BACK_WALL, fill: wall },
    { d: BACK_WALL, fill: withStops('radial', [0, lit], [0.55, lit, 0.55], [1, shaded, 0.85]) },
    {
      d: `${BACK_WALL}M28 480L28 216C28 116 106 36 203 36C308 36 392 116 392 216L392 480Z`,
      fill: fading('down', shaded, 0.6, 0.15),
    },
  ]
}
