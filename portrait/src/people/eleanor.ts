import { fold, garment, lapels, openFront } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { strands } from '../hair.ts'
import { line } from '../path.ts'
import type { Person } from '../person.ts'
import { area, covering, fading, filled, gradient, lit, stroke } from '../shape.ts'

const eleanorHair = tones(0.83, 0.008, 80)
const plum = tones(0.38, 0.06, 330)
const silk = tones(0.92, 0.015, 85)

const OPEN_BLAZER = { shoulder: 124, neck: 39, neckY: 337, bottom: 13 }

export const eleanor: Person = {
  id: 'legal',
  name: 'Eleanor',
  description: 'Eleanor, a woman in her sixties with a silver bob, a plum blazer and a golden gavel pin',
  nicheHue: 97.5,
  skin: skinTones(0.87, 0.04, 50, 0.62),
  face: { temple: 65, cheek: 68.5, jaw: 55, chin: 32, chinY: 313 },
  eyes: {
    iris: '#5f7f93',
    spread: 32.5,
    halfWidth: 14.5,
    open: 0.88,
    slant: -0.2,
    crease: 0.7,
    lashes: [0.45, '#3d2f2a'],
  },
  brows: { colour: '#8f867e', thickness: 3.6, arch: 3.8, length: 34, lift: 20 },
  nose: { halfWidth: 14, baseY: 243 },
  mouth: { y: 265, halfWidth: 24.5, upper: 4.6, lower: 7, smile: 5, gape: 0.86, teeth: 0.85 },
  lines: 0.6,
  blush: 0.5,
  ears: 'hidden',
  body: { neck: 24, lower: 4 },
  headBehind: [
    area(gradient('down', eleanorHair.shade, eleanorHair.deep))`
      200,74 250,84 286,122 296,180 297,240 288,292 262,306 200,300 138,306 112,292 103,240 104,180 114,122 150,84`,
  ],
  clothes: [
    ...garment({ shoulder: 117, neck: 37, neckY: 340, dip: 54, pointed: true }, silk),
    fold(line('182,376 196,412 200,470'), silk, 1.8),
    ...openFront(OPEN_BLAZER, plum),
    ...lapels(OPEN_BLAZER, 66, 388, plum),
    // A gavel pin: the handle, the head with its two bands, and the block.
    stroke('M246 415L268 437', '#8d6624', 5.4),
    stroke('M246 415L268 437', '#e3bd62', 3),
    filled('M230 413L248 395L260 407L242 425Z', gradient('slant', '#f8e4a8', '#d2a548', '#8d6624')),
    stroke('M234.5 409L246 420.5M244 399.5L255.5 411', '#8d6624', 1.8, 0.9),
    filled('M224 434L248 434L250 441L222 441Z', gradient('slant', '#f1d689', '#a67a2d')),
  ],
  headOver: [
    covering(lit(eleanorHair))`
      176,71,0.1 222,74 264,94 290,142 296,200 295,256 280,298,0.5 263,288 268,246 269,210 262,190 240,173 208,153
      180,128,0.2`,
    covering(gradient('slant', '#ffffff', eleanorHair.light, eleanorHair.base))`
      178,71,0.1 140,83 116,122 106,176 104,238 114,292,0.5 135,288 132,246 130,210 135,184 146,162 162,144
      180,128,0.2`,
    area(fading('radial', '#ffffff', 0.7, 0))`196,98 230,96 262,124 276,164 250,136 222,116`,
    stroke(line('177,78 177,104 180,127'), eleanorHair.deep, 1.5, 0.5),
    ...strands(
      '181,130 226,158 264,192 270,236 266,288',
      '178,73 240,80 292,150 296,220 284,294',
      [eleanorHair.deep, 15, 0.34],
      ['#ffffff', 10, 0.26, 1.5],
    ),
    ...strands(
      '180,130 148,160 132,192 130,236 134,286',
      '177,73 132,88 108,150 104,220 112,288',
      [eleanorHair.deep, 15, 0.28],
      ['#ffffff', 11, 0.36, 1.6],
    ),
  ],
}
