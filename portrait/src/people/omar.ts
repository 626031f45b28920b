import { garment, pair } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { strands } from '../hair.ts'
import { line, oval } from '../path.ts'
import type { Person } from '../person.ts'
import { area, covering, fading, filled, gradient, lit, stroke, strokePair } from '../shape.ts'
import { headset } from '../worn.ts'

const omarHair = tones(0.25, 0.018, 50)
const polo = tones(0.52, 0.1, 245)

export const omar: Person = {
  id: 'customer-service',
  name: 'Omar',
  description: 'Omar, a man of thirty with dark hair, a short beard, a blue polo shirt and a headset',
  nicheHue: 322.5,
  skin: skinTones(0.73, 0.068, 58, 0.25),
  face: { temple: 70, cheek: 74, jaw: 63, chin: 38, chinY: 315 },
  eyes: {
    iris: '#43291a',
    spread: 33.5,
    halfWidth: 15.5,
    open: 0.94,
    slant: 1,
    crease: 0.45,
    lashes: [0.4, '#1a1210'],
  },
  brows: { colour: '#211813', thickness: 7, arch: 3, length: 38, lift: 19 },
  nose: { halfWidth: 16, baseY: 244 },
  mouth: { y: 267, halfWidth: 25, upper: 5.6, lower: 8, smile: 6, gape: 0.95 },
  lines: 0.06,
  blush: 0.26,
  facialHair: { kind: 'beard', tones: tones(0.28, 0.02, 50) },
  ears: 'seen',
  body: { neck: 34, lower: -2 },
  clothes: [
    ...garment({ shoulder: 148, neck: 41, neckY: 338, dip: 40, pointed: true }, polo),
    ...pair(
      filled(
        'M160 331C148 341 152 366 156 380L180 397L199 379C181 366 168 350 160 331Z',
        gradient('slant', polo.light, polo.base),
      ),
      gradient('slant', polo.base, polo.shade),
    ),
    ...strokePair('M156 348C152 360 154 372 156 380L180 397L199 379', polo.deep, 1.5, 0.6, 0.7),
    stroke(line('200,380 200,440'), polo.deep, 1.8, 0.6),
    filled(oval(205, 398, 2.6) + oval(205, 420, 2.6), '#f2efe8'),
  ],
  headOver: [
    covering(lit(omarHair))`
      128,206,0.2 122,178 119,140 130,102 160,78 204,70 248,78 274,104 282,142 278,178 272,206,0.2 266,196,0.4 263,180
      261,162 250,148 228,141 198,144 170,141 151,149 140,164 137,180 134,196,0.4`,
    area(fading('radial', '#8a776a', 0.5, 0))`142,116 162,92 200,82 236,88 206,94 172,106`,
    ...strands('141,156 136,122 168,84', '198,136 200,106 216,76', [omarHair.deep, 14, 0.6]),
    ...strands('141,154 138,120 168,88', '198,134 200,104 216,80', ['#8a7464', 11, 0.34]),
    ...strands('198,136 204,106 218,76', '260,156 270,122 248,86', [omarHair.deep, 14, 0.6]),
    ...strands('198,134 204,104 218,80', '260,154 268,120 248,90', ['#8a7464', 8, 0.22]),
  ],
  headFront: headset({ cheek: 74, crownY: 70 }),
}
