import { between, clamp, smoothStep } from '../smooth.ts'

/** Edges of an open eye, measured from its middle in half heights of the eye. */
const UPPER_LID = 1.12
const LOWER_LID = 0.95
/**
 * The lid is painted with skin from below the eye, starting this many half heights below its middle. The skin above the
 * eye won't do: it has lashes, make-up and the brow.
 */
const SKIN_FROM = 1.75
/**
 * Step in the photo for a step on the lid. Below 1, the lid uses a strip of skin smaller than itself, since glasses and
 * shadows begin further down.
 */
const SKIN_STEP = 0.3
/** Above the open eye, the painted lid fades into the photo between these two heights. */
const FADE_FROM = 1.2
const FADE_TO = 0.2
const LASH_WIDTH = 0.3

/** The area around the eye's middle that a blink changes, in half widths and half heights of the eye. */
export const EYE_REACH = { beside: 1, above: -(UPPER_LID + FADE_FROM), below: LOWER_LID + LASH_WIDTH }

export interface LidPlace {
  /** Where in the photo to take the skin for this place of the lid, in half heights below the eye's middle. */
  skinQ: number
  /** 0…1: `cover` is the opacity of the lid, `lash` that of its lashes. */
  cover: number
  lash: number
}

/**
 * Finds what a blink shows at one place of the eye, and writes it into `place`. `p` and `q` are the distance from the
 * eye's middle in half widths and half heights; `roundness` is half height divided by half width.
 */
export function findLid(blink: number, p: number, q: number, roundness: number, place: LidPlace): LidPlace {
  place.cover = 0
  place.lash = 0
  if (Math.abs(p) >= 1 || blink <= 0) return place
  // The opening of an almond-shaped eye is pointed at the corners; that of a round eye is not.
  const bow = (1 - p * p) ** between(1, 0.5, clamp((roundness - 0.35) / 0.4, 0, 1))
  const open = -UPPER_LID * bow
  const edge = between(open, LOWER_LID * bow, blink)
  const above = smoothStep((q - open + FADE_FROM * bow) / ((FADE_FROM - FADE_TO) * bow))
  // A lid that is only slightly closed need not hide the photo above the opening.
  place.cover = (q < open ? above * clamp(blink * 3, 0, 1) : 1) * clamp((edge - q) / 0.15 + 0.5, 0, 1)
  place.skinQ = SKIN_FROM + Math.max(edge - q, 0) * SKIN_STEP
  place.lash = blink * clamp(1 - Math.abs(q - edge) / LASH_WIDTH, 0, 1) * clamp(bow * 2.5, 0, 1)
  return place
}
