import { fold, garment } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { line, oval } from '../path.ts'
import type { Person } from '../person.ts'
import { area, fading, filled, gradient, lit, stroke } from '../shape.ts'

const maroon = tones(0.36, 0.095, 22)
const saffron = tones(0.74, 0.13, 72)
const wood = tones(0.42, 0.06, 50)

/** A string of beads hangs in a curve from both sides of the neck. */
const BEADS = Array.from({ length: 21 }, (_, index) => {
  const angle = Math.PI * (1 - index / 20)
  return [200 + Math.cos(angle) * 45, 348 + Math.sin(angle) * 64] as const
})

export const tenzin: Person = {
  id: 'spiritual',
  name: 'Tenzin',
  description: 'Tenzin, a Tibetan man in his fifties with a shaved head, a maroon robe and wooden beads',
  nicheHue: 232.5,
  skin: skinTones(0.7, 0.07, 58, 0.22),
  face: { temple: 72, cheek: 78, jaw: 66, chin: 41, chinY: 312 },
  eyes: { iris: '#3b2519', spread: 34, halfWidth: 15, open: 0.76, slant: 2, crease: 0.15, lashes: [0.1, '#201613'] },
  brows: { colour: '#3a2d27', thickness: 4.6, arch: 3, length: 36, lift: 21 },
  nose: { halfWidth: 17, baseY: 243 },
  mouth: { y: 266, halfWidth: 26, upper: 5.4, lower: 8, smile: 6.5, gape: 0.9, teeth: 0.9 },
  lines: 0.55,
  blush: 0.5,
  ears: 'seen',
  body: { neck: 33 },
  clothes: [
    ...garment({ shoulder: 142, neck: 42, neckY: 340, dip: 46, pointed: true }, saffron),
    stroke('M158 342L196 388', saffron.deep, 2.4, 0.5),
    area(lit(maroon))`
      242,338,0 262,350 296,362 336,386 352,430 362,486,0 38,486,0 46,440 70,426,0.4 124,446 180,428 214,392
      236,356,0.4`,
    fold(line('250,346 236,392 198,436 140,464'), maroon, 3),
    fold(line('266,354 256,404 216,454 160,482'), maroon, 3),
    fold(line('288,366 282,420 250,482'), maroon, 3),
    stroke(line('240,344 216,392 182,428 124,446 70,427'), maroon.light, 3, 0.7),
    stroke(line(BEADS), wood.deep, 1.5),
    ...BEADS.map(([x, y], index) =>
      filled(oval(x, y, index === 10 ? 6 : 4.2), gradient('slant', wood.light, wood.base, wood.deep)),
    ),
  ],
  headOver: [
    area(fading('down', '#3a2c26', 0.3, 0.04))`
      128.8,180 133.5,149 147,122.8 169,105.4 200,98.6 231,105.4 253,122.8 266.5,149 271.2,180 262,162 246,146 222,139
      200,141 178,139 154,146 138,162`,
    filled(oval(176, 122, 26, 15), fading('radial', '#fff3e2', 0.3, 0)),
  ],
}
