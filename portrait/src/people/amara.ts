import { garment, pair } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { blob, line, mirrored, oval } from '../path.ts'
import type { Person } from '../person.ts'
import { fading, gradient, stroke } from '../shape.ts'

const amaraHair = tones(0.27, 0.02, 40)
const coat = tones(0.93, 0.012, 90)
const teal = tones(0.5, 0.07, 195)
const gold = tones(0.76, 0.11, 80)
const rubber = tones(0.33, 0.02, 250)

export const amara: Person = {
  id: 'healthcare',
  name: 'Amara',
  description: 'Amara, a Black woman in her forties with short natural hair, a white coat and a stethoscope',
  nicheHue: 195,
  skin: skinTones(0.5, 0.07, 50, 0.45),
  face: { temple: 69, cheek: 74, jaw: 60, chin: 33, chinY: 311 },
  eyes: {
    iris: '#4a2c1d',
    spread: 34,
    halfWidth: 15.5,
    open: 1,
    slant: 1.5,
    crease: 0.6,
    lashes: 0.7,
    lashColour: '#1c1210',
  },
  brows: { colour: '#241815', thickness: 5, arch: 4.5, length: 37, lift: 21 },
  nose: { halfWidth: 18, baseY: 243 },
  mouth: { y: 266, halfWidth: 27, upper: 8.5, lower: 11.5, smile: 3 },
  lines: 0.25,
  blush: 0.35,
  ears: 'seen',
  body: { neck: 29, shoulder: 112 },
  behind: [],
  headBehind: [
    {
      d: blob(
        [200, 66],
        [232, 68],
        [262, 84],
        [283, 110],
        [292, 144],
        [290, 178],
        [280, 206],
        [120, 206],
        [110, 178],
        [108, 144],
        [117, 110],
        [138, 84],
        [168, 68],
      ),
      fill: gradient('slant', amaraHair.base, amaraHair.base, amaraHair.shade),
    },
  ],
  clothes: [
    ...garment({ shoulder: 112, neck: 37, neckY: 340, dip: 62, pointed: true }, teal),
    ...pair(
      {
        d: blob(
          [163, 336, 0],
          [144, 352],
          [112, 368],
          [88, 396],
          [72, 482, 0],
          [168, 482, 0],
          [176, 440],
          [158, 392, 0.4],
          [154, 366],
        ),
        fill: gradient('slant', coat.light, coat.base, coat.shade),
      },
      gradient('slant', coat.base, coat.shade, coat.shade),
    ),
    ...pair(
      {
        d: blob(
          [164, 334, 0],
          [146, 352, 0.6],
          [138, 384, 0],
          [156, 392, 0],
          [150, 404, 0],
          [181, 464, 0],
          [172, 410],
          [160, 372],
        ),
        fill: gradient('slant', coat.light, coat.base),
      },
      gradient('slant', coat.base, coat.shade),
    ),
    stroke(line([138, 384], [156, 392], [150, 404], [181, 464]), coat.deep, 1.4, 0.7),
    stroke(mirrored(line([138, 384], [156, 392], [150, 404], [181, 464])), coat.deep, 1.4, 0.9),
    stroke(line([157, 344], [150, 380], [160, 420], [168, 446]), rubber.deep, 8),
    stroke(line([243, 344], [250, 384], [246, 420], [247, 438]), rubber.deep, 8),
    stroke(line([157, 344], [150, 380], [160, 420], [168, 446]), rubber.base, 5.5),
    stroke(line([243, 344], [250, 384], [246, 420], [247, 438]), rubber.base, 5.5),
    stroke(line([168, 446], [162, 462], [158, 482]), '#b9bec2', 3.5),
    stroke(line([168, 446], [176, 462], [181, 482]), '#b9bec2', 3.5),
    { d: oval(247, 449, 14.5), fill: '#8b9196' },
    { d: oval(247, 448, 12.5), fill: gradient('slant', '#f1f3f4', '#b4babf', '#868d93') },
    { d: oval(247, 448, 7.5), fill: gradient('slant', '#c6cbcf', '#eef0f1') },
  ],
  headOver: [
    {
      d: blob(
        [126, 200],
        [116, 168],
        [118, 128],
        [138, 96],
        [168, 78],
        [204, 73],
        [238, 80],
        [266, 100],
        [283, 132],
        [284, 170],
        [274, 200],
        [269, 182],
        [265, 160],
        [252, 140],
        [226, 130],
        [200, 128],
        [174, 130],
        [148, 140],
        [135, 160],
        [131, 182],
      ),
      fill: gradient('slant', amaraHair.light, amaraHair.base, amaraHair.shade),
      casts: true,
    },
    {
      d: blob([132, 128], [150, 100], [182, 84], [206, 84], [180, 94], [154, 112]),
      fill: fading('slant', amaraHair.light, 0.95, 0.2),
    },
  ],
  headFront: [...pair({ d: oval(120, 245, 4.4, 5), fill: gradient('slant', gold.light, gold.base, gold.deep) })],
}
