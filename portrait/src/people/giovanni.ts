import { garment, pair } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { strands } from '../hair.ts'
import { line, oval } from '../path.ts'
import type { Person } from '../person.ts'
import { area, covering, fading, filled, gradient, lit, stroke } from '../shape.ts'

const giovanniHair = tones(0.36, 0.015, 60)
const white = tones(0.94, 0.01, 85)
const apron = tones(0.45, 0.11, 28)

export const giovanni: Person = {
  id: 'culinary',
  name: 'Giovanni',
  description:
    "Giovanni, a man of fifty with greying hair, a moustache, a white chef's jacket and a red apron with a spoon and a whisk",
  nicheHue: 30,
  skin: skinTones(0.79, 0.062, 55, 0.2),
  face: { temple: 70, cheek: 77, jaw: 67, chin: 42, chinY: 315 },
  eyes: {
    iris: '#4a3322',
    spread: 33.5,
    halfWidth: 14.5,
    open: 0.88,
    slant: -0.4,
    crease: 0.55,
    lashes: [0.2, '#261b16'],
  },
  brows: { colour: '#2f2621', thickness: 7, arch: 3.2, length: 38, lift: 19.5 },
  nose: { halfWidth: 18, baseY: 245 },
  mouth: { y: 270, halfWidth: 25, upper: 4.6, lower: 7.6, smile: 5.5, gape: 1.1, teeth: 0.9 },
  lines: 0.5,
  blush: 0.42,
  facialHair: { kind: 'moustache', tones: tones(0.36, 0.018, 55) },
  ears: 'seen',
  body: { neck: 38, head: 1.02 },
  clothes: [
    ...garment({ shoulder: 158, neck: 42, neckY: 338, dip: 34 }, white),
    stroke(line('182,378 176,430 174,482'), white.deep, 1.6, 0.5),
    area(lit(white))`156,322,0.3 178,340 200,346 222,340 244,322,0.3 250,350 226,370 200,376 174,370 150,350`,
    stroke(line('154,346 176,366 200,372 224,366 246,346'), white.deep, 1.6, 0.5),
    stroke(line('200,347 203,374'), white.deep, 1.8, 0.6),
    area(lit(apron))`150,398,0 250,398,0 262,430,0.4 278,482,0 122,482,0 138,430,0.4`,
    stroke(line('151,399 142,372 144,352'), apron.base, 9),
    stroke(line('249,399 258,372 256,352'), apron.shade, 9),
    stroke(line('152,406 248,406'), apron.deep, 1.6, 0.6),
    filled(oval(170, 390, 3.4) + oval(230, 390, 3.4), '#8c8a85'),
    // A wooden spoon and a whisk in the apron's pocket.
    stroke('M190 452L187 418', '#b98a55', 4.6),
    filled(oval(186, 411, 6.4, 9.4), gradient('slant', '#e3bd8a', '#b98a55', '#8f6536')),
    stroke('M211 452L213 430', '#d9dde0', 4),
    stroke(
      'M213 432C203 424 206 408 215 404C224 408 225 424 213 432M213 432C210 422 211 410 215 404C218 410 218 422 213 432',
      '#e9edf0',
      1.6,
    ),
    filled('M175 446L225 446L222 484L178 484Z', lit(apron)),
    stroke('M176 446L224 446L222 480', apron.deep, 1.8, 0.6),
    stroke('M176 446L178 480', apron.deep, 1.8, 0.6),
  ],
  headOver: [
    covering(lit(giovanniHair))`
      127,206,0.2 121,180 119,148 129,112 156,86 200,76 244,86 271,112 281,148 279,180 273,206,0.2 268,184 265,164
      258,148 247,136 232,134 216,138 200,139 184,138 168,134 153,136 142,148 136,164 132,184`,
    ...pair(area('#b1aaa1', 0.8)`127,204,0.2 121,180 121,152 129,134 137,150 134,170 131,190`, '#948d85'),
    area(fading('radial', '#d8cfc5', 0.42, 0))`140,122 162,94 200,84 228,90 198,98 168,114`,
    ...strands('143,144 140,116 168,88', '200,132 198,106 206,80', [giovanniHair.deep, 13, 0.5]),
    ...strands('143,142 140,114 168,90', '200,130 198,104 206,82', ['#b9b0a6', 11, 0.34]),
    ...strands('200,132 202,106 208,80', '257,144 262,116 240,88', [giovanniHair.deep, 13, 0.5]),
    ...strands('200,130 202,104 208,82', '257,142 262,114 240,90', ['#b9b0a6', 9, 0.22]),
    ...strands('137,158 134,178 131,194', '125,150 124,174 127,198', ['#f1ece4', 6, 0.5]),
    ...strands('263,158 266,178 269,194', '275,150 276,174 273,198', ['#e4ded5', 6, 0.36]),
  ],
}
