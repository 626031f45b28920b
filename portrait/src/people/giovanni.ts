import { garment } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { blob, line, mirrored, oval } from '../path.ts'
import type { Person } from '../person.ts'
import { fading, gradient, stroke } from '../shape.ts'

const giovanniHair = tones(0.36, 0.015, 60)
const white = tones(0.94, 0.01, 85)
const apron = tones(0.45, 0.11, 28)

export const giovanni: Person = {
  id: 'culinary',
  name: 'Giovanni',
  description: "Giovanni, a man of fifty with greying hair, a moustache, a white chef's jacket and a red apron",
  nicheHue: 30,
  skin: skinTones(0.79, 0.062, 55, 0.2),
  face: { temple: 70, cheek: 77, jaw: 67, chin: 42, chinY: 315 },
  eyes: {
    iris: '#4a3322',
    spread: 33.5,
    halfWidth: 14.5,
    open: 0.88,
    slant: -0.4,
    crease: 0.55,
    lashes: 0.2,
    lashColour: '#261b16',
  },
  brows: { colour: '#2f2621', thickness: 7, arch: 3.2, length: 38, lift: 19.5 },
  nose: { halfWidth: 18, baseY: 245 },
  mouth: { y: 270, halfWidth: 25, upper: 4.6, lower: 7.6, smile: 3 },
  lines: 0.5,
  blush: 0.42,
  facialHair: { kind: 'moustache', tones: tones(0.36, 0.018, 55) },
  ears: 'seen',
  body: { neck: 36, shoulder: 132 },
  behind: [],
  headBehind: [],
  clothes: [
    ...garment({ shoulder: 132, neck: 42, neckY: 338, dip: 34 }, white),
    stroke(line('182,378 176,430 174,482'), white.deep, 1.6, 0.5),
    {
      d: blob(`
        156,322,0.3 178,340 200,346 222,340 244,322,0.3 250,350 226,370 200,376 174,370 150,350`),
      fill: gradient('slant', white.light, white.base, white.shade),
    },
    stroke(line('154,346 176,366 200,372 224,366 246,346'), white.deep, 1.6, 0.5),
    stroke(line('200,347 203,374'), white.deep, 1.8, 0.6),
    {
      d: blob('150,398,0 250,398,0 262,430,0.4 278,482,0 122,482,0 138,430,0.4'),
      fill: gradient('slant', apron.light, apron.base, apron.shade),
    },
    stroke(line('151,399 142,372 144,352'), apron.base, 9),
    stroke(line('249,399 258,372 256,352'), apron.shade, 9),
    stroke(line('152,406 248,406'), apron.deep, 1.6, 0.6),
    { d: oval(170, 390, 3.4) + oval(230, 390, 3.4), fill: '#8c8a85' },
    stroke('M176 446L224 446L222 480', apron.deep, 1.8, 0.6),
    stroke('M176 446L178 480', apron.deep, 1.8, 0.6),
  ],
  headOver: [
    {
      d: blob(`
        127,206,0.2 121,180 119,146 130,108 158,82 200,73 242,82 270,108 281,146 279,180 273,206,0.2 268,184
        265,160 251,145 226,137,0.6 204,130 178,134 153,145 137,158 132,184`),
      fill: gradient('slant', giovanniHair.light, giovanniHair.base, giovanniHair.shade),
      casts: true,
    },
    {
      d: blob('127,204,0.2 122,180 122,154 130,140 134,160 132,186'),
      fill: '#a39c94',
      opacity: 0.75,
    },
    {
      d: mirrored(blob('127,204,0.2 122,180 122,154 130,140 134,160 132,186')),
      fill: '#8a837c',
      opacity: 0.75,
    },
    {
      d: blob('144,120 166,94 200,84 232,90 202,98 172,112'),
      fill: fading('radial', '#cfc6bc', 0.47, 0),
    },
    stroke(line('156,142 166,112 194,86'), giovanniHair.deep, 1.3, 0.45),
    stroke(line('180,132 190,106 212,84'), giovanniHair.deep, 1.3, 0.45),
    stroke(line('206,129 216,106 240,92'), giovanniHair.deep, 1.3, 0.45),
    stroke(line('236,138 246,116 264,114'), giovanniHair.deep, 1.3, 0.45),
  ],
  headFront: [],
}
