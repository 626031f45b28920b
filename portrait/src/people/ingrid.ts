import { fold, garment, lapels, openFront } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { blob, line } from '../path.ts'
import type { Person } from '../person.ts'
import { gradient, stroke } from '../shape.ts'
import { frames } from '../worn.ts'

const ingridHair = tones(0.91, 0.008, 85)
const tweed = tones(0.55, 0.04, 65)
const turtleneck = tones(0.42, 0.07, 20)

const OPEN_JACKET = { shoulder: 110, neck: 37, neckY: 338, bottom: 12 }

export const ingrid: Person = {
  id: 'academic',
  name: 'Ingrid',
  description: 'Ingrid, a woman of seventy with white hair in a bun, round glasses and a tweed jacket',
  nicheHue: 75,
  skin: skinTones(0.875, 0.038, 46, 0.38),
  face: { temple: 66, cheek: 71, jaw: 59, chin: 34, chinY: 309 },
  eyes: {
    iris: '#6b8794',
    spread: 32.5,
    halfWidth: 14.2,
    open: 0.86,
    slant: -0.8,
    crease: 0.8,
    lashes: 0.2,
    lashColour: '#5a4a42',
  },
  brows: { colour: '#b3aba2', thickness: 3.8, arch: 3.2, length: 33, lift: 19.5 },
  nose: { halfWidth: 14.5, baseY: 244 },
  mouth: { y: 266, halfWidth: 24, upper: 3.8, lower: 6, smile: 3 },
  lines: 0.9,
  blush: 0.5,
  ears: 'seen',
  body: { neck: 26, shoulder: 108 },
  behind: [],
  headBehind: [
    {
      d: blob('200,40 224,45 238,63 232,84 200,94 168,84 162,63 176,45'),
      fill: gradient('slant', '#ffffff', ingridHair.base, ingridHair.shade),
    },
    stroke(line('176,68 190,54 212,54 224,67'), ingridHair.deep, 1.8, 0.45),
    stroke(line('178,78 198,66 218,71 224,80'), ingridHair.deep, 1.8, 0.4),
  ],
  clothes: [
    ...garment({ shoulder: 108, neck: 36, neckY: 338, dip: 14 }, turtleneck),
    {
      d: blob('168,314,0.2 200,326 232,314,0.2 238,350 200,366 162,350'),
      fill: gradient('slant', turtleneck.light, turtleneck.base, turtleneck.shade),
    },
    fold(line('166,334 200,346 234,334'), turtleneck, 2),
    ...[176, 188, 200, 212, 224].map((x) =>
      stroke(
        line([
          [x, 326 - Math.abs(200 - x) * 0.2],
          [x + (x - 200) * 0.06, 356],
        ]),
        turtleneck.deep,
        1.2,
        0.35,
      ),
    ),
    ...openFront(OPEN_JACKET, tweed),
    ...[104, 124, 144, 256, 276, 296].flatMap((x) =>
      [404, 420, 436, 452, 468].map((y) =>
        stroke(`M${x - 3} ${y + 4}L${x} ${y}L${x + 3} ${y + 4}`, tweed.deep, 1.2, 0.45),
      ),
    ),
    ...lapels(OPEN_JACKET, 64, 388, tweed),
  ],
  headOver: [
    {
      d: blob(`
        128,202,0.2 122,174 122,138 138,104 166,84 200,78 234,84 262,104 278,138 278,174 272,202,0.2 266,176
        258,152 238,134 200,124 162,134 142,152 134,176`),
      fill: gradient('slant', '#ffffff', ingridHair.base, ingridHair.shade),
      casts: true,
    },
    stroke(line('146,156 164,112 192,86'), ingridHair.deep, 1.6, 0.5),
    stroke(line('172,138 182,106 198,84'), ingridHair.deep, 1.6, 0.45),
    stroke(line('228,138 220,106 204,84'), ingridHair.deep, 1.6, 0.5),
    stroke(line('254,156 238,112 210,86'), ingridHair.deep, 1.6, 0.55),
    stroke(line('130,186 130,156 144,122'), ingridHair.deep, 1.4, 0.35),
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
