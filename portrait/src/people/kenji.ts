import { garment, neckRib, pair } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { strands } from '../hair.ts'
import { line } from '../path.ts'
import type { Person } from '../person.ts'
import { area, covering, fading, gradient, lit, stroke, strokePair } from '../shape.ts'

const kenjiHair = tones(0.23, 0.012, 270)
const hoodie = tones(0.52, 0.035, 240)
const tee = tones(0.9, 0.008, 240)
const shell = tones(0.34, 0.015, 260)

export const kenji: Person = {
  id: 'technology',
  name: 'Kenji',
  description: 'Kenji, a Japanese man in his thirties in a hoodie, with headphones round his neck',
  nicheHue: 52.5,
  skin: skinTones(0.82, 0.056, 62, 0.22),
  face: { temple: 69, cheek: 73, jaw: 62, chin: 38, chinY: 313 },
  eyes: { iris: '#3a241a', spread: 34, halfWidth: 15, open: 0.84, slant: 2, crease: 0.12, lashes: [0.2, '#1a1413'] },
  brows: { colour: '#241d1c', thickness: 5.4, arch: 2.4, length: 36, lift: 21 },
  nose: { halfWidth: 14.5, baseY: 242 },
  mouth: { y: 265, halfWidth: 24.5, upper: 5.2, lower: 7.6, smile: 5, gape: 0.92 },
  lines: 0.04,
  blush: 0.34,
  ears: 'seen',
  body: { neck: 30 },
  behind: [
    area(gradient('down', hoodie.shade, hoodie.deep))`
      200,316 244,320 274,342 288,372 200,396 112,372 126,342 156,320`,
    stroke(line('138,392 134,360 146,334 172,322'), shell.deep, 9),
    stroke(line('262,392 266,360 254,334 228,322'), shell.deep, 9),
    stroke(line('138,392 134,360 146,334 172,322'), shell.light, 4),
    stroke(line('262,392 266,360 254,334 228,322'), shell.base, 4),
  ],
  clothes: [
    ...garment({ shoulder: 128, neck: 40, neckY: 346, dip: 34 }, tee),
    neckRib({ shoulder: 128, neck: 40, neckY: 346, dip: 34 }, tee.shade, 5),
    ...garment({ shoulder: 134, neck: 42, neckY: 342, dip: 76, pointed: true }, hoodie),
    ...pair(
      area(gradient('slant', hoodie.light, hoodie.base))`
        157,336,0.3 134,346 124,366 140,394 170,418 200,434,0.2 200,414,0.3 176,394 162,366`,
      gradient('slant', hoodie.base, hoodie.shade),
    ),
    ...strokePair(line('124,366 140,394 170,418 200,434'), hoodie.deep, 1.8, 0.5, 0.6),
    stroke(line('200,434 200,482'), hoodie.deep, 2.4, 0.7),
    stroke(line('182,410 179,438 181,468'), '#eef1f3', 3),
    stroke(line('218,410 221,436 218,462'), '#d5dade', 3),
    ...pair(
      area(gradient('slant', shell.light, shell.base, shell.deep))`
        132,372 148,366 162,380 166,404 158,424 142,428 128,414 124,392`,
      gradient('slant', shell.light, shell.shade, shell.deep),
    ),
    ...pair(
      area(gradient('slant', '#e8774f', '#c04a2b'))`138,380 148,377 156,388 158,404 152,417 143,419 135,409 133,393`,
      gradient('slant', '#d8603c', '#9c3822'),
    ),
    ...pair(
      area(gradient('slant', '#b8452a', '#d8603c'))`142,388 148,387 152,395 152,405 148,411 143,410 140,402 140,394`,
    ),
  ],
  headOver: [
    ...pair(
      covering(gradient('down', kenjiHair.base, '#4a4340'))`
        129,206,0.2 122,180 120,150 128,132 141,138 139,162 135,188`,
      gradient('down', kenjiHair.shade, '#3f3937'),
    ),
    covering(lit(kenjiHair))`
      122,156 114,126 126,96 152,76,0.8 172,72 192,60,0.8 214,66 236,62,0.8 250,76 272,88,0.8 284,120 280,150
      273,166,0.3 264,150 254,145 240,150 226,143 208,148 192,141 174,150 160,146 146,158 138,166,0.3 130,152`,
    area(fading('radial', '#8d98ab', 0.5, 0))`138,120 160,92 198,78 228,84 200,94 168,112`,
    ...strands('134,144 136,116 178,78', '202,132 198,104 218,72', ['#05060a', 12, 0.55]),
    ...strands('134,142 138,114 178,82', '202,130 198,102 218,76', ['#77829a', 11, 0.38]),
    ...strands('204,132 206,104 220,72', '266,144 272,116 250,86', ['#05060a', 11, 0.55]),
    ...strands('204,130 206,102 220,76', '264,142 270,114 250,90', ['#77829a', 8, 0.26]),
  ],
}
