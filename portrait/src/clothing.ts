import type { Tones } from './colour.ts'
import { line, mirrored, path } from './path.ts'
import { fading, gradient, lit, stroke, strokePair, withStops, type Shape } from './shape.ts'

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

/** The outline of a garment on the shoulders, down to the lower edge of the picture. */
function garmentOutline({ shoulder, neck, neckY, dip, pointed }: Cut): string {
  const s = shoulder
  const left = 200 - neck
  const right = 200 + neck
  const neckline = pointed
    ? path`L200 ${neckY + dip}Z`
    : path`C${right - neck * 0.25} ${neckY + dip * 0.9} ${200 + neck * 0.55} ${neckY + dip} 200 ${neckY + dip}C${200 - neck * 0.55} ${neckY + dip} ${left + neck * 0.25} ${neckY + dip * 0.9} ${left} ${neckY}Z`
  return (
    path`M${left} ${neckY}C${left - 13} ${neckY + 16} ${200 - s * 0.62} ${neckY + 23} ${200 - s + 22} ${neckY + 44}` +
    path`C${200 - s - 1} ${neckY + 58} ${200 - s - 12} ${neckY + 92} ${200 - s - 17} 482L${200 + s + 17} 482` +
    path`C${200 + s + 12} ${neckY + 92} ${200 + s + 1} ${neckY + 58} ${200 + s - 22} ${neckY + 44}` +
    path`C${200 + s * 0.62} ${neckY + 23} ${right + 13} ${neckY + 16} ${right} ${neckY}${neckline}`
  )
}

/** The knitted edge of a round neckline, `width` wide. */
export function neckRib({ neck, neckY, dip }: Cut, colour: string, width: number): Shape {
  const outer = neck + width * 0.75
  const outerY = neckY + width * 0.55
  const outerDip = dip + width * 0.45
  const d =
    path`M${200 - neck} ${neckY}C${200 - neck * 0.75} ${neckY + dip * 0.9} ${200 - neck * 0.55} ${neckY + dip} 200 ${neckY + dip}` +
    path`C${200 + neck * 0.55} ${neckY + dip} ${200 + neck * 0.75} ${neckY + dip * 0.9} ${200 + neck} ${neckY}L${200 + outer} ${outerY}` +
    path`C${200 + outer * 0.75} ${outerY + outerDip * 0.9} ${200 + outer * 0.55} ${outerY + outerDip} 200 ${outerY + outerDip}` +
    path`C${200 - outer * 0.55} ${outerY + outerDip} ${200 - outer * 0.75} ${outerY + outerDip * 0.9} ${200 - outer} ${outerY}Z`
  return { d, fill: colour }
}

/** A garment with its shading, the seams of its sleeves and the shadow of the head. */
export function garment(cut: Cut, tones: Tones): Shape[] {
  const d = garmentOutline(cut)
  const s = 200 - cut.shoulder
  return [
    { d, fill: lit(tones) },
    { d, fill: withStops('across', [0.62, tones.deep, 0], [1, tones.deep, 0.55]) },
    ...strokePair(line(`${s + 18},432 ${s + 23},456 ${s + 24},482`), tones.deep, 2, 0.5, 0.6),
  ]
}

export interface Opening {
  shoulder: number
  neck: number
  neckY: number
  /** Half width of the opening at the lower edge of the picture. */
  bottom: number
}

function frontEdge({ neck, neckY, bottom }: Opening): string {
  return path`C${200 - bottom - 1} 440 ${200 - neck + 3} ${neckY + 62} ${200 - neck} ${neckY}`
}

/** An open garment over another one: two halves, the right one in shadow. */
export function openFront(opening: Opening, tones: Tones): Shape[] {
  const { shoulder: s, neck, neckY, bottom } = opening
  const left = 200 - neck
  const half =
    path`M${left} ${neckY}C${left - 13} ${neckY + 14} ${200 - s * 0.62} ${neckY + 21} ${200 - s + 20} ${neckY + 42}` +
    path`C${200 - s - 5} ${neckY + 56} ${200 - s - 16} ${neckY + 92} ${200 - s - 21} 482L${200 - bottom} 482${frontEdge(opening)}Z`
  return [
    ...pair({ d: half, fill: lit(tones) }, gradient('slant', tones.base, tones.shade, tones.deep)),
    ...strokePair(line(`${200 - s + 18},428 ${200 - s + 23},454 ${200 - s + 24},482`), tones.deep, 2, 0.5, 0.6),
  ]
}

/** A band along both edges of the opening. */
export function frontBand(opening: Opening, width: number, tones: Tones): Shape[] {
  const { neck, neckY, bottom } = opening
  const d =
    path`M${200 - bottom} 482${frontEdge(opening)}L${200 - neck - width * 0.62} ${neckY + width * 0.5}` +
    path`C${200 - neck + 3 - width} ${neckY + 62} ${200 - bottom - 1 - width} 440 ${200 - bottom - width} 482Z`
  return pair({ d, fill: tones.shade }, tones.deep)
}

/** Collar and lapels of a jacket; `reach` is how far from the middle they lie, `notchY` where the collar ends. */
export function lapels(opening: Opening, reach: number, notchY: number, tones: Tones): Shape[] {
  const { neck, neckY, bottom } = opening
  const left = 200 - neck
  const outline =
    path`M${left} ${neckY - 5}C${left - 7} ${neckY + 2} ${200 - reach - 3} ${notchY - 26} ${200 - reach} ${notchY}` +
    path`L${200 - reach + 17} ${notchY + 6}L${200 - reach + 7} ${notchY + 17}` +
    path`C${200 - reach + 18} ${notchY + 44} ${200 - bottom - 14} 458 ${200 - bottom} 482${frontEdge({ ...opening, neckY: neckY - 5 })}Z`
  const seam = path`M${200 - reach} ${notchY}L${200 - reach + 17} ${notchY + 6}L${200 - reach + 7} ${notchY + 17}C${200 - reach + 18} ${notchY + 44} ${200 - bottom - 14} 458 ${200 - bottom} 482`
  const collar = path`M${200 - reach + 17} ${notchY + 6}L${left + 4} ${neckY + 38}`
  return [
    { d: outline, fill: gradient('slant', tones.light, tones.base) },
    { d: mirrored(outline), fill: gradient('slant', tones.base, tones.shade) },
    ...strokePair(seam, tones.deep, 1.5, 0.8, 0.9),
    ...strokePair(collar, tones.deep, 1.3, 0.6, 0.7),
  ]
}

/** A shape and its mirror image; the right one is in shadow. */
export function pair(shape: Shape, shadowFill = shape.fill): Shape[] {
  return [shape, { ...shape, d: mirrored(shape.d), ...(shadowFill ? { fill: shadowFill } : {}) }]
}

/** A soft fold: darker at its upper end. */
export function fold(d: string, tones: Tones, strokeWidth = 2): Shape {
  return stroke(d, fading('down', tones.deep, 0.7, 0.15), strokeWidth)
}
