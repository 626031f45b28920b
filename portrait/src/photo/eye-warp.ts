import { between, clamp } from './smooth.ts'

/** Skin above the eye that a closing lid is made of, in half heights of the eye. */
const LID_SKIN = 2.2
const UPPER_LID = 1.12
const LOWER_LID = 0.92

export interface LidPlace {
  /** Where the photo has what is seen here, in half heights below the eye's middle. */
  q: number
  /** 0…1: how much this is the closed lid, and how much its lashes. */
  lid: number
  lash: number
}

/** `p` and `q`: from the eye's middle, in its half widths and half heights, of which `roundness` is the ratio. Written into `place`. */
export function findUnderLid(blink: number, p: number, q: number, roundness: number, place: LidPlace): LidPlace {
  place.q = q
  place.lid = 0
  place.lash = 0
  if (Math.abs(p) >= 1 || blink <= 0) return place
  // Almonds come to a point at their corners, round eyes do not.
  const bow = (1 - p * p) ** between(1, 0.5, clamp((roundness - 0.35) / 0.4, 0, 1))
  const rest = -UPPER_LID * bow
  const edge = between(rest, LOWER_LID * bow * 0.86, blink)
  const top = rest - LID_SKIN
  const lashWidth = 0.34
  place.lash = blink * clamp(1 - Math.abs(q - edge) / lashWidth, 0, 1) * clamp(bow * 2.5, 0, 1)
  if (q >= edge || q <= top) return place
  const skinEnd = rest - 0.3 * blink
  const t = (q - top) / (edge - top)
  // Mostly the skin next to the eye is drawn down; the brow hardly moves.
  place.q = top + (skinEnd - top) * between(t, 1 - (1 - t) * (1 - t), 0.35 * blink)
  place.lid = blink * clamp((q - rest) / 0.5, 0, 1)
  return place
}

export function reachOfEye(): { beside: number; above: number; below: number } {
  return { beside: 1, above: -(UPPER_LID + LID_SKIN), below: 1.3 }
}
