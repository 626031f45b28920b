import { garment, pair } from '../clothing.ts'
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
  nicheHue: 230,
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
  behind: [],
  headBehind: [],
  clothes: [
    {
      d: blob([200, 322], [250, 328], [282, 352], [280, 384], [200, 392], [120, 384], [118, 352], [150, 328]),
      fill: gradient('down', hoodie.shade, hoodie.deep),
    },
    ...garment({ shoulder: 122, neck: 44, neckY: 344, dip: 40 }, tee),
    ...pair(
      {
        d: blob(
          [152, 334, 0],
          [132, 350],
          [98, 370],
          [74, 396],
          [58, 482, 0],
          [200, 482, 0],
          [200, 424, 0.3],
          [172, 398],
          [156, 368],
        ),
        fill: gradient('slant', hoodie.light, hoodie.base, hoodie.shade),
      },
      gradient('slant', hoodie.base, hoodie.shade, hoodie.deep),
    ),
    ...pair(
      {
        d: blob(
          [152, 330, 0.3],
          [126, 344],
          [118, 364],
          [136, 390],
          [168, 412],
          [200, 428, 0.2],
          [200, 412, 0.3],
          [174, 388],
          [160, 362],
        ),
        fill: gradient('slant', hoodie.light, hoodie.base),
      },
      gradient('slant', hoodie.base, hoodie.shade),
    ),
    stroke(line([200, 424], [200, 482]), hoodie.deep, 2.4, 0.7),
    stroke(line([178, 404], [174, 432], [177, 462]), '#eef1f3', 3.4),
    stroke(line([222, 404], [226, 430], [222, 456]), '#d5dade', 3.4),
    stroke(line([122, 362], [136, 384], [164, 406], [180, 428]), shell.deep, 11),
    stroke(line([278, 362], [264, 384], [236, 406], [220, 428]), shell.deep, 11),
    stroke(line([120, 358], [134, 382], [160, 404], [176, 424]), shell.base, 7),
    stroke(line([280, 358], [266, 382], [240, 404], [224, 424]), shell.base, 7),
    {
      d: blob([140, 394], [164, 396], [184, 416], [186, 444], [168, 456], [146, 440], [134, 416]),
      fill: gradient('slant', shell.light, shell.base, shell.deep),
    },
    {
      d: blob([152, 406], [166, 408], [178, 422], [176, 440], [164, 444], [152, 430]),
      fill: gradient('slant', '#e0623f', '#b8452a'),
    },
    {
      d: mirrored(blob([140, 394], [164, 396], [184, 416], [186, 444], [168, 456], [146, 440], [134, 416])),
      fill: gradient('slant', shell.light, shell.base, shell.deep),
    },
    {
      d: mirrored(blob([152, 406], [166, 408], [178, 422], [176, 440], [164, 444], [152, 430])),
      fill: gradient('slant', '#d2573a', '#9c3822'),
    },
  ],
  headOver: [
    {
      d: blob(
        [128, 204, 0.2],
        [121, 176],
        [116, 142],
        [126, 104],
        [154, 80],
        [188, 66],
        [232, 70],
        [266, 92],
        [284, 132],
        [282, 172],
        [272, 204, 0.2],
        [268, 184],
        [265, 164],
        [256, 150, 0.3],
        [248, 164, 0.2],
        [236, 146, 0.4],
        [224, 160, 0.2],
        [206, 142, 0.5],
        [188, 162, 0.2],
        [176, 146, 0.4],
        [160, 164, 0.2],
        [150, 150, 0.5],
        [138, 170],
        [133, 186],
      ),
      fill: gradient('slant', kenjiHair.light, kenjiHair.base, kenjiHair.shade),
      casts: true,
    },
    {
      d: blob([142, 118], [164, 94], [200, 80], [232, 86], [204, 94], [172, 110]),
      fill: fading('slant', '#7c8698', 0.55, 0.05),
    },
    stroke(line([160, 160], [166, 128], [190, 98]), kenjiHair.deep, 2, 0.7),
    stroke(line([188, 158], [198, 124], [222, 96]), kenjiHair.deep, 2, 0.7),
    stroke(line([224, 156], [232, 124], [250, 108]), kenjiHair.deep, 2, 0.7),
    stroke(line([136, 168], [138, 136], [156, 106]), kenjiHair.deep, 2, 0.6),
  ],
  headFront: [],
}
