import { garment, neckRib, pair } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { line, oval } from '../path.ts'
import type { Person } from '../person.ts'
import { area, covering, fading, filled, gradient, lit, stroke } from '../shape.ts'

const cap = tones(0.42, 0.075, 250)
const denim = tones(0.46, 0.06, 255)
const henley = tones(0.78, 0.05, 75)
const daleHair = tones(0.46, 0.04, 55)

const HENLEY_CUT = { shoulder: 170, neck: 52, neckY: 338, dip: 34 }

export const dale: Person = {
  id: 'automotive',
  name: 'Dale',
  description: 'Dale, a stocky man in his forties with a cap, denim overalls and a spanner in the pocket',
  nicheHue: 210,
  skin: skinTones(0.81, 0.062, 46, 0.12),
  face: { temple: 73, cheek: 81, jaw: 74, chin: 48, chinY: 316 },
  eyes: {
    iris: '#5c7285',
    spread: 33.5,
    halfWidth: 14.2,
    open: 0.86,
    slant: -0.4,
    crease: 0.4,
    lashes: [0.1, '#3d2c25'],
  },
  brows: { colour: '#6f5037', thickness: 6, arch: 2.2, length: 36, lift: 18.5 },
  nose: { halfWidth: 18, baseY: 244 },
  mouth: { y: 267, halfWidth: 26.5, upper: 4.6, lower: 7, smile: 6, gape: 1.05, teeth: 0.85 },
  lines: 0.42,
  blush: 0.45,
  facialHair: { kind: 'stubble', tones: tones(0.42, 0.03, 50) },
  ears: 'seen',
  body: { neck: 46, head: 1.03 },
  clothes: [
    ...garment(HENLEY_CUT, henley),
    neckRib(HENLEY_CUT, henley.shade, 7),
    stroke(line('200,375 200,404'), henley.deep, 2, 0.5),
    filled(oval(200, 386, 2.6) + oval(200, 398, 2.6), '#f4ead8'),
    area(lit(denim))`140,410,0 260,410,0 270,440,0.4 296,484,0 104,484,0 130,440,0.4`,
    ...pair(
      area(gradient('slant', denim.light, denim.base))`134,345,0.2 154,338,0.2 164,412,0 140,412,0`,
      gradient('slant', denim.base, denim.shade),
    ),
    stroke(line('141,416 259,416'), '#e0b878', 1.4, 0.7),
    filled(oval(152, 414, 6) + oval(248, 414, 6), gradient('slant', '#f0d9a0', '#a67f3a')),
    filled(
      'M214 448L214 420C208 418 205 412 206 405L212 410L218 408L219 401C226 403 229 411 225 417L224 419L225 448Z',
      gradient('across', '#e3e7ea', '#8f979d'),
    ),
    filled('M170 440L236 440L234 482L172 482Z', lit(denim)),
    stroke('M170 440L236 440M174 444L232 444', denim.deep, 1.8, 0.7),
    stroke('M170 440L172 482M236 440L234 482', denim.deep, 1.6, 0.7),
  ],
  headOver: [
    ...pair(area(daleHair.base)`127,208,0.2 121,186 122,160 136,150 135,180 131,200`, daleHair.shade),
    covering(lit(cap))`
      120,166,0.2 119,128 136,96 166,76 200,70 234,76 264,96 281,128 280,166,0.2 240,150 200,146 160,150`,
    covering(gradient('down', cap.base, cap.deep))`
      112,170,0.3 128,152 162,142 200,139 238,142 272,152 288,170,0.3 270,176 238,166 200,163 162,166 130,176`,
    stroke(line('120,162 160,147 200,143 240,147 280,162'), cap.deep, 1.8, 0.6),
    stroke(line('200,71 200,142'), cap.deep, 1.6, 0.4),
    stroke(line('172,75 156,104 150,146'), cap.deep, 1.4, 0.35),
    stroke(line('228,75 244,104 250,146'), cap.deep, 1.4, 0.4),
    area(fading('radial', '#ffffff', 0.24, 0))`134,126 150,98 176,84 164,104 148,130`,
    filled('M184 106L216 106L214 130L200 137L186 130Z', '#f0e6d2'),
    filled(oval(200, 119, 7.5) + oval(200, 119, 3), cap.deep),
  ],
}
