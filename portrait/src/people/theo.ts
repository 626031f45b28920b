import { fold, garment, neckRib } from '../clothing.ts'
import { skinTones, tones } from '../colour.ts'
import { strands } from '../hair.ts'
import { blob, line } from '../path.ts'
import type { Person } from '../person.ts'
import { area, covering, fading, filled, gradient, lit, stroke } from '../shape.ts'

const theoHair = tones(0.5, 0.065, 62)
const tshirt = tones(0.62, 0.085, 150)
const cushion = tones(0.34, 0.02, 260)

const TEE_CUT = { shoulder: 126, neck: 41, neckY: 342, dip: 34 }

export const theo: Person = {
  id: 'friendship',
  name: 'Theo',
  description:
    'Theo, a young man with tousled fair-brown hair and a green T-shirt with two speech bubbles, in a wheelchair with a headrest',
  nicheHue: 277.5,
  skin: skinTones(0.85, 0.048, 52, 0.28),
  face: { temple: 66, cheek: 69, jaw: 56, chin: 34, chinY: 313 },
  eyes: { iris: '#5f7a6a', spread: 33, halfWidth: 15, open: 0.98, slant: 0.6, crease: 0.4, lashes: [0.3, '#3a271d'] },
  brows: { colour: '#7b5534', thickness: 5, arch: 2.8, length: 35, lift: 20 },
  nose: { halfWidth: 14, baseY: 241 },
  mouth: { y: 264, halfWidth: 25, upper: 5, lower: 7.6, smile: 7, gape: 1.08, teeth: 1.15 },
  lines: 0,
  blush: 0.55,
  ears: 'seen',
  body: { neck: 28, lower: 2 },
  behind: [
    area(gradient('down', cushion.light, cushion.base, cushion.shade))`
      92,388,0.3 100,360 200,346 300,360 308,388,0.3 318,482,0 82,482,0`,
    filled('M178 270L222 270L222 380L178 380Z', gradient('across', '#9aa1a8', '#d4d8db', '#6d747b')),
    area(gradient('slant', cushion.light, cushion.base, cushion.deep))`
      98,214 112,182 150,176 200,180 250,176 288,182 302,214 300,262 280,288 200,296 120,288 100,262`,
    stroke(
      blob(`
        108,216 120,192 152,186 200,190 248,186 280,192 292,216 290,258 274,278 200,286 126,278 110,258`),
      '#8f96a3',
      1.6,
      0.45,
    ),
  ],
  clothes: [
    ...garment(TEE_CUT, tshirt),
    neckRib(TEE_CUT, tshirt.shade, 7),
    // Two speech bubbles that overlap, printed on the shirt.
    filled(
      'M166 404C166 394 172 390 182 390L202 390C212 390 218 394 218 404L218 416C218 426 212 430 202 430L188 430L178 440L178 430C170 428 166 424 166 416Z',
      '#f4efe2',
    ),
    filled(
      'M196 424C196 415 201 411 210 411L226 411C235 411 240 415 240 424L240 433C240 442 235 446 226 446L226 455L216 446L210 446C201 446 196 442 196 433Z',
      '#f2b441',
    ),
    stroke('M182 407L182 408M200 407L200 408M181 416Q191 424 202 416', '#3b5a41', 3),
    fold(line('118,412 136,432 142,462'), tshirt, 2.2),
    fold(line('284,412 264,432 258,466'), tshirt, 2.2),
  ],
  headOver: [
    covering(lit(theoHair))`
      130,206,0.2 121,182 116,152 120,122 134,98 150,86,0.7 162,74 182,68,0.8 198,70 218,62,0.8 236,70 254,74,0.8
      268,94 282,112,0.8 284,138 286,158,0.9 279,182 270,206,0.2 267,186 262,168 254,152 240,142,0.5 226,150 206,156
      186,160 166,164 150,172,0.6 142,180 136,190`,
    area(fading('radial', '#f7dcae', 0.6, 0))`136,130 154,102 188,84 218,90 190,104 160,128`,
    ...strands('246,144 222,142 186,150 142,184', '250,84 212,72 158,84 124,134', [theoHair.deep, 18, 0.42]),
    ...strands('246,140 222,138 186,146 144,178', '248,88 212,76 158,88 126,134', ['#f0d3a2', 14, 0.42, 1.5]),
    ...strands('247,146 258,156 264,172 268,198', '252,84 272,102 284,136 276,186', [theoHair.deep, 11, 0.42]),
    ...strands('134,176 131,190 131,202', '122,150 122,178 128,202', [theoHair.deep, 6, 0.35]),
    ...strands('236,150 214,160 190,166 160,172', '244,142 222,150 192,158 156,168', [theoHair.base, 7, 0.8, 2]),
  ],
}
