import type { SkinTones, Tones } from './colour.ts'
import type { Shape } from './shape.ts'

/** Half widths of the head, measured from its middle (x = 200), and where the chin ends. */
export interface FaceShape {
  temple: number
  cheek: number
  jaw: number
  chin: number
  chinY: number
}

export interface EyeShape {
  iris: string
  /** From the nose's middle to the eye's. */
  spread: number
  halfWidth: number
  /** 1 is a usual opening. */
  open: number
  /** How much higher the outer corner is than the inner one. */
  slant: number
  /** 0 no fold above the lid, 1 a deep one. */
  crease: number
  /** 0 plain … 1 full lashes, and their colour. */
  lashes: readonly [fullness: number, colour: string]
}

export interface BrowShape {
  colour: string
  thickness: number
  arch: number
  length: number
  /** Height above the eye's middle. */
  lift: number
}

export interface NoseShape {
  halfWidth: number
  baseY: number
}

export interface MouthShape {
  y: number
  halfWidth: number
  /** Heights of the lips at rest. */
  upper: number
  lower: number
  /** How much the corners lift at rest; cheeks and lower lids follow. */
  smile: number
  /** How far the jaw falls compared with others; 1 if absent. */
  gape?: number
  /** How much of the upper teeth shows in speech compared with others; 1 if absent. */
  teeth?: number
}

export interface FacialHair {
  kind: 'beard' | 'moustache' | 'stubble'
  tones: Tones
}

/** What a pose moves in a person: enough to animate a portrait that is drawn already, and a fraction of the drawing. */
export interface Measures {
  /** The assistant's id in the catalogue. */
  id: string
  face: FaceShape
  eyes: EyeShape
  brows: BrowShape
  nose: NoseShape
  mouth: MouthShape
  facialHair?: FacialHair
  /** Half width of the neck; how much larger than usual the head is; how much lower the whole figure stands. */
  body: { neck: number; head?: number; lower?: number }
}

/** A person to draw. Shapes are in the portrait's view box, seen from the front, head upright. */
export interface Person extends Measures {
  name: string
  /** What the picture shows, for those who can't see it. */
  description: string
  /** OKLCH hue of the niche; lightness and chroma are the same for all. */
  nicheHue: number
  skin: SkinTones
  /** 0 smooth … 1 a life's lines. */
  lines: number
  /** 0…1 */
  blush: number
  freckles?: boolean
  ears: 'seen' | 'hidden'
  /** Stands in the niche behind the person and does not move. */
  behind?: readonly Shape[]
  /** Moves with the head, drawn behind neck and clothes. */
  headBehind?: readonly Shape[]
  /** Covers neck and shoulders. */
  clothes: readonly Shape[]
  /** Moves with the head, drawn between the ears and the face's features. */
  headOver: readonly Shape[]
  /** Moves with the head, on top of everything: glasses, headsets, a pencil behind the ear. */
  headFront?: readonly Shape[]
}
