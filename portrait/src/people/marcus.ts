import { garment, pair } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { blob, line, mirrored } from '../path.ts'
import type { Person } from '../person.ts'
import { fading, gradient, stroke } from '../shape.ts'
import { frames } from '../worn.ts'

const marcusHair = tones(0.66, 0.012, 80)
const navy = tones(0.36, 0.05, 262)
const shirt = tones(0.93, 0.012, 250)
const tie = tones(0.46, 0.12, 25)

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
    ...garment({ shoulder: 134, neck: 40, neckY: 334, dip: 40, pointed: true }, shirt),
    {
      d: blob(
        [190, 372, 0],
        [210, 372, 0],
        [214, 388, 0.4],
        [206, 394],
        [216, 482, 0],
        [184, 482, 0],
        [194, 394],
        [186, 388, 0.4],
      ),
      fill: gradient('slant', tie.light, tie.base, tie.shade),
    },
    {
      d: 'M188 410L208 398L209 408L187 421ZM186 440L211 425L212 435L185 451ZM185 470L213 453L214 463L184 481Z',
      fill: tie.deep,
      opacity: 0.4,
    },
    stroke(line([187, 391], [200, 395], [213, 391]), tie.deep, 1.6, 0.7),
    ...pair(
      {
        d: blob([161, 326, 0], [152, 338, 0.4], [164, 376, 0.2], [182, 392, 0], [198, 370, 0], [174, 350, 0.5]),
        fill: gradient('slant', shirt.light, shirt.base),
      },
      gradient('slant', shirt.base, shirt.shade),
    ),
    ...pair(
      {
        d: blob(
          [154, 334, 0],
          [134, 348],
          [100, 362],
          [74, 378],
          [60, 400],
          [46, 482, 0],
          [170, 482, 0.4],
          [172, 440],
          [160, 390, 0.4],
        ),
        fill: gradient('slant', navy.light, navy.base, navy.shade),
      },
      gradient('slant', navy.base, navy.shade, navy.deep),
    ),
    ...pair(
      {
        d: blob(
          [154, 334, 0],
          [138, 346, 0.4],
          [128, 384, 0],
          [148, 394, 0],
          [140, 406, 0],
          [178, 474, 0],
          [172, 430],
          [158, 380, 0.4],
        ),
        fill: gradient('slant', navy.light, navy.base),
      },
      gradient('slant', navy.base, navy.shade),
    ),
    stroke(line([128, 384], [148, 394], [140, 406], [178, 474]), navy.deep, 1.6, 0.8),
    stroke(mirrored(line([128, 384], [148, 394], [140, 406], [178, 474])), navy.deep, 1.6, 0.9),
  ],
  headOver: [
    {
      d: blob(
        [126, 212, 0.3],
        [122, 184],
        [121, 148],
        [134, 110],
        [162, 86],
        [202, 78],
        [242, 86],
        [268, 110],
        [280, 148],
        [278, 184],
        [274, 212, 0.3],
        [268, 192],
        [266, 168],
        [256, 144],
        [236, 132],
        [214, 126, 0.6],
        [186, 134],
        [158, 136],
        [142, 150],
        [134, 170],
        [132, 192],
      ),
      fill: gradient('slant', marcusHair.light, marcusHair.base, marcusHair.shade),
      casts: true,
    },
    {
      d: blob([150, 116], [172, 96], [204, 90], [226, 96], [196, 104], [170, 122]),
      fill: fading('slant', '#ffffff', 0.4, 0.05),
    },
    stroke(line([160, 134], [172, 112], [202, 98]), marcusHair.deep, 1.6, 0.5),
    stroke(line([186, 133], [206, 108], [240, 102]), marcusHair.deep, 1.6, 0.5),
    stroke(line([214, 126], [236, 114], [260, 124]), marcusHair.deep, 1.6, 0.5),
    stroke(line([127, 204], [127, 176], [134, 150]), marcusHair.deep, 1.5, 0.35),
    stroke(line([273, 204], [273, 176], [266, 150]), marcusHair.deep, 1.5, 0.45),
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
