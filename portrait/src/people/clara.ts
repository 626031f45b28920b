import { frontBand, garment, neckRib, openFront } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { strands } from '../hair.ts'
import { line, oval } from '../path.ts'
import type { Person } from '../person.ts'
import { area, covering, fading, filled, gradient, lit, stroke } from '../shape.ts'

const claraHair = tones(0.56, 0.13, 45)
const mustard = tones(0.74, 0.1, 82)
const cream = tones(0.93, 0.02, 85)

const OPEN_CARDIGAN = { shoulder: 122, neck: 41, neckY: 341, bottom: 21 }

export const clara: Person = {
  id: 'education',
  name: 'Clara',
  description: 'Clara, a young woman with long red hair, freckles and a mustard cardigan with a pencil in its pocket',
  nicheHue: 142.5,
  skin: skinTones(0.89, 0.038, 50, 0.4),
  face: { temple: 68, cheek: 72, jaw: 57, chin: 31, chinY: 308 },
  eyes: {
    iris: '#5b7f62',
    spread: 33.5,
    halfWidth: 15.5,
    open: 1.02,
    slant: 1.2,
    crease: 0.5,
    lashes: [0.55, '#4a2a1c'],
  },
  brows: { colour: '#a35a32', thickness: 4, arch: 3.8, length: 34, lift: 20.5 },
  nose: { halfWidth: 13, baseY: 240 },
  mouth: { y: 263, halfWidth: 24.5, upper: 6, lower: 8.6, smile: 6.5, teeth: 1.1 },
  lines: 0,
  blush: 0.55,
  freckles: true,
  ears: 'hidden',
  body: { neck: 24, lower: 3 },
  headBehind: [
    area(gradient('down', claraHair.base, claraHair.shade, claraHair.deep))`
      200,72 256,84 292,128 298,190 304,250 316,312 306,368 270,386 200,372 130,386 94,368 84,312 96,250 102,190
      108,128 144,84`,
  ],
  clothes: [
    ...garment({ shoulder: 115, neck: 40, neckY: 344, dip: 34 }, cream),
    neckRib({ shoulder: 115, neck: 40, neckY: 344, dip: 34 }, cream.shade, 5),
    ...openFront(OPEN_CARDIGAN, mustard),
    ...frontBand(OPEN_CARDIGAN, 8, mustard),
    filled(oval(168.5, 418, 3.2) + oval(173, 448, 3.2) + oval(174.5, 474, 3.2), '#7d5326'),
    filled('M262 402L269 400L279 446L272 448Z', gradient('across', '#f1604d', '#c8392c')),
    filled('M262 402L269 400L263.6 388Z', '#ecd2a8'),
    filled('M263.2 391.5L265.2 391L263.6 388Z', '#3b332e'),
    area(gradient('slant', mustard.base, mustard.shade))`250,436,0.1 292,430,0.1 297,484,0 254,484,0`,
    stroke('M250 436L292 430M251 442L293 436', mustard.deep, 1.5, 0.7),
  ],
  headOver: [
    covering(lit(claraHair))`
      180,71,0.1 226,76 266,96 290,142 300,182 292,222 304,262 302,300 316,334 300,372,0.5 282,350 288,318 274,286
      280,252 270,214 264,186 250,168 222,150 186,128,0.2`,
    covering(gradient('slant', claraHair.light, claraHair.base, claraHair.base))`
      182,71,0.1 142,82 116,120 102,168 108,216 94,258 98,300 84,334 104,374,0.5 122,350 114,316 128,284 120,250
      130,212 135,186 145,164 164,144 186,128,0.2`,
    area(fading('radial', '#ffc48f', 0.5, 0))`206,92 240,94 268,124 281,168 258,136 230,114`,
    area(fading('radial', '#ffc48f', 0.5, 0))`122,148 136,114 160,94 148,122 131,166 122,214 115,190`,
    stroke(line('182,78 183,102 186,127'), claraHair.deep, 1.6, 0.55),
    ...strands(
      '188,130 232,156 268,200 279,250 276,288 288,322 288,352',
      '184,73 250,86 297,170 292,222 303,262 301,302 310,350',
      [claraHair.deep, 9, 0.34],
      ['#ffb987', 8, 0.26, 1.5],
    ),
    ...strands(
      '186,130 154,156 132,200 121,250 126,288 114,322 112,352',
      '182,73 130,94 104,170 109,222 97,262 99,302 92,350',
      [claraHair.deep, 10, 0.28],
      ['#ffb987', 9, 0.36, 1.6],
    ),
  ],
}
