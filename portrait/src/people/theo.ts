import { fold, garment, neckRib } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { blob, line } from '../path.ts'
import type { Person } from '../person.ts'
import { fading, gradient, stroke } from '../shape.ts'

const theoHair = tones(0.5, 0.065, 62)
const tshirt = tones(0.62, 0.085, 150)
const cushion = tones(0.34, 0.02, 260)

const TEE_CUT = { shoulder: 114, neck: 41, neckY: 342, dip: 34 }

export const theo: Person = {
  id: 'friendship',
  name: 'Theo',
  description: 'Theo, a young man with tousled fair-brown hair and a green T-shirt, in a wheelchair with a headrest',
  nicheHue: 277.5,
  skin: skinTones(0.85, 0.048, 52, 0.28),
  face: { temple: 67, cheek: 71, jaw: 58, chin: 34, chinY: 310 },
  eyes: {
    iris: '#5f7a6a',
    spread: 33,
    halfWidth: 15,
    open: 0.98,
    slant: 0.6,
    crease: 0.4,
    lashes: 0.3,
    lashColour: '#3a271d',
  },
  brows: { colour: '#7b5534', thickness: 5, arch: 2.8, length: 35, lift: 20 },
  nose: { halfWidth: 14, baseY: 241 },
  mouth: { y: 264, halfWidth: 25, upper: 5, lower: 7.6, smile: 4.2 },
  lines: 0,
  blush: 0.55,
  ears: 'seen',
  body: { neck: 29, shoulder: 114 },
  behind: [
    {
      d: blob('92,388,0.3 100,360 200,346 300,360 308,388,0.3 318,482,0 82,482,0'),
      fill: gradient('down', cushion.light, cushion.base, cushion.shade),
    },
    { d: 'M178 270L222 270L222 380L178 380Z', fill: gradient('across', '#9aa1a8', '#d4d8db', '#6d747b') },
    {
      d: blob(`
        98,214 112,182 150,176 200,180 250,176 288,182 302,214 300,262 280,288 200,296 120,288 100,262`),
      fill: gradient('slant', cushion.light, cushion.base, cushion.deep),
    },
    stroke(
      blob(`
        108,216 120,192 152,186 200,190 248,186 280,192 292,216 290,258 274,278 200,286 126,278 110,258`),
      '#8f96a3',
      1.6,
      0.45,
    ),
  ],
  headBehind: [],
  clothes: [
    ...garment(TEE_CUT, tshirt),
    neckRib(TEE_CUT, tshirt.shade, 7),
    fold(line('128,408 150,430 156,462'), tshirt, 2.2),
    fold(line('276,410 252,430 246,466'), tshirt, 2.2),
  ],
  headOver: [
    {
      d: blob(`
        130,206,0.2 121,182 115,152 119,124 132,102 146,88,0.7 158,76 178,66,0.8 194,70 214,61,0.8 232,70 252,74,0.8
        266,92 281,112,0.8 284,136 287,156,0.9 280,180 270,206,0.2 267,186 261,167 249,154,0.5 238,162,0.3 222,148
        204,158,0.3 188,146,0.7 168,163,0.3 158,152,0.6 144,168 136,186`),
      fill: gradient('slant', theoHair.light, theoHair.base, theoHair.shade),
      casts: true,
    },
    { d: blob('140,126 158,100 190,84 216,90 190,102 164,122'), fill: fading('radial', '#f3d29c', 0.6, 0) },
    stroke(line('168,160 170,128 196,92 214,84'), theoHair.deep, 1.5, 0.42),
    stroke(line('204,155 212,124 240,94'), theoHair.deep, 1.5, 0.42),
    stroke(line('238,159 246,130 268,110'), theoHair.deep, 1.5, 0.42),
    stroke(line('138,170 136,138 154,104'), theoHair.deep, 1.5, 0.4),
    stroke(line('182,138 190,104 208,84'), theoHair.light, 2, 0.55),
    stroke(line('150,146 154,120 172,98'), theoHair.light, 2, 0.5),
    stroke(line('222,142 230,116 252,102'), theoHair.light, 2, 0.35),
  ],
  headFront: [],
}
