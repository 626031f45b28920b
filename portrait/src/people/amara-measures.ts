import type { Measures } from '../person.ts'

/** Kept apart from the drawing because Home animates her on every visit and loads the measures alone. */
export const amaraMeasures: Measures = {
  id: 'healthcare',
  face: { temple: 69, cheek: 74, jaw: 60, chin: 33, chinY: 311 },
  eyes: { iris: '#4a2c1d', spread: 34, halfWidth: 15.5, open: 1, slant: 1.5, crease: 0.6, lashes: [0.7, '#1c1210'] },
  brows: { colour: '#241815', thickness: 5, arch: 4.5, length: 37, lift: 21 },
  nose: { halfWidth: 18, baseY: 243 },
  mouth: { y: 266, halfWidth: 27, upper: 8.5, lower: 11.5, smile: 7, gape: 1.04, teeth: 1.15 },
  body: { neck: 27 },
}
