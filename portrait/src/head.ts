import { headToBody } from './head-placing.ts'
import { blob, line, mirrored, oval, path, readPoints } from './path.ts'
import type { Person } from './person.ts'
import { fading, stroke, strokePair, withStops, type Shape } from './shape.ts'

export function ears(person: Person): Shape[] {
  if (person.ears === 'hidden') return []
  const { skin, face } = person
  const x = 200 - face.cheek
  const outline = blob(`${x + 6},196 ${x - 7},193 ${x - 12},205 ${x - 9},222 ${x - 3},238 ${x + 4},241 ${x + 8},230`)
  const fold = line(`${x - 1},201 ${x - 7},203 ${x - 6},216 ${x - 1},224`)
  return [
    { d: outline, fill: skin.base },
    stroke(fold, skin.deep, 1.8, 0.5),
    { d: mirrored(outline), fill: skin.shade },
    stroke(mirrored(fold), skin.deep, 1.8, 0.6),
  ]
}

/** Light and colour of the face itself, drawn below eyes, nose and mouth. */
export function complexion(person: Person): Shape[] {
  const { skin, eyes, lines, mouth } = person
  const socketX = 200 - eyes.spread
  const socket = oval(socketX + 3, 197, 23, 14)
  const cheekX = 200 - eyes.spread - 10
  const cheek = oval(cheekX - 2, 238 - mouth.smile * 0.4, 34, 27)
  const [bright, dim] = [person.blush * 0.6, person.blush * 0.36]
  const glow = withStops('radial', [0, skin.blush, bright], [0.45, skin.blush, dim], [1, skin.blush, 0])
  const noseX = 200 - person.nose.halfWidth
  const mouthX = 200 - mouth.halfWidth
  const smileLine = path`M${noseX - 5} ${person.nose.baseY - 3}C${noseX - 11} ${person.nose.baseY + 3} ${mouthX - 8} ${mouth.y - 13} ${mouthX - 8} ${mouth.y - 1}`
  const underEye = path`M${socketX + 15} 216C${socketX + 8} 222 ${socketX - 3} 222.5 ${socketX - 11} 218.5`
  const lid = path`M${socketX - 13} ${218 - mouth.smile * 0.2}C${socketX - 6} ${220.5 - mouth.smile * 0.2} ${socketX + 5} ${220.5 - mouth.smile * 0.2} ${socketX + 12} ${217.5 - mouth.smile * 0.2}`
  const crow = line(`${socketX - 22},203 ${socketX - 28},200.5`)
  const crowLow = line(`${socketX - 21},208 ${socketX - 27},209.5`)
  const shapes: Shape[] = [
    { d: oval(182, 148, 52, 42), fill: fading('radial', skin.light, 0.9, 0) },
    { d: socket, fill: fading('radial', skin.shade, 0.62, 0) },
    { d: mirrored(socket), fill: fading('radial', skin.shade, 0.75, 0) },
    { d: cheek, fill: glow },
    { d: mirrored(cheek), fill: glow },
    { d: oval(200, person.face.chinY - 15, 18, 11), fill: fading('radial', skin.light, 0.5, 0) },
    { d: oval(cheekX + 3, 227, 17, 10), fill: fading('radial', skin.light, 0.75, 0) },
    { d: oval(400 - cheekX - 5, 228, 14, 8), fill: fading('radial', skin.light, 0.45, 0) },
    ...strokePair(lid, skin.deep, 1.3, 0.1 + mouth.smile * 0.018, 0.12 + mouth.smile * 0.02),
  ]
  if (lines > 0.15) {
    shapes.push(...strokePair(smileLine, skin.deep, 1.5, 0.1 + lines * 0.32, 0.1 + lines * 0.38))
  }
  if (lines > 0.3) {
    shapes.push(
      ...strokePair(underEye, skin.deep, 1.2, lines * 0.3, lines * 0.34),
      ...strokePair(crow, skin.deep, 1.1, lines * 0.34, lines * 0.38),
      ...strokePair(crowLow, skin.deep, 1.1, lines * 0.3, lines * 0.34),
      stroke(line('172,152 200,149.5 226,152'), skin.deep, 1.1, lines * 0.24),
      stroke(line('177,162 200,160 222,162'), skin.deep, 1.1, lines * 0.18),
    )
  }
  if (person.freckles) shapes.push(...freckles(person))
  return shapes
}

/** x, y, radius; scattered once by hand. */
const FRECKLES = readPoints(`
  160,231,1.1 167,226,0.8 171,234,1.1 178,229,0.9 153,238,0.8 164,240,0.9 184,235,0.8 193,226,0.8 204,223,0.7
  199,231,0.8 217,232,0.9 224,227,1.1 231,234,0.9 238,230,0.8 229,241,0.8 243,238,1 222,238,0.7 175,241,0.7`)

function freckles({ skin }: Person): Shape[] {
  return FRECKLES.map(([x, y, radius]) => ({ d: oval(x, y, radius), fill: skin.deep, opacity: 0.4 }))
}

export function noseShapes(person: Person): Shape[] {
  const { skin } = person
  const { halfWidth: w, baseY: b } = person.nose
  const wing = path`M${200 - w * 0.82} ${b - 10}C${200 - w - 2.6} ${b - 7.5} ${200 - w - 2.4} ${b + 1.4} ${200 - w * 0.62} ${b + 0.6}`
  const nostril = path`M${200 - w * 0.66} ${b - 0.2}C${200 - w * 0.6} ${b - 3} ${200 - w * 0.28} ${b - 2.6} ${200 - w * 0.24} ${b + 0.9}C${200 - w * 0.4} ${b + 0.2} ${200 - w * 0.5} ${b + 0.2} ${200 - w * 0.66} ${b - 0.2}Z`
  const side = blob(`
    205,190 206,206 ${205 + w * 0.1},${b - 20} ${200 + w * 0.96},${b - 6} ${200 + w * 0.8},${b + 1} 200,${b + 3.4}
    ${200 - w * 0.4},${b + 1.4} ${200 + w * 0.2},${b - 4} 202.5,${b - 18} 202,204`)
  return [
    { d: oval(201.5, b + 5, w * 1.15, 5.4), fill: fading('radial', skin.deep, 0.42, 0) },
    { d: side, fill: fading('down', skin.deep, 0.04, 0.44) },
    { d: oval(197, b - 26, 4, 24), fill: fading('radial', skin.light, 0.75, 0) },
    { d: oval(197.4, b - 8, 5.6, 5), fill: fading('radial', '#fff6ea', 0.36, 0) },
    ...strokePair(wing, skin.deep, 1.7, 0.5, 0.66),
    { d: nostril, fill: skin.deep, opacity: 0.75 },
    { d: mirrored(nostril), fill: skin.deep, opacity: 0.8 },
    stroke(path`M${200 - w * 0.28} ${b + 1}Q200 ${b + 4.2} ${200 + w * 0.28} ${b + 1}`, skin.deep, 1.4, 0.5),
  ]
}

/** The neck and the skin that a neckline shows. It is drawn with the clothes and does not move. */
export function neck(person: Person): Shape[] {
  const { skin, face, body } = person
  const n = body.neck
  const chin = headToBody(person, face.chinY)
  const left = 200 - n
  const right = 200 + n
  const outline =
    path`M${left - 3} ${chin - 46}C${left + 1} ${chin - 14} ${left + 2} ${chin + 8} ${left - 1} 326C${left - 6} 342 ${left - 12} 350 ${left - 22} 356L${left - 10} 404L200 476` +
    path`L${right + 10} 404L${right + 22} 356C${right + 12} 350 ${right + 6} 342 ${right + 1} 326C${right - 2} ${chin + 8} ${right - 1} ${chin - 14} ${right + 3} ${chin - 46}Z`
  const cast =
    path`M${left - 1} ${chin - 46}L${right + 1} ${chin - 46}L${right} ${chin + 22}C${200 + n * 0.6} ${chin + 33} ${200 + n * 0.1} ${chin + 29} ${200 - n * 0.2} ${chin + 21}` +
    path`C${200 - n * 0.5} ${chin + 13} ${200 - n * 0.8} ${chin + 8} ${left} ${chin + 2}Z`
  const turned = path`M${right + 1} ${chin - 20}C${right - 1} ${chin + 8} ${right} ${chin + 16} ${right + 1} 326C${right + 6} 342 ${right + 12} 350 ${right + 22} 356L${right + 6} 410C${right - 8} 380 ${right - n * 0.6} 352 ${right - n * 0.55} 322Z`
  return [
    { d: outline, fill: withStops('across', [0.25, skin.light], [0.52, skin.base], [0.78, skin.shade]) },
    { d: turned, fill: fading('down', skin.deep, 0.26, 0) },
    { d: cast, fill: withStops('down', [0.5, skin.deep, 0.62], [0.82, skin.deep, 0.4], [1, skin.deep, 0.16]) },
  ]
}
