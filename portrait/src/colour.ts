import { clamp } from './smooth.ts'

/** Colours are chosen in OKLCH, where equal lightness looks equally light, and written as sRGB hex for every renderer. */

/** Lightness 0…1, chroma about 0…0.3, hue in degrees. */
interface Oklch {
  l: number
  c: number
  h: number
}

function linearRgb({ l, c, h }: Oklch): [red: number, green: number, blue: number] {
  const radians = (h * Math.PI) / 180
  const a = c * Math.cos(radians)
  const b = c * Math.sin(radians)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

/**
 * The sRGB hex of an OKLCH colour (Björn Ottosson's matrices). A colour outside sRGB keeps its lightness and hue and
 * loses chroma.
 */
export function oklch(l: number, c: number, h: number): string {
  const lightness = clamp(l, 0, 1)
  let chroma = Math.max(c, 0)
  let rgb = linearRgb({ l: lightness, c: chroma, h })
  while (chroma > 0 && rgb.some((channel) => channel < -0.0005 || channel > 1.0005)) {
    chroma = Math.max(0, chroma - 0.004)
    rgb = linearRgb({ l: lightness, c: chroma, h })
  }
  const hex = rgb.map((channel) => {
    const linear = clamp(channel, 0, 1)
    const gamma = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
    return Math.round(gamma * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${hex.join('')}`
}

/** One material in light, in its base colour and in shadow. */
export interface Tones {
  light: string
  base: string
  shade: string
  /** For lines and deep folds. */
  deep: string
}

/** A material's tones from its base colour. Shadows have a little more chroma, as in paintings. */
export function tones(l: number, c: number, h: number): Tones {
  return {
    light: oklch(l + 0.06, c * 0.9, h),
    base: oklch(l, c, h),
    shade: oklch(l - 0.08, c * 1.08, h - 4),
    deep: oklch(l - 0.17, c * 1.1, h - 8),
  }
}

export interface SkinTones extends Tones {
  blush: string
  lip: string
  lipShade: string
  /** The line where the lips meet. */
  lipLine: string
}

/**
 * Skin tones that turn redder towards the shadow. `lip` is how far the lips' colour differs from the skin: 0 bare, 1
 * painted.
 */
export function skinTones(l: number, c: number, h: number, lip: number): SkinTones {
  const isDeep = l < 0.6
  return {
    light: oklch(l + (isDeep ? 0.06 : 0.035), c * 0.92, h + 3),
    base: oklch(l, c, h),
    shade: oklch(l - 0.075, c * 1.22, h - 8),
    deep: oklch(l - 0.2, c * 1.25, h - 14),
    blush: oklch(l - 0.06, c + (isDeep ? 0.06 : 0.05), 30),
    lip: oklch(l - (isDeep ? 0.035 : 0.1) - lip * 0.06, c + 0.03 + lip * 0.035, 26),
    lipShade: oklch(l - (isDeep ? 0.115 : 0.18) - lip * 0.08, c + 0.03 + lip * 0.035, 22),
    lipLine: oklch(l - (isDeep ? 0.2 : 0.32) - lip * 0.07, c + 0.02 + lip * 0.02, 22),
  }
}
