import { garment, lapels, openFront, pair } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { strands } from '../hair.ts'
import { blob, line } from '../path.ts'
import type { Person } from '../person.ts'
import { area, covering, fading, filled, gradient, lit, stroke, strokePair } from '../shape.ts'
import { frames } from '../worn.ts'

const marcusHair = tones(0.66, 0.012, 80)
const navy = tones(0.36, 0.05, 262)
const shirt = tones(0.93, 0.012, 250)
const tie = tones(0.46, 0.12, 25)

const OPEN_JACKET = { shoulder: 150, neck: 44, neckY: 331, bottom: 14 }

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
    lashes: [0.1, '#4a3a33'],
  },
  brows: { colour: '#7d756d', thickness: 5.6, arch: 2.2, length: 36, lift: 18.5 },
  nose: { halfWidth: 16.5, baseY: 245 },
  mouth: { y: 268, halfWidth: 26, upper: 4.4, lower: 6.6, smile: 5, gape: 0.88, teeth: 0.8 },
  lines: 0.62,
  blush: 0.36,
  ears: 'seen',
  body: { neck: 34, head: 1.01, lower: -4 },
  clothes: [
    ...garment({ shoulder: 142, neck: 40, neckY: 334, dip: 40, pointed: true }, shirt),
    filled('M194 387L206 387L217 482L183 482Z', lit(tie)),
    filled(
      'M191.7 408L206.9 396L208 405L190.6 417ZM188.4 436L210.2 424L211.3 433L187.3 445ZM185.1 464L213.5 452L214.5 461L184.1 473Z',
      '#d9c8a8',
      0.5,
    ),
    area(gradient('slant', tie.light, tie.base, tie.deep))`188,366,0.2 212,366,0.2 207,389,0.2 193,389,0.2`,
    ...pair(
      filled(
        'M161 326C150 336 156 364 164 379L181 391L198 367C182 356 170 344 161 326Z',
        gradient('slant', shirt.light, shirt.base),
      ),
      gradient('slant', shirt.base, shirt.shade),
    ),
    ...strokePair(line('164,376 181,391 197,368'), shirt.deep, 1.3, 0.5, 0.6),
    ...openFront(OPEN_JACKET, navy),
    ...lapels(OPEN_JACKET, 76, 388, navy),
    // A pen and the edge of a handkerchief in the breast pocket.
    filled('M251 437L276 432L277 424L268 428L262 420L254 430Z', '#f0ece4'),
    filled('M280 405L286 404L290 434L284 436Z', gradient('across', '#d8b667', '#8d6624')),
    filled('M280 405L286 404L284.4 396.6L280.4 397.4Z', '#f1dba0'),
    stroke('M288 408L290.5 428', '#f1dba0', 1.8),
    filled('M247 438L295 429L297 438L249 447Z', gradient('across', navy.light, navy.base)),
    stroke('M247 438L295 429', navy.deep, 1.4, 0.9),
  ],
  headOver: [
    covering(lit(marcusHair))`
      126,208,0.3 121,180 122,148 132,118 156,94 194,83 234,87 262,106 277,136 279,178 274,208,0.3 268,192 266,174
      263,158 254,148 243,138 226,134 200,133 174,139 156,146 146,150 139,162 135,176 132,192`,
    filled(
      blob('126,206 121,180 123,154 134,150 136,172 132,192') + blob('274,206 279,180 277,154 266,150 264,172 268,192'),
      '#e9e6e0',
      0.5,
    ),
    area(fading('radial', '#ffffff', 0.5, 0))`146,118 170,94 208,88 232,96 198,102 168,120`,
    ...strands('243,142 212,133 176,142 144,162', '240,90 204,80 158,94 126,142', [marcusHair.deep, 17, 0.34]),
    ...strands('243,140 212,131 176,139 142,158', '240,92 204,82 158,96 128,142', ['#ffffff', 12, 0.4]),
    ...strands('244,142 258,150 265,164 268,188', '243,92 262,106 277,134 279,172', [marcusHair.deep, 10, 0.36]),
    ...strands('135,164 132,182 130,200', '124,150 123,176 127,204', ['#ffffff', 6, 0.5]),
    ...strands('243,143 220,137 196,138 168,146', '243,138 220,132 196,132 168,139', [marcusHair.base, 5, 0.7]),
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
