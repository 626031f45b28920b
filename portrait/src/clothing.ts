import type { Tones } from './colour.ts'
import { line, mirrored, path } from './path.ts'
import type { Shape } from './shape.ts'
import { fading, gradient, stroke } from './shape.ts'

export interface Cut {
  /** Half width of the shoulders. */
  shoulder: number
  /** Half width of the neckline. */
  neck: number
  /** Where the garment meets the side of the neck. */
  neckY: number
  /** How far the neckline falls at the middle; negative for a collar that rises. */
  dip: number
  /** A pointed neckline. Round if absent. */
  pointed?: boolean
}

/** The outline of something worn on the shoulders, down to the lower edge of the picture. */
export function garmentOutline({ shoulder, neck, neckY, dip, pointed }: Cut): string {
  const s = shoulder
  const left = 200 - neck
  const right = 200 + neck
  const neckline = pointed
    ? path`L200 ${neckY + dip}Z`
    : path`C${right - neck * 0.25} ${neckY + dip * 0.9} ${200 + neck * 0.55} ${neckY + dip} 200 ${neckY + dip}C${200 - neck * 0.55} ${neckY + dip} ${left + neck * 0.25} ${neckY + dip * 0.9} ${left} ${neckY}Z`
  return (
    path`M${left} ${neckY}C${left - 14} ${neckY + 15} ${200 - s + 52} ${neckY + 22} ${200 - s + 22} ${neckY + 37}` +
    path`C${200 - s - 2} ${neckY + 50} ${200 - s - 14} ${neckY + 84} ${200 - s - 20} 482L${200 + s + 20} 482` +
    path`C${200 + s + 14} ${neckY + 84} ${200 + s + 2} ${neckY + 50} ${200 + s - 22} ${neckY + 37}` +
    path`C${200 + s - 52} ${neckY + 22} ${right + 14} ${neckY + 15} ${right} ${neckY}${neckline}`
  )
}

/** A garment with its light, its sleeves' seams and the shadow that the head throws on it. */
export function garment(cut: Cut, tones: Tones): Shape[] {
  const d = garmentOutline(cut)
  const sleeve = line([200 - cut.shoulder + 18, 432], [200 - cut.shoulder + 23, 456], [200 - cut.shoulder + 24, 482])
  return [
    { d, fill: gradient('slant', tones.light, tones.base, tones.shade) },
    {
      d,
      fill: {
        along: 'across',
        stops: [
          [0.62, tones.deep, 0],
          [1, tones.deep, 0.55],
        ],
      },
    },
    stroke(sleeve, tones.deep, 2, 0.5),
    stroke(mirrored(sleeve), tones.deep, 2, 0.6),
  ]
}

/** Both sides of something that is the same on both, the right one in shadow. */
export function pair(shape: Shape, shadowFill = shape.fill): Shape[] {
  return [shape, { ...shape, d: mirrored(shape.d), ...(shadowFill ? { fill: shadowFill } : {}) }]
}

/** A soft fold: darker at its upper end. */
export function fold(d: string, tones: Tones, strokeWidth = 2): Shape {
  return stroke(d, fading('down', tones.deep, 0.7, 0.15), strokeWidth)
}
