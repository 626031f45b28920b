import { fold, garment, lapels, openFront } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { blob, line, oval } from '../path.ts'
import type { Person } from '../person.ts'
import { fading, gradient, stroke } from '../shape.ts'

const eleanorHair = tones(0.83, 0.008, 80)
const plum = tones(0.38, 0.06, 330)
const silk = tones(0.92, 0.015, 85)

const OPEN_BLAZER = { shoulder: 113, neck: 39, neckY: 337, bottom: 13 }

export const eleanor: Person = {
  id: 'legal',
  name: 'Eleanor',
  description: 'Eleanor, a woman in her sixties with a silver bob, a plum blazer and a brooch',
  nicheHue: 97.5,
  skin: skinTones(0.87, 0.04, 50, 0.62),
  face: { temple: 67, cheek: 71, jaw: 58, chin: 33, chinY: 310 },
  eyes: {
    iris: '#5f7f93',
    spread: 32.5,
    halfWidth: 14.5,
    open: 0.88,
    slant: -0.2,
    crease: 0.7,
    lashes: 0.45,
    lashColour: '#3d2f2a',
  },
  brows: { colour: '#8f867e', thickness: 3.6, arch: 3.8, length: 34, lift: 20 },
  nose: { halfWidth: 14, baseY: 243 },
  mouth: { y: 265, halfWidth: 24.5, upper: 4.6, lower: 7, smile: 2.6 },
  lines: 0.6,
  blush: 0.5,
  ears: 'hidden',
  body: { neck: 27, shoulder: 112 },
  behind: [],
  headBehind: [
    {
      d: blob(`
        200,74 250,84 286,122 296,180 297,240 288,292 262,306 200,300 138,306 112,292 103,240 104,180 114,122
        150,84`),
      fill: gradient('down', eleanorHair.shade, eleanorHair.deep),
    },
  ],
  clothes: [
    ...garment({ shoulder: 106, neck: 37, neckY: 340, dip: 54, pointed: true }, silk),
    fold(line('182,376 196,412 200,470'), silk, 1.8),
    ...openFront(OPEN_BLAZER, plum),
    ...lapels(OPEN_BLAZER, 66, 388, plum),
    { d: oval(243, 412, 10, 12), fill: gradient('slant', '#f6df9d', '#c89b3f', '#8d6624') },
    { d: oval(243, 412, 6.6, 8.4), fill: gradient('slant', '#7fb9b4', '#2f6f73', '#1f4d55') },
    { d: oval(240.8, 408.5, 2, 2.4), fill: '#ffffff', opacity: 0.7 },
  ],
  headOver: [
    {
      d: blob(`
        176,71,0.1 222,74 264,94 290,142 296,200 295,256 280,298,0.5 263,288 268,246 269,210 262,190 240,173
        208,153 180,128,0.2`),
      fill: gradient('slant', eleanorHair.light, eleanorHair.base, eleanorHair.shade),
      casts: true,
    },
    {
      d: blob(`
        178,71,0.1 140,83 116,122 106,176 104,238 114,292,0.5 135,288 132,246 130,210 135,184 146,162 162,144
        180,128,0.2`),
      fill: gradient('slant', '#ffffff', eleanorHair.light, eleanorHair.base),
      casts: true,
    },
    { d: blob('196,98 230,96 262,124 276,164 250,136 222,116'), fill: fading('radial', '#ffffff', 0.7, 0) },
    stroke(line('177,82 177,104 180,127'), eleanorHair.deep, 1.5, 0.5),
    stroke(line('181,116 222,140 264,170 279,214 278,276'), eleanorHair.deep, 1.4, 0.42),
    stroke(line('180,98 244,116 280,168 287,240 284,280'), eleanorHair.deep, 1.3, 0.36),
    stroke(line('176,114 140,142 122,190 120,262'), eleanorHair.deep, 1.4, 0.34),
    stroke(line('175,96 134,122 114,180 112,250'), eleanorHair.deep, 1.2, 0.28),
  ],
  headFront: [],
}
