import type { SkinTones, Tones } from './colour.ts'
import type { Shape } from './shape.ts'

/** Half widths of the head, measured from its middle (x = 200), and where the chin ends. */
interface FaceShape {
  temple: number
  cheek: number
  jaw: number
  chin: number
  chinY: number
}

interface EyeShape {
  iris: string
  /** Distance from the middle of the face to the middle of the eye. */
  spread: number
  halfWidth: number
  /** Height of the opening relative to the usual one. */
  open: number
  /** How much higher the outer corner of the eye is than the inner one. */
  slant: number
  /** The fold above the lid: 0 none, 1 deep. */
  crease: number
  /** Fullness of the lashes (0 plain, 1 full) and their colour. */
  lashes: readonly [fullness: number, colour: string]
}

interface BrowShape {
  colour: string
  thickness: number
  arch: number
  length: number
  /** Height above the eye's middle. */
  lift: number
}

interface NoseShape {
  halfWidth: number
  baseY: number
}

interface MouthShape {
  y: number
  halfWidth: number
  /** Heights of the lips at rest. */
  upper: number
  lower: number
  /** How much the corners lift at rest; cheeks and lower lids follow. */
  smile: number
  /** How far the jaw falls, relative to the average person; 1 by default. */
  gape?: number
  /** How much of the upper teeth shows in speech, relative to the average person; 1 by default. */
  teeth?: number
}

interface FacialHair {
  kind: 'beard' | 'moustache' | 'stubble'
  tones: Tones
}

/**
 * The part of a person that a pose moves. It suffices to animate a portrait already drawn, and is much smaller than the
 * drawing.
 */
export interface Measures {
  /** The assistant's id in the catalogue. */
  id: string
  face: FaceShape
  eyes: EyeShape
  brows: BrowShape
  nose: NoseShape
  mouth: MouthShape
  facialHair?: FacialHair
  /**
   * `neck`: its half width. `head`: the head's size relative to the usual one. `lower`: how far the whole figure is
   * moved down.
   */
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
  /** Wrinkles: 0 smooth … 1 deeply lined. */
  lines: number
  /** 0…1 */
  blush: number
  freckles?: boolean
  ears: 'seen' | 'hidden'
  /** Drawn in the niche behind the person; does not move. */
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
