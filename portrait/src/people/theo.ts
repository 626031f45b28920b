import { fold, garment } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { blob, line } from '../path.ts'
import type { Person } from '../person.ts'
import { fading, gradient, stroke } from '../shape.ts'

const theoHair = tones(0.5, 0.065, 62)
const tshirt = tones(0.62, 0.085, 150)
const cushion = tones(0.34, 0.02, 260)

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
    ...garment({ shoulder: 114, neck: 41, neckY: 342, dip: 34 }, tshirt),
    stroke(line('160,346 178,369 200,376 222,369 240,346'), tshirt.deep, 5, 0.4),
    stroke(line('157,350 176,375 200,383 224,375 243,350'), tshirt.deep, 1.5, 0.5),
    fold(line('128,408 150,430 156,462'), tshirt, 2.2),
    fold(line('276,410 252,430 246,466'), tshirt, 2.2),
  ],
  headOver: [
    {
      d: blob(`
        130,204,0.2 120,180 112,150 122,128 120,108,0.8 140,98 152,76,0.8 176,78 200,62,0.8 218,74 246,70,0.8
        256,88 280,98,0.8 278,122 290,146 281,176 270,204,0.2 267,182 262,164 250,150,0.4 240,160,0.2
        226,142,0.5 206,156,0.2 192,138,0.5 170,162,0.2 162,146,0.5 144,164 136,184`),
      fill: gradient('slant', theoHair.light, theoHair.base, theoHair.shade),
      casts: true,
    },
    {
      d: blob('138,124 156,98 188,82 214,88 188,98 162,120'),
      fill: fading('slant', '#f3d29c', 0.6, 0.05),
    },
    stroke(line('170,158 174,126 200,92'), theoHair.deep, 1.5, 0.45),
    stroke(line('206,152 212,120 240,92'), theoHair.deep, 1.5, 0.45),
    stroke(line('240,156 246,126 266,108'), theoHair.deep, 1.5, 0.45),
    stroke(line('140,166 140,134 158,104'), theoHair.deep, 2, 0.5),
    stroke(line('180,130 190,98 210,80'), theoHair.light, 2, 0.6),
  ],
  headFront: [],
}
