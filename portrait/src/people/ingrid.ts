import { fold, garment, lapels, openFront } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { strands } from '../hair.ts'
import { line } from '../path.ts'
import type { Person } from '../person.ts'
import { area, covering, filled, gradient, lit, stroke } from '../shape.ts'
import { frames } from '../worn.ts'

const ingridHair = tones(0.91, 0.008, 85)
const tweed = tones(0.55, 0.04, 65)
const turtleneck = tones(0.42, 0.07, 20)

const OPEN_JACKET = { shoulder: 122, neck: 37, neckY: 338, bottom: 12 }

export const ingrid: Person = {
  id: 'academic',
  name: 'Ingrid',
  description:
    'Ingrid, a woman of seventy with white hair in a bun, round glasses and a tweed jacket, a book under her arm',
  nicheHue: 75,
  skin: skinTones(0.875, 0.038, 46, 0.38),
  face: { temple: 66, cheek: 71, jaw: 57, chin: 33, chinY: 309 },
  eyes: {
    iris: '#6b8794',
    spread: 32.5,
    halfWidth: 14.2,
    open: 0.86,
    slant: -0.8,
    crease: 0.8,
    lashes: [0.2, '#5a4a42'],
  },
  brows: { colour: '#b3aba2', thickness: 3.8, arch: 3.2, length: 33, lift: 19.5 },
  nose: { halfWidth: 14.5, baseY: 244 },
  mouth: { y: 266, halfWidth: 24, upper: 3.8, lower: 6, smile: 6, gape: 0.88, teeth: 0.75 },
  lines: 0.9,
  blush: 0.5,
  ears: 'seen',
  body: { neck: 24, head: 0.97, lower: 6 },
  headBehind: [
    area(gradient('slant', '#ffffff', ingridHair.base, ingridHair.shade))`
      200,40 224,45 238,63 232,84 200,94 168,84 162,63 176,45`,
    stroke(line('176,68 190,54 212,54 224,67'), ingridHair.deep, 1.8, 0.45),
    stroke(line('178,78 198,66 218,71 224,80'), ingridHair.deep, 1.8, 0.4),
  ],
  clothes: [
    ...garment({ shoulder: 120, neck: 36, neckY: 338, dip: 14 }, turtleneck),
    area(lit(turtleneck))`168,314,0.2 200,326 232,314,0.2 238,350 200,366 162,350`,
    fold(line('166,334 200,346 234,334'), turtleneck, 2),
    ...[176, 188, 200, 212, 224].map((x) =>
      stroke(line(`${x},${326 - Math.abs(200 - x) * 0.2} ${x + (x - 200) * 0.06},356`), turtleneck.deep, 1.2, 0.35),
    ),
    ...openFront(OPEN_JACKET, tweed),
    ...[104, 124, 144, 256, 276, 296].flatMap((x) =>
      [404, 420, 436, 452, 468].map((y) =>
        stroke(`M${x - 3} ${y + 4}L${x} ${y}L${x + 3} ${y + 4}`, tweed.deep, 1.2, 0.45),
      ),
    ),
    ...lapels(OPEN_JACKET, 64, 388, tweed),
    // A book in the crook of the arm: pages, cover, a ribbon.
    filled('M256 418L318 404L330 486L268 486Z', '#f3ead6'),
    filled('M250 421L311 407L322 486L262 486Z', gradient('slant', '#3c6a66', '#28504f')),
    stroke('M258 424L268 486', '#1b3a3b', 2, 0.8),
    stroke('M272 432L304 425M274 440L298 435', '#e3c37a', 2.4),
    filled('M296 410.5L303 409L306 436L301.5 432L299 437.5Z', '#c84b34'),
    area(gradient('slant', tweed.base, tweed.shade))`312,400,0.3 330,420 342,452 348,486,0 318,486,0 314,440`,
    stroke(line('312,402 316,440 319,486'), tweed.deep, 1.8, 0.7),
  ],
  headOver: [
    covering(gradient('slant', '#ffffff', ingridHair.base, ingridHair.shade))`
      128,200,0.2 122,174 121,140 136,106 164,85 200,79 236,85 264,106 279,140 278,174 272,200,0.2 267,178 259,156
      240,139 216,132,0.8 200,130 184,132,0.8 160,139 141,156 133,178`,
    ...strands('130,164 140,126 192,86', '197,123 198,106 199,82', [ingridHair.deep, 14, 0.42]),
    ...strands('270,164 260,126 208,86', '203,123 202,106 201,82', [ingridHair.deep, 14, 0.5]),
    ...strands('128,168 134,122 186,86', '196,122 196,106 197,84', ['#ffffff', 10, 0.75, 1.8]),
    stroke(line('132,186 127,202 131,218') + line('269,188 274,204 270,220'), ingridHair.base, 1.5, 0.8),
  ],
  headFront: frames({
    spread: 32.5,
    halfWidth: 22.5,
    halfHeight: 21,
    squareness: 0,
    colour: '#7a4a34',
    strokeWidth: 2.8,
    templeX: 71,
  }),
}
