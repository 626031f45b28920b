import { fold, garment } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { strands } from '../hair.ts'
import { line } from '../path.ts'
import type { Person } from '../person.ts'
import { area, covering, fading, filled, gradient, lit, stroke } from '../shape.ts'

const hannahHair = tones(0.42, 0.055, 55)
const knit = tones(0.6, 0.05, 20)
const scarf = tones(0.83, 0.045, 75)

export const hannah: Person = {
  id: 'therapy',
  name: 'Hannah',
  description: 'Hannah, a woman in her forties with brown shoulder-length hair, a soft scarf and a notebook',
  nicheHue: 120,
  skin: skinTones(0.86, 0.045, 52, 0.42),
  face: { temple: 68, cheek: 73.5, jaw: 63, chin: 37, chinY: 309 },
  eyes: { iris: '#6d7a55', spread: 33, halfWidth: 15, open: 0.94, slant: 0.4, crease: 0.6, lashes: [0.5, '#33231c'] },
  brows: { colour: '#5d4130', thickness: 3.8, arch: 3.6, length: 34, lift: 20 },
  nose: { halfWidth: 14, baseY: 242 },
  mouth: { y: 265, halfWidth: 25, upper: 5.6, lower: 8, smile: 5.5 },
  lines: 0.36,
  blush: 0.42,
  ears: 'hidden',
  body: { neck: 27 },
  headBehind: [
    area(gradient('down', hannahHair.base, hannahHair.shade, hannahHair.deep))`
      200,76 252,88 286,130 294,190 294,250 304,310 292,350 262,362 200,352 138,362 108,350 96,310 106,250 106,190
      114,130 148,88`,
  ],
  clothes: [
    ...garment({ shoulder: 140, neck: 40, neckY: 344, dip: 20 }, knit),
    area(lit(scarf))`140,330 170,322 200,340 230,322 260,330 274,352 262,380 226,398 196,400 158,392 132,372 128,348`,
    area(lit(scarf))`206,384,0.4 236,378 250,392 256,440 260,484,0 216,484,0 214,440 206,408`,
    // A notebook held in the crook of the arm, with its pen.
    filled('M92 424L156 414L168 486L102 486Z', '#f4eddd'),
    filled('M86 427L149 417L160 486L96 486Z', gradient('slant', '#7d9a86', '#5c7c6a')),
    stroke('M138 419L149 486', '#3f5a4b', 3.4),
    filled('M98 437L126 432.6L127.4 441L99.4 445.4Z', '#f4eddd'),
    stroke('M151 409L160 462', '#3d3a52', 5),
    stroke('M151.6 412L155 432', '#b9b4d6', 1.5),
    area(gradient('slant', knit.light, knit.base))`72,418,0.3 84,408 96,424 100,452 104,486,0 54,486,0 60,448`,
    stroke(line('96,424 100,452 104,486'), knit.deep, 1.8, 0.6),
    fold(line('150,340 176,362 214,370 258,352'), scarf, 2.4),
    fold(line('140,356 170,380 206,386 244,374'), scarf, 2.2),
    fold(line('168,334 188,350 212,352'), scarf, 2),
    stroke(line('224,398 232,430 234,480'), scarf.deep, 1.8, 0.5),
    stroke(line('240,396 246,430 249,480'), scarf.deep, 1.8, 0.4),
  ],
  headOver: [
    covering(lit(hannahHair))`
      184,72,0.1 230,77 266,98 288,146 292,204 290,258 301,306 288,340 271,326 270,290 276,246 270,208 263,184 248,164
      220,146 190,127,0.2`,
    covering(gradient('slant', hannahHair.light, hannahHair.base, hannahHair.base))`
      186,72,0.1 146,82 120,114 110,160 108,210 107,260 99,306 112,340 131,324 132,288 124,246 130,208 136,184 148,160
      166,142 190,127,0.2`,
    area(fading('radial', '#c9a283', 0.6, 0))`126,140 140,112 166,94 150,122 133,160 124,204 119,180`,
    area(fading('radial', '#c9a283', 0.5, 0))`214,94 244,100 268,128 278,166 258,134 236,112`,
    stroke(line('186,80 187,104 190,126'), hannahHair.deep, 1.5, 0.5),
    ...strands(
      '191,129 232,152 266,192 276,244 271,290 276,328',
      '186,74 248,84 290,160 292,240 296,296 292,334',
      [hannahHair.deep, 13, 0.34],
      ['#c9a283', 8, 0.26, 1.5],
    ),
    ...strands(
      '189,129 156,152 134,192 124,244 131,290 124,328',
      '185,74 140,88 109,160 108,240 102,296 106,334',
      [hannahHair.deep, 13, 0.28],
      ['#c9a283', 9, 0.36, 1.6],
    ),
  ],
}
