import { between, clamp, smoothStep } from './smooth.ts'

/** Edges of an open eye, in its half heights from its middle. */
const UPPER_LID = 1.12
const LOWER_LID = 0.95
/** The lid is made of the skin below the eye: above it there are lashes, make-up and the brow. */
const SKIN_FROM = 1.75
/** How closely that skin is spaced in the photo: less of it than the lid is high, since glasses and shadows begin below. */
const SKIN_STEP = 0.3
/** Above the open eye the lid goes over into what the photo has there. */
const FADE_FROM = 1.2
const FADE_TO = 0.2
const LASH_WIDTH = 0.3

/** As far from the eye's middle as a blink shows, in its half widths and half heights. */
export const EYE_REACH = { beside: 1, above: -(UPPER_LID + FADE_FROM), below: LOWER_LID + LASH_WIDTH }

export interface LidPlace {
  /** Where the photo has the skin for what the lid shows here, in half heights below the eye's middle. */
  skinQ: number
  /** 0…1: how much of what is seen is the lid, and how much of that its lashes. */
  cover: number
  lash: number
}

/** `p` and `q`: from the eye's middle, in its half widths and half heights, of which `roundness` is the ratio. Written into `place`. */
export function findLid(blink: number, p: number, q: number, roundness: number, place: LidPlace): LidPlace {
  place.cover = 0
  place.lash = 0
  if (Math.abs(p) >= 1 || blink <= 0) return place
  // Almonds come to a point at their corners, round eyes do not.
  const bow = (1 - p * p) ** between(1, 0.5, clamp((roundness - 0.35) / 0.4, 0, 1))
  const open = -UPPER_LID * bow
  const edge = between(open, LOWER_LID * bow, blink)
  const above = smoothStep((q - open + FADE_FROM * bow) / ((FADE_FROM - FADE_TO) * bow))
  // Lids that hardly close have no need to hide what was above them.
  place.cover = (q < open ? above * clamp(blink * 3, 0, 1) : 1) * clamp((edge - q) / 0.15 + 0.5, 0, 1)
  place.skinQ = SKIN_FROM + Math.max(edge - q, 0) * SKIN_STEP
  place.lash = blink * clamp(1 - Math.abs(q - edge) / LASH_WIDTH, 0, 1) * clamp(bow * 2.5, 0, 1)
  return place
}
