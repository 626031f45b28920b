import { blob, line, mirrored, oval, OVAL_REACH, path } from './path.ts'
import { fading, gradient, stroke, strokePair, type Shape } from './shape.ts'
import { EYE_Y } from './eye-motion.ts'

interface Frames {
  /** Distance from the middle of the face to a lens's centre. */
  spread: number
  halfWidth: number
  halfHeight: number
  /** 0 round … 1 rectangular. */
  squareness: number
  colour: string
  strokeWidth: number
  /** Half width of the face at the temples, where the arms of the glasses disappear. */
  templeX: number
}

/** Glasses: two lenses with a faint reflection, a bridge and the arms. */
export function frames(given: Frames): Shape[] {
  const { spread, halfWidth: w, halfHeight: h, squareness, colour, strokeWidth, templeX } = given
  const y = EYE_Y + 1
  const reach = OVAL_REACH + (0.92 - OVAL_REACH) * squareness
  const lens = (x: number) => oval(x, y, w, h, reach)
  const left = 200 - spread
  const right = 200 + spread
  const glint = (x: number) =>
    path`M${x - w * 0.7} ${y + h * 0.35}L${x - w * 0.1} ${y - h * 0.85}L${x + w * 0.2} ${y - h * 0.85}L${x - w * 0.42} ${y + h * 0.62}Z`
  const arm = path`M${left - w} ${y - h * 0.3}L${200 - templeX - 3} ${y - 6}`
  return [
    { d: lens(left) + lens(right), fill: '#ffffff', opacity: 0.1 },
    { d: glint(left), fill: fading('down', '#ffffff', 0.24, 0.04) },
    { d: glint(right), fill: fading('down', '#ffffff', 0.16, 0.02) },
    stroke(lens(left), colour, strokeWidth),
    stroke(lens(right), colour, strokeWidth),
    stroke(path`M${left + w} ${y - h * 0.25}Q200 ${y - h * 0.62} ${right - w} ${y - h * 0.25}`, colour, strokeWidth),
    ...strokePair(arm, colour, strokeWidth),
  ]
}

/**
 * A call centre's headset: a band over the crown, one cup over the ear on the viewer's left, and a microphone on its
 * boom.
 */
export function headset({ cheek, crownY }: { cheek: number; crownY: number }): Shape[] {
  const ear = 200 - cheek - 7
  const band = line(`
    ${ear},204 ${ear - 3},166 ${ear + 5},122 154,${crownY + 12} 200,${crownY - 3} 246,${crownY + 12}
    ${395 - ear},122 ${403 - ear},166 ${400 - ear},200`)
  const boom = line(`${ear},226 ${ear + 6},262 150,288 167,286`)
  const cup = blob(`
    ${ear - 11},196 ${ear - 1},188 ${ear + 9},194 ${ear + 11},214 ${ear + 7},234 ${ear - 3},238 ${ear - 12},230
    ${ear - 14},212`)
  return [
    stroke(band, '#22262c', 8),
    stroke(band, '#3d434c', 4.5),
    { d: cup, fill: gradient('slant', '#565e69', '#2c3138', '#1d2126') },
    { d: oval(ear - 2, 212, 6, 11), fill: gradient('slant', '#454c56', '#262b31') },
    { d: mirrored(oval(ear - 2, 208, 7, 14)), fill: gradient('slant', '#3d434c', '#1d2126') },
    stroke(boom, '#22262c', 3.2),
    { d: oval(169, 285, 8, 4.6), fill: gradient('slant', '#4b525c', '#1d2126') },
  ]
}
