import { frontBand, garment, neckRib, openFront, pair } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { curlLines, curlMass, curlsAround, type Curl } from '../hair.ts'
import { blob, line, oval, readPoints } from '../path.ts'
import type { Person } from '../person.ts'
import { area, casting, filled, gradient, lit, stroke, strokePair } from '../shape.ts'

const zoeHair = tones(0.33, 0.05, 48)
const jacket = tones(0.72, 0.16, 55)
const top = tones(0.33, 0.03, 280)

const OPEN_JACKET = { shoulder: 122, neck: 39, neckY: 341, bottom: 20 }

const MANE = curlsAround([200, 184], [112, 116], { count: 24, radius: 22, from: 96, to: 444 })
const FRINGE: Curl[] = readPoints(`
  122,224,13 112,200,16 112,170,17 120,142,18 138,118,19 164,103,20 194,97,20 225,100,20 253,112,19 276,134,18
  288,162,17 289,192,16 279,220,13 138,166,14 152,145,15 176,134,15 202,131,15 228,134,15 250,147,14 264,168,13`)

export const zoe: Person = {
  id: 'marketing',
  name: 'Zoe',
  description:
    'Zoe, a young woman of mixed heritage with big curls, hoop earrings and an orange jacket with a megaphone badge',
  nicheHue: 7.5,
  skin: skinTones(0.67, 0.075, 55, 0.6),
  face: { temple: 68, cheek: 73, jaw: 56, chin: 29, chinY: 309 },
  eyes: { iris: '#6b4523', spread: 34, halfWidth: 16, open: 1.04, slant: 2.2, crease: 0.55, lashes: [0.85, '#1c1310'] },
  brows: { colour: '#33221a', thickness: 5, arch: 4.6, length: 36, lift: 21 },
  nose: { halfWidth: 15.5, baseY: 241 },
  mouth: { y: 264, halfWidth: 26, upper: 8, lower: 10.5, smile: 7.5, gape: 1.12, teeth: 1.25 },
  lines: 0,
  blush: 0.45,
  freckles: true,
  ears: 'hidden',
  body: { neck: 24 },
  headBehind: [
    filled(curlMass(MANE) + oval(200, 184, 112, 112), gradient('slant', zoeHair.base, zoeHair.shade, zoeHair.deep)),
    ...curlLines(MANE, zoeHair, zoeHair.light),
  ],
  clothes: [
    ...garment({ shoulder: 115, neck: 38, neckY: 344, dip: 34 }, top),
    neckRib({ shoulder: 115, neck: 38, neckY: 344, dip: 34 }, top.light, 5),
    ...openFront(OPEN_JACKET, jacket),
    ...frontBand(OPEN_JACKET, 3, { ...jacket, shade: '#f6e7cf', deep: '#d9c2a0' }),
    ...pair(
      area(gradient('slant', jacket.light, jacket.base))`162,332,0.3 144,340 134,366 144,396,0.2 172,416,0.2 166,384`,
      gradient('slant', jacket.base, jacket.shade),
    ),
    ...strokePair(line('134,366 144,396 172,416'), jacket.deep, 1.8, 0.6, 0.7),
    // A badge with a megaphone.
    filled(oval(134, 434, 17), gradient('slant', '#3f74a8', '#254d77')),
    filled('M124 431L131 429L143 423L143 445L131 439L124 437Z', '#f7f1e4'),
    stroke('M129 439L131 446', '#f7f1e4', 3.4),
    stroke('M146.4 430Q148.6 434 146.4 438', '#f7f1e4', 1.8),
  ],
  headOver: [
    casting(
      filled(
        curlMass(FRINGE) +
          blob(
            '118,200 110,160 130,118 166,92 202,86 238,92 272,118 290,160 282,200 268,160 240,134 200,124 160,134 132,160',
          ),
        lit(zoeHair),
      ),
    ),
    ...curlLines(FRINGE, zoeHair, '#b98a5e'),
  ],
  headFront: [122, 278].map((x) => stroke(oval(x, 268, 12, 15), '#e3b85a', 3)),
}
