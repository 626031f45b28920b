import { garment, lapels, openFront, pair } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { blob, line, mirrored } from '../path.ts'
import type { Person } from '../person.ts'
import { fading, gradient, stroke } from '../shape.ts'
import { frames } from '../worn.ts'

const marcusHair = tones(0.66, 0.012, 80)
const navy = tones(0.36, 0.05, 262)
const shirt = tones(0.93, 0.012, 250)
const tie = tones(0.46, 0.12, 25)

const OPEN_JACKET = { shoulder: 136, neck: 44, neckY: 331, bottom: 14 }

export const marcus: Person = {
  id: 'finance',
  name: 'Marcus',
  description: 'Marcus, a man in his fifties with grey hair, glasses, a navy suit and a red tie',
  nicheHue: 255,
  skin: skinTones(0.84, 0.05, 55, 0.1),
  face: { temple: 69, cheek: 74, jaw: 65, chin: 39, chinY: 316 },
  eyes: {
    iris: '#56707f',
    spread: 33.5,
    halfWidth: 14.5,
    open: 0.86,
    slant: -0.6,
    crease: 0.5,
    lashes: 0.1,
    lashColour: '#4a3a33',
  },
  brows: { colour: '#7d756d', thickness: 5.6, arch: 2.2, length: 36, lift: 18.5 },
  nose: { halfWidth: 16.5, baseY: 245 },
  mouth: { y: 268, halfWidth: 26, upper: 4.4, lower: 6.6, smile: 2.4 },
  lines: 0.62,
  blush: 0.36,
  ears: 'seen',
  body: { neck: 34, shoulder: 134 },
  behind: [],
  headBehind: [],
  clothes: [
    ...garment({ shoulder: 128, neck: 40, neckY: 334, dip: 40, pointed: true }, shirt),
    { d: 'M194 387L206 387L217 482L183 482Z', fill: gradient('slant', tie.light, tie.base, tie.shade) },
    {
      d: 'M191.7 408L206.9 396L208 405L190.6 417ZM188.4 436L210.2 424L211.3 433L187.3 445ZM185.1 464L213.5 452L214.5 461L184.1 473Z',
      fill: '#d9c8a8',
      opacity: 0.5,
    },
    {
      d: blob('188,366,0.2 212,366,0.2 207,389,0.2 193,389,0.2'),
      fill: gradient('slant', tie.light, tie.base, tie.deep),
    },
    ...pair(
      {
        d: 'M161 326C150 336 156 364 164 379L181 391L198 367C182 356 170 344 161 326Z',
        fill: gradient('slant', shirt.light, shirt.base),
      },
      gradient('slant', shirt.base, shirt.shade),
    ),
    stroke(line('164,376 181,391 197,368'), shirt.deep, 1.3, 0.5),
    stroke(mirrored(line('164,376 181,391 197,368')), shirt.deep, 1.3, 0.6),
    ...openFront(OPEN_JACKET, navy),
    ...lapels(OPEN_JACKET, 76, 388, navy),
    { d: 'M262 436L288 431L287 438L263 443Z', fill: '#f0ece4' },
  ],
  headOver: [
    {
      d: blob(`
        126,212,0.3 122,184 121,148 134,110 162,86 202,78 242,86 268,110 280,148 278,184 274,212,0.3 268,194
        266,174 258,152 238,141 214,135,0.6 186,143 160,144 143,156 135,174 132,194`),
      fill: gradient('slant', marcusHair.light, marcusHair.base, marcusHair.shade),
      casts: true,
    },
    {
      d: blob('150,116 172,96 204,90 226,96 196,104 170,122'),
      fill: fading('radial', '#ffffff', 0.38, 0),
    },
    stroke(line('160,134 172,112 202,98'), marcusHair.deep, 1.6, 0.5),
    stroke(line('186,133 206,108 240,102'), marcusHair.deep, 1.6, 0.5),
    stroke(line('214,126 236,114 260,124'), marcusHair.deep, 1.6, 0.5),
    stroke(line('127,204 127,176 134,150'), marcusHair.deep, 1.5, 0.35),
    stroke(line('273,204 273,176 266,150'), marcusHair.deep, 1.5, 0.45),
  ],
  headFront: frames({
    spread: 33.5,
    halfWidth: 25,
    halfHeight: 17,
    squareness: 0.8,
    colour: '#2f3440',
    strokeWidth: 3,
    templeX: 74,
  }),
}
