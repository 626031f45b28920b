import { garment } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { strands } from '../hair.ts'
import { line, oval } from '../path.ts'
import type { Person } from '../person.ts'
import { area, covering, fading, filled, gradient, lit, stroke } from '../shape.ts'

const sofiaHair = tones(0.3, 0.04, 45)
const emerald = tones(0.48, 0.085, 165)

export const sofia: Person = {
  id: 'real-estate',
  name: 'Sofia',
  description: 'Sofia, a Latina woman in her thirties with long dark hair, a green blouse and a house key on a ribbon',
  nicheHue: 300,
  skin: skinTones(0.77, 0.07, 58, 0.62),
  face: { temple: 68, cheek: 73, jaw: 58, chin: 32, chinY: 310 },
  eyes: { iris: '#5a3a22', spread: 33.5, halfWidth: 16, open: 1, slant: 2, crease: 0.6, lashes: [0.8, '#1d1411'] },
  brows: { colour: '#37251c', thickness: 4.6, arch: 5, length: 36, lift: 20.5 },
  nose: { halfWidth: 14.5, baseY: 242 },
  mouth: { y: 265, halfWidth: 26, upper: 7.4, lower: 10, smile: 7, gape: 1.02, teeth: 1.2 },
  lines: 0.1,
  blush: 0.5,
  ears: 'hidden',
  body: { neck: 24 },
  headBehind: [
    area(gradient('down', sofiaHair.base, sofiaHair.shade, sofiaHair.deep))`
      200,72 256,84 292,128 300,190 304,250 320,312 318,372 290,420 250,410 200,390 150,410 110,420 82,372 80,312
      96,250 100,190 108,128 144,84`,
  ],
  clothes: [
    ...garment({ shoulder: 126, neck: 42, neckY: 344, dip: 46, pointed: true }, emerald),
    stroke('M158 345L200 392L242 345', emerald.deep, 2, 0.5),
    stroke(line('200,392 199,440 200,482'), emerald.deep, 1.8, 0.5),
    stroke(line('166,346 178,376 199,400'), '#efe3cc', 3.2),
    stroke(line('234,346 222,376 201,400'), '#d9c8aa', 3.2),
    filled(oval(200, 408, 11), gradient('slant', '#f2d48a', '#c99a3c')),
    filled(
      'M196.8 417L203.2 417L203.2 455L196.8 455ZM203 439L211 439L211 445L203 445ZM203 448L209 448L209 454L203 454Z',
      gradient('across', '#f0cf80', '#c2913a'),
    ),
    filled(oval(200, 405.5, 4.4), emerald.shade),
  ],
  headOver: [
    covering(lit(sofiaHair))`
      199,70,0.1 242,77 276,106 294,160 295,216 300,268 316,326 308,384 284,412,0.4 282,364 284,312 274,262 270,214
      265,186 250,162 226,142 200,126,0.2`,
    covering(gradient('slant', sofiaHair.light, sofiaHair.base, sofiaHair.base))`
      201,70,0.1 158,77 124,106 106,158 105,216 100,268 84,326 94,384 120,412,0.4 120,364 116,312 127,262 130,214
      135,186 150,162 174,142 200,126,0.2`,
    area(fading('radial', '#b98a68', 0.5, 0))`122,146 138,112 164,94 150,122 131,166 121,214 114,190`,
    area(fading('radial', '#b98a68', 0.43, 0))`222,92 250,100 274,130 284,170 264,136 244,112`,
    stroke(line('200,76 200,126'), sofiaHair.deep, 1.6, 0.6),
    ...strands(
      '201,128 240,152 268,196 274,262 284,316 284,400',
      '201,72 264,92 296,170 299,262 315,326 304,388',
      [sofiaHair.deep, 13, 0.34],
      ['#a87c5e', 8, 0.26, 1.5],
    ),
    ...strands(
      '199,128 160,152 132,196 127,262 117,316 119,400',
      '199,72 136,92 104,170 101,262 85,326 98,388',
      [sofiaHair.deep, 13, 0.28],
      ['#a87c5e', 9, 0.36, 1.6],
    ),
  ],
}
