import { garment, neckRib, pair } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { blob, line, mirrored } from '../path.ts'
import type { Person } from '../person.ts'
import { fading, gradient, stroke } from '../shape.ts'

const kenjiHair = tones(0.23, 0.012, 270)
const hoodie = tones(0.52, 0.035, 240)
const tee = tones(0.9, 0.008, 240)
const shell = tones(0.34, 0.015, 260)

export const kenji: Person = {
  id: 'technology',
  name: 'Kenji',
  description: 'Kenji, a Japanese man in his thirties in a hoodie, with headphones round his neck',
  nicheHue: 52.5,
  skin: skinTones(0.84, 0.052, 68, 0.15),
  face: { temple: 70, cheek: 74, jaw: 61, chin: 35, chinY: 312 },
  eyes: {
    iris: '#3a241a',
    spread: 34,
    halfWidth: 15,
    open: 0.84,
    slant: 2,
    crease: 0.12,
    lashes: 0.2,
    lashColour: '#1a1413',
  },
  brows: { colour: '#241d1c', thickness: 5.4, arch: 2.4, length: 36, lift: 21 },
  nose: { halfWidth: 14.5, baseY: 242 },
  mouth: { y: 265, halfWidth: 24.5, upper: 5.2, lower: 7.6, smile: 3 },
  lines: 0.04,
  blush: 0.34,
  ears: 'seen',
  body: { neck: 31, shoulder: 122 },
  behind: [
    {
      d: blob('200,316 244,320 274,342 288,372 200,396 112,372 126,342 156,320'),
      fill: gradient('down', hoodie.shade, hoodie.deep),
    },
    stroke(line('138,392 134,360 146,334 172,322'), shell.deep, 9),
    stroke(line('262,392 266,360 254,334 228,322'), shell.deep, 9),
    stroke(line('138,392 134,360 146,334 172,322'), shell.light, 4),
    stroke(line('262,392 266,360 254,334 228,322'), shell.base, 4),
  ],
  headBehind: [],
  clothes: [
    ...garment({ shoulder: 116, neck: 40, neckY: 346, dip: 34 }, tee),
    neckRib({ shoulder: 116, neck: 40, neckY: 346, dip: 34 }, tee.shade, 5),
    ...garment({ shoulder: 122, neck: 42, neckY: 342, dip: 76, pointed: true }, hoodie),
    ...pair(
      {
        d: blob('157,336,0.3 134,346 124,366 140,394 170,418 200,434,0.2 200,414,0.3 176,394 162,366'),
        fill: gradient('slant', hoodie.light, hoodie.base),
      },
      gradient('slant', hoodie.base, hoodie.shade),
    ),
    stroke(line('124,366 140,394 170,418 200,434'), hoodie.deep, 1.8, 0.5),
    stroke(mirrored(line('124,366 140,394 170,418 200,434')), hoodie.deep, 1.8, 0.6),
    stroke(line('200,434 200,482'), hoodie.deep, 2.4, 0.7),
    stroke(line('182,410 179,438 181,468'), '#eef1f3', 3),
    stroke(line('218,410 221,436 218,462'), '#d5dade', 3),
    ...pair(
      {
        d: blob('132,372 148,366 162,380 166,404 158,424 142,428 128,414 124,392'),
        fill: gradient('slant', shell.light, shell.base, shell.deep),
      },
      gradient('slant', shell.light, shell.shade, shell.deep),
    ),
    ...pair(
      {
        d: blob('138,380 148,377 156,388 158,404 152,417 143,419 135,409 133,393'),
        fill: gradient('slant', '#e8774f', '#c04a2b'),
      },
      gradient('slant', '#d8603c', '#9c3822'),
    ),
    ...pair({
      d: blob('142,388 148,387 152,395 152,405 148,411 143,410 140,402 140,394'),
      fill: gradient('slant', '#b8452a', '#d8603c'),
    }),
  ],
  headOver: [
    {
      d: blob(`
        128,204,0.2 121,176 116,142 126,104 154,80 188,66 232,70 266,92 284,132 282,172 272,204,0.2 268,186
        265,168 257,154,0.5 246,163,0.5 232,150,0.6 216,160,0.5 200,147,0.6 180,164,0.5 166,152,0.6 152,166,0.5
        143,162,0.6 137,174 133,188`),
      fill: gradient('slant', kenjiHair.light, kenjiHair.base, kenjiHair.shade),
      casts: true,
    },
    {
      d: blob('142,118 164,94 200,80 232,86 204,94 172,110'),
      fill: fading('radial', '#7c8698', 0.52, 0),
    },
    stroke(line('160,160 166,128 190,98'), kenjiHair.deep, 1.5, 0.5),
    stroke(line('188,158 198,124 222,96'), kenjiHair.deep, 1.5, 0.5),
    stroke(line('224,156 232,124 250,108'), kenjiHair.deep, 1.5, 0.5),
    stroke(line('136,168 138,136 156,106'), kenjiHair.deep, 1.5, 0.5),
  ],
  headFront: [],
}
