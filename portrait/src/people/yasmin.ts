import { fold, garment } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { blob, line } from '../path.ts'
import type { Person } from '../person.ts'
import { area, casting, filled, gradient, lit, stroke } from '../shape.ts'

const hijab = tones(0.6, 0.075, 12)
const blouse = tones(0.4, 0.05, 265)

export const yasmin: Person = {
  id: 'speech-therapy',
  name: 'Yasmin',
  description: 'Yasmin, a woman in her thirties wearing a rose headscarf with a pin in the shape of a speech bubble',
  nicheHue: 165,
  skin: skinTones(0.73, 0.068, 58, 0.6),
  face: { temple: 69, cheek: 73, jaw: 58, chin: 31, chinY: 310 },
  eyes: {
    iris: '#4d3120',
    spread: 33.5,
    halfWidth: 16,
    open: 1.02,
    slant: 1.6,
    crease: 0.65,
    lashes: [0.85, '#1b1210'],
  },
  brows: { colour: '#2a1c17', thickness: 4.8, arch: 4.6, length: 37, lift: 21 },
  nose: { halfWidth: 14.5, baseY: 243 },
  mouth: { y: 265, halfWidth: 25.5, upper: 7, lower: 9.5, smile: 5.5 },
  lines: 0.06,
  blush: 0.45,
  ears: 'hidden',
  body: { neck: 26, lower: 2 },
  headBehind: [
    area(gradient('slant', hijab.base, hijab.shade, hijab.deep))`
      200,70 254,82 290,130 296,200 288,270 270,330 200,350 130,330 112,270 104,200 110,130 146,82`,
  ],
  clothes: [
    ...garment({ shoulder: 128, neck: 40, neckY: 344, dip: 24 }, blouse),
    area(lit(hijab))`
      128,300 200,330 272,300 280,336 306,366 298,398 262,428 214,452 186,446 140,424 102,396 96,366 122,336`,
    fold(line('134,330 164,366 206,390 270,384'), hijab, 2.6),
    fold(line('122,350 156,394 204,418 262,404'), hijab, 2.4),
    fold(line('276,326 256,356 214,376'), hijab, 2.4),
    fold(line('112,374 146,412 190,432'), hijab, 2),
    // A pin: a speech bubble with the waves of a voice.
    filled(
      'M244 396C244 387 250 383 258 383L276 383C284 383 290 387 290 396L290 405C290 414 284 418 276 418L266 418L256 427L256 418C249 417 244 412 244 405Z',
      gradient('slant', '#fdf6e6', '#e8d4a6', '#c19a51'),
    ),
    stroke('M254 398L254 404M261 393L261 409M268 396L268 406M275 391L275 411M282 398L282 404', '#5a3a52', 2.6),
  ],
  headOver: [
    casting(
      filled(
        blob(`
        200,72 252,82 286,126 292,190 288,250 276,306 246,338 200,346 154,338 124,306 112,250 108,190 114,126
        148,82`) +
          blob(`
        200,123 168,128 143,148 133,184 131,222 139,262 160,296 200,313 240,296 261,262 269,222 267,184 257,148
        232,128`),
        lit(hijab),
      ),
    ),
    stroke(line('150,104 176,92 216,92 250,112 270,152 274,206'), hijab.deep, 2, 0.45),
    stroke(line('138,128 124,170 120,230 130,284'), hijab.light, 4, 0.5),
    stroke(line('280,180 276,240 262,292 236,322'), hijab.deep, 2.2, 0.5),
    stroke(line('136,292 160,324 196,334 240,324'), hijab.deep, 2, 0.4),
  ],
}
