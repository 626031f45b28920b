import { fold, garment, pair } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { strands } from '../hair.ts'
import { line, oval } from '../path.ts'
import type { Person } from '../person.ts'
import { area, covering, fading, filled, gradient, lit, stroke } from '../shape.ts'

const rosaHair = tones(0.25, 0.022, 30)
const scrubs = tones(0.66, 0.085, 255)

export const rosa: Person = {
  id: 'pediatrics',
  name: 'Rosa',
  description: 'Rosa, a Filipina woman in her thirties with a ponytail, blue scrubs and a bright sun pin',
  nicheHue: 345,
  skin: skinTones(0.74, 0.072, 62, 0.5),
  face: { temple: 70, cheek: 76, jaw: 61, chin: 36, chinY: 308 },
  eyes: {
    iris: '#402618',
    spread: 33.5,
    halfWidth: 15.5,
    open: 0.94,
    slant: 2.6,
    crease: 0.35,
    lashes: [0.65, '#1a1210'],
  },
  brows: { colour: '#2b1d18', thickness: 4.4, arch: 4, length: 35, lift: 20 },
  nose: { halfWidth: 16, baseY: 240 },
  mouth: { y: 263, halfWidth: 25, upper: 7, lower: 9.5, smile: 7, gape: 1.05, teeth: 1.15 },
  lines: 0.1,
  blush: 0.5,
  ears: 'seen',
  body: { neck: 25, head: 1.01, lower: 8 },
  headBehind: [
    area(gradient('across', rosaHair.base, rosaHair.light, rosaHair.shade))`
      256,106 286,120 303,160 306,216 316,268 310,322 288,362 280,388,0.3 268,356 270,318 276,280 272,230 262,180`,
    stroke(line('288,150 292,216 298,276 292,336'), rosaHair.deep, 1.5, 0.5),
    area(rosaHair.base)`200,80 248,92 276,130 272,186 200,200 128,186 124,130 152,92`,
  ],
  clothes: [
    ...garment({ shoulder: 122, neck: 37, neckY: 342, dip: 60, pointed: true }, scrubs),
    stroke('M163 343L200 403L237 343', scrubs.deep, 2, 0.5),
    stroke('M160.5 348L200 411L239.5 348', scrubs.deep, 1.4, 0.45),
    fold(line('120,420 130,450 132,480'), scrubs),
    area('#f2b632')`
      258,398 266,406,0.2 275,401 276,411,0.2 286,413 280,421,0.2 286,429 276,431,0.2 275,441 266,436,0.2 258,444
      255,434,0.2 245,433 250,424,0.2 244,415 254,411,0.2`,
    filled(oval(265.5, 421, 11.5), gradient('slant', '#ffd768', '#f3a92b')),
    filled(oval(261.6, 419, 1.4), '#7a4a12'),
    filled(oval(269.4, 419, 1.4), '#7a4a12'),
    stroke('M260.5 424Q265.5 429 270.5 424', '#7a4a12', 1.5),
  ],
  headOver: [
    covering(lit(rosaHair))`
      127,204 120,176 119,136 138,100 168,82 204,77 240,84 268,106 281,140 280,178 273,204 268,182 263,164 247,146
      222,133 196,130 170,138 150,153 139,170 132,188`,
    area(fading('radial', '#9a8274', 0.6, 0))`140,132 160,104 196,90 224,92 194,102 164,120`,
    ...strands('138,158 158,120 214,98 264,110', '206,120 226,113 246,110 264,113', [rosaHair.deep, 12, 0.6]),
    ...strands('138,154 158,118 214,96 264,110', '206,118 226,111 246,109 264,112', ['#94786a', 9, 0.34]),
    ...strands('126,180 128,122 186,84 254,96', '134,164 152,122 204,97 262,109', ['#94786a', 8, 0.3]),
    ...strands('222,126 236,124 252,120 266,116', '273,182 276,158 277,138 274,122', [rosaHair.deep, 10, 0.55]),
  ],
  headFront: [...pair(filled(oval(122.5, 240, 3, 3.2), '#f3e9dc'))],
}
