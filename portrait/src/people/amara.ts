import { garment, lapels, openFront, pair } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { coils, curlMass, curlsAround } from '../hair.ts'
import { blob, line, oval } from '../path.ts'
import type { Person } from '../person.ts'
import { area, casting, fading, filled, gradient, lit, stroke } from '../shape.ts'
import { amaraMeasures } from './amara-measures.ts'

const amaraHair = tones(0.27, 0.02, 40)
const coat = tones(0.93, 0.012, 90)
const teal = tones(0.5, 0.07, 195)
const gold = tones(0.76, 0.11, 80)
const rubber = tones(0.33, 0.02, 250)

const OPEN_COAT = { shoulder: 134, neck: 38, neckY: 337, bottom: 24 }

const EDGE = curlsAround([200, 162], [78, 80], { count: 46, radius: 6.2, from: 166, to: 374 })
const NAPE = curlsAround([200, 160], [80, 80], { count: 46, radius: 6.5, from: 146, to: 394 })
/** Rows of short coils between hairline and crown. */
const COILS = [92, 101, 110, 119, 128].flatMap((y, row) =>
  Array.from(
    { length: 9 + row },
    (_, index) =>
      [
        200 + (index - (8 + row) / 2) * 12 + (row % 2) * 3 + Math.sin(index * 5.1 + row * 2) * 2.6,
        y + Math.abs(index - (8 + row) / 2) ** 1.9 * 0.7 + Math.sin(index * 3.7 + row) * 2.4,
      ] as const,
  ),
)

export const amara: Person = {
  ...amaraMeasures,
  name: 'Amara',
  description: 'Amara, a Black woman in her forties with short natural hair, a white coat and a stethoscope',
  nicheHue: 187.5,
  skin: skinTones(0.5, 0.07, 50, 0.28),
  lines: 0.19,
  blush: 0.35,
  ears: 'seen',
  headBehind: [
    filled(
      curlMass(NAPE) + blob('200,80 250,92 276,130 278,170 268,205 200,214 132,205 122,170 124,130 150,92'),
      amaraHair.shade,
    ),
  ],
  clothes: [
    ...garment({ shoulder: 128, neck: 37, neckY: 340, dip: 62, pointed: true }, teal),
    ...openFront(OPEN_COAT, coat),
    ...lapels(OPEN_COAT, 66, 386, coat),
    stroke(line('176,300 160,336 150,380 157,420 168,446'), rubber.deep, 8),
    stroke(line('224,300 240,336 250,384 248,420 247,438'), rubber.deep, 8),
    stroke(line('176,300 160,336 150,380 157,420 168,446'), rubber.light, 5),
    stroke(line('224,300 240,336 250,384 248,420 247,438'), rubber.base, 5),
    stroke(line('168,446 161,462 157,482'), '#aab0b5', 3.5),
    stroke(line('168,446 177,462 182,482'), '#aab0b5', 3.5),
    filled(oval(247, 449, 14.5), '#8b9196'),
    filled(oval(247, 448, 12.5), gradient('slant', '#f1f3f4', '#b4babf', '#868d93')),
    filled(oval(247, 448, 7.5), gradient('slant', '#c6cbcf', '#eef0f1')),
  ],
  headOver: [
    casting(
      filled(
        curlMass(EDGE) +
          blob(`
        131,196,0.4 121,176 124,138 144,104 172,86 204,82 236,87 262,106 277,140 279,176 269,196,0.4 267,184
        265,170 254,152 229,141 200,138 171,141 146,152 135,170 132,186`),
        lit(amaraHair),
      ),
    ),
    coils(COILS, '#8d6f60', 0.44),
    area(fading('radial', '#7d6355', 0.38, 0))`134,132 152,104 184,88 208,88 182,98 156,116`,
  ],
  headFront: [...pair(filled(oval(124, 243, 4.2, 4.8), gradient('slant', gold.light, gold.base, gold.deep)))],
}
