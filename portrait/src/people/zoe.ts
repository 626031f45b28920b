import { garment, pair } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { blob, line, mirrored, oval } from '../path.ts'
import type { Point } from '../path.ts'
import type { Person } from '../person.ts'
import { gradient, stroke } from '../shape.ts'

const zoeHair = tones(0.33, 0.05, 48)
const jacket = tones(0.72, 0.16, 55)
const top = tones(0.33, 0.03, 280)

/** Curls stand out all round: a ring of points, every second one pushed outwards. */
function curls(centreX: number, centreY: number, radiusX: number, radiusY: number, count: number): Point[] {
  return Array.from({ length: count * 2 }, (_, index) => {
    const angle = (index / (count * 2)) * Math.PI * 2 - Math.PI / 2
    const reach = index % 2 === 0 ? 1.06 : 0.97
    return [centreX + Math.cos(angle) * radiusX * reach, centreY + Math.sin(angle) * radiusY * reach, 1.25]
  })
}

export const zoe: Person = {
  id: 'marketing',
  name: 'Zoe',
  description: 'Zoe, a young woman of mixed heritage with big curls, hoop earrings and an orange jacket',
  nicheHue: 5,
  skin: skinTones(0.67, 0.075, 55, 0.6),
  face: { temple: 68, cheek: 73, jaw: 58, chin: 31, chinY: 309 },
  eyes: {
    iris: '#6b4523',
    spread: 34,
    halfWidth: 16,
    open: 1.04,
    slant: 2.2,
    crease: 0.55,
    lashes: 0.85,
    lashColour: '#1c1310',
  },
  brows: { colour: '#33221a', thickness: 5, arch: 4.6, length: 36, lift: 21 },
  nose: { halfWidth: 15.5, baseY: 241 },
  mouth: { y: 264, halfWidth: 26, upper: 8, lower: 10.5, smile: 4 },
  lines: 0,
  blush: 0.45,
  freckles: true,
  ears: 'hidden',
  body: { neck: 25, shoulder: 106 },
  behind: [],
  headBehind: [
    { d: blob(...curls(200, 192, 126, 136, 17)), fill: gradient('slant', zoeHair.base, zoeHair.base, zoeHair.deep) },
  ],
  clothes: [
    ...garment({ shoulder: 106, neck: 38, neckY: 344, dip: 34 }, top),
    ...pair(
      {
        d: blob(
          [162, 338, 0],
          [142, 352],
          [110, 368],
          [90, 392],
          [72, 482, 0],
          [178, 482, 0],
          [180, 440],
          [162, 388, 0.5],
        ),
        fill: gradient('slant', jacket.light, jacket.base, jacket.shade),
      },
      gradient('slant', jacket.base, jacket.shade, jacket.deep),
    ),
    ...pair(
      {
        d: blob([164, 332, 0.3], [144, 340], [136, 366], [146, 398, 0.2], [178, 420, 0.2], [166, 384]),
        fill: gradient('slant', jacket.light, jacket.base),
      },
      gradient('slant', jacket.base, jacket.shade),
    ),
    stroke(line([136, 366], [146, 398], [178, 420]), jacket.deep, 1.8, 0.6),
    stroke(mirrored(line([136, 366], [146, 398], [178, 420])), jacket.deep, 1.8, 0.7),
    stroke(line([179, 424], [180, 450], [177, 482]), '#f6e7cf', 3, 0.8),
    stroke(mirrored(line([179, 424], [180, 450], [177, 482])), '#d9c2a0', 3, 0.8),
    { d: oval(142, 436, 9), fill: '#2f5d8c' },
    { d: oval(142, 436, 5), fill: '#f5efe2' },
  ],
  headOver: [
    {
      d: blob(
        [128, 236, 0.5],
        [104, 226],
        [92, 192],
        [96, 150],
        [118, 112],
        [150, 86],
        [184, 76],
        [224, 78],
        [258, 92],
        [286, 122],
        [304, 160],
        [306, 200],
        [294, 230],
        [272, 238, 0.5],
        [270, 214],
        [266, 190],
        [270, 174, 0.6],
        [256, 168],
        [254, 152, 0.7],
        [238, 152],
        [230, 138, 0.7],
        [214, 144],
        [202, 132, 0.7],
        [188, 142],
        [172, 136, 0.7],
        [166, 150],
        [148, 150, 0.7],
        [148, 168],
        [133, 174, 0.7],
        [136, 192],
        [130, 212],
      ),
      fill: gradient('slant', zoeHair.light, zoeHair.base, zoeHair.shade),
      casts: true,
    },
    ...(
      [
        [122, 150, 15],
        [146, 112, 17],
        [186, 98, 18],
        [228, 102, 17],
        [264, 126, 16],
        [284, 168, 14],
        [112, 196, 13],
        [288, 208, 12],
        [170, 126, 11],
        [246, 138, 11],
      ] as const
    ).map(([x, y, r]) =>
      stroke(
        line(
          [x - r, y + r * 0.3],
          [x - r * 0.5, y - r * 0.7],
          [x + r * 0.6, y - r * 0.6],
          [x + r * 0.7, y + r * 0.3],
          [x, y + r * 0.5],
        ),
        zoeHair.deep,
        2.2,
        0.55,
      ),
    ),
    ...(
      [
        [128, 140, 12],
        [158, 104, 13],
        [198, 90, 13],
        [240, 104, 11],
      ] as const
    ).map(([x, y, r]) =>
      stroke(line([x - r, y + r * 0.2], [x - r * 0.4, y - r * 0.6], [x + r * 0.5, y - r * 0.6]), '#b98a5e', 2.6, 0.5),
    ),
  ],
  headFront: [122, 278].map((x) => stroke(oval(x, 268, 12, 15), '#e3b85a', 3)),
}
