import { fold, garment, pair } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { blob, line, mirrored, oval } from '../path.ts'
import type { Person } from '../person.ts'
import { fading, gradient, stroke } from '../shape.ts'

const eleanorHair = tones(0.83, 0.008, 80)
const plum = tones(0.38, 0.06, 330)
const silk = tones(0.92, 0.015, 85)

export const eleanor: Person = {
  id: 'legal',
  name: 'Eleanor',
  description: 'Eleanor, a woman in her sixties with a silver bob, a plum blazer and a brooch',
  nicheHue: 310,
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
      d: blob(
        [200, 74],
        [250, 84],
        [286, 122],
        [296, 180],
        [297, 240],
        [288, 292],
        [262, 306],
        [200, 300],
        [138, 306],
        [112, 292],
        [103, 240],
        [104, 180],
        [114, 122],
        [150, 84],
      ),
      fill: gradient('down', eleanorHair.shade, eleanorHair.deep),
    },
  ],
  clothes: [
    ...garment({ shoulder: 112, neck: 37, neckY: 340, dip: 56, pointed: true }, silk),
    fold(line([178, 372], [196, 412], [202, 470]), silk, 1.8),
    ...pair(
      {
        d: blob(
          [163, 336, 0],
          [144, 350],
          [112, 366],
          [88, 390],
          [72, 482, 0],
          [186, 482, 0],
          [180, 440],
          [160, 392, 0.4],
        ),
        fill: gradient('slant', plum.light, plum.base, plum.shade),
      },
      gradient('slant', plum.base, plum.shade, plum.deep),
    ),
    ...pair(
      {
        d: blob(
          [163, 336, 0],
          [148, 346, 0.4],
          [134, 388, 0],
          [153, 396, 0],
          [146, 408, 0],
          [188, 476, 0],
          [178, 430],
          [164, 380, 0.5],
        ),
        fill: gradient('slant', plum.light, plum.base),
      },
      gradient('slant', plum.base, plum.shade),
    ),
    stroke(line([134, 388], [153, 396], [146, 408], [188, 476]), plum.deep, 1.6, 0.8),
    stroke(mirrored(line([134, 388], [153, 396], [146, 408], [188, 476])), plum.deep, 1.6, 0.9),
    { d: oval(243, 404, 10, 12), fill: gradient('slant', '#f6df9d', '#c89b3f', '#8d6624') },
    { d: oval(243, 404, 6.6, 8.4), fill: gradient('slant', '#7fb9b4', '#2f6f73', '#1f4d55') },
    { d: oval(240.8, 400.5, 2, 2.4), fill: '#ffffff', opacity: 0.7 },
  ],
  headOver: [
    {
      d: blob(
        [172, 92, 0.2],
        [216, 76],
        [262, 96],
        [289, 142],
        [295, 200],
        [294, 256],
        [280, 296, 0.5],
        [264, 286],
        [268, 246],
        [268, 206],
        [262, 178],
        [246, 158],
        [216, 140],
        [190, 118],
      ),
      fill: gradient('slant', eleanorHair.light, eleanorHair.base, eleanorHair.shade),
      casts: true,
    },
    {
      d: blob(
        [178, 90, 0.2],
        [142, 90],
        [116, 124],
        [106, 176],
        [105, 238],
        [114, 290, 0.5],
        [134, 288],
        [132, 246],
        [131, 208],
        [136, 172],
        [150, 138],
        [168, 112],
      ),
      fill: gradient('slant', '#ffffff', eleanorHair.light, eleanorHair.base),
      casts: true,
    },
    {
      d: blob([196, 100], [230, 98], [262, 126], [274, 164], [250, 134], [222, 114]),
      fill: fading('slant', '#ffffff', 0.85, 0.1),
    },
    stroke(line([184, 98], [226, 122], [264, 154], [280, 210], [280, 270]), eleanorHair.deep, 1.6, 0.5),
    stroke(line([198, 92], [250, 112], [282, 168], [287, 240]), eleanorHair.deep, 1.4, 0.4),
    stroke(line([172, 98], [136, 130], [120, 186], [118, 256]), eleanorHair.deep, 1.6, 0.4),
    stroke(line([166, 110], [142, 150], [128, 206], [126, 268]), eleanorHair.deep, 1.4, 0.35),
  ],
  headFront: [],
}
