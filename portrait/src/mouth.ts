import { oval, path } from './path.ts'
import type { Measures } from './person.ts'
import type { MouthPose } from './pose.ts'
import { clamp } from './smooth.ts'

/** How far the chin falls when the mouth is fully open. */
const JAW_DROP = 9

export function jawDrop(person: Measures, mouth: MouthPose): number {
  return Math.max(mouth.open, 0) * JAW_DROP * (person.mouth.gape ?? 1)
}

/**
 * The measures that all paths of one mouth share. Only the left half of a mouth is computed; the right half mirrors it
 * at x = 200.
 */
interface Lips {
  left: number
  right: number
  cornerY: number
  /** The inner edges of the lips at the middle; both have the same y when the lips touch. */
  innerTop: number
  innerBottom: number
  outerTop: number
  outerBottom: number
  half: number
  /** 0: the corners are pointed; 1: the opening is an oval. */
  oval: number
  /** How far rounded lips extend beyond the corners of the opening. */
  ring: number
  tuck: number
}

function lipsOf(person: Measures, mouth: MouthPose): Lips {
  const shape = person.mouth
  const open = clamp(mouth.open, 0, 1)
  const press = clamp(-mouth.open, 0, 1)
  const tuck = clamp((mouth.teeth - 0.78) / 0.22, 0, 1)
  const half = shape.halfWidth * (1 + 0.13 * mouth.wide - 0.42 * mouth.round - 0.09 * open + 0.03 * press)
  const up = open * (4.2 + mouth.round * 4) + tuck * 2.4
  const down = open * (20 - mouth.round * 1.5) * (shape.gape ?? 1) - tuck * 0.4
  const upper = shape.upper * (1 - 0.14 * mouth.wide + 0.16 * mouth.round - 0.34 * press)
  const lower = shape.lower * (1 - 0.1 * mouth.wide + 0.2 * mouth.round - 0.36 * press - 0.34 * tuck)
  const smiling = shape.y - shape.smile - mouth.wide * 1.8 + (down - up) * 0.27
  const rounded = shape.y + (down - up) / 2
  const cornerY = smiling + (rounded - smiling) * Math.min(mouth.round * 1.25, 1)
  return {
    left: 200 - half,
    right: 200 + half,
    cornerY,
    innerTop: shape.y - up,
    innerBottom: shape.y + down,
    outerTop: shape.y - up - upper,
    outerBottom: shape.y + down + lower,
    half,
    oval: Math.min(1, mouth.round * 0.9 + open * 0.3),
    ring: mouth.round * lower * 0.34,
    tuck,
  }
}

/** An edge of the lips from corner to corner, with the height `middleY` at the middle; `way` −1 leads from right to left. */
function edge(lips: Lips, middleY: number, dip: number, way: 1 | -1): string {
  const { left, right, cornerY, half } = lips
  const [from, to] = way === 1 ? [left, right] : [right, left]
  const isBelow = middleY > cornerY
  const pointed = isBelow ? 0.68 : 0.62
  const controlY = cornerY + (middleY - cornerY) * (pointed + (0.57 - pointed) * lips.oval)
  const reach = way * half * ((isBelow ? 0.15 : 0.32) - lips.oval * (isBelow ? 0.14 : 0.28))
  const flat = way * half * ((isBelow ? 0.5 : 0.44) + lips.oval * 0.1)
  return (
    path`C${from + reach} ${controlY} ${200 - flat} ${middleY} ${200 - way * 3} ${middleY}` +
    path`Q200 ${middleY + dip} ${200 + way * 3} ${middleY}` +
    path`C${200 + flat} ${middleY} ${to - reach} ${controlY} ${to} ${cornerY}`
  )
}

function across(lips: Lips, middleY: number, dip: number): string {
  return path`M${lips.left} ${lips.cornerY}` + edge(lips, middleY, dip, 1)
}

/** The paths of a mouth. */
export function mouthMotion(person: Measures, mouth: MouthPose) {
  const lips = lipsOf(person, mouth)
  const { left, right, ring, cornerY, half, innerTop, innerBottom, outerTop, outerBottom } = lips
  const peak = half * 0.26
  // The cupid's bow of the upper lip, which flattens as the lips are pushed forward.
  const bow = 2.2 * (1 - 0.7 * Math.min(mouth.round, 1))
  const upperReach = half * (0.3 - lips.oval * 0.26)
  const upperLip =
    path`M${left - ring} ${cornerY}C${left - ring + upperReach} ${cornerY + (outerTop - cornerY) * 0.5} ${200 - peak - half * 0.24} ${outerTop} ${200 - peak} ${outerTop}` +
    path`C${200 - peak * 0.45} ${outerTop} ${200 - peak * 0.3} ${outerTop + bow} 200 ${outerTop + bow}` +
    path`C${200 + peak * 0.3} ${outerTop + bow} ${200 + peak * 0.45} ${outerTop} ${200 + peak} ${outerTop}` +
    path`C${200 + peak + half * 0.24} ${outerTop} ${right + ring - upperReach} ${cornerY + (outerTop - cornerY) * 0.5} ${right + ring} ${cornerY}L${right} ${cornerY}` +
    edge(lips, innerTop, 1.5, -1) +
    'Z'
  const lowerReach = half * (0.16 - lips.oval * 0.14)
  const lowerLip =
    across(lips, innerBottom, innerBottom - innerTop < 2 ? 1.5 : 0) +
    path`L${right + ring} ${cornerY}C${right + ring - lowerReach} ${cornerY + (outerBottom - cornerY) * 0.7} ${200 + half * 0.5} ${outerBottom} 200 ${outerBottom}` +
    path`C${200 - half * 0.5} ${outerBottom} ${left - ring + lowerReach} ${cornerY + (outerBottom - cornerY) * 0.7} ${left - ring} ${cornerY}Z`
  const cavity = across(lips, innerTop, 1.5) + edge(lips, innerBottom, 0, -1) + 'Z'
  const gap = innerBottom - innerTop
  const teethDown = Math.min(gap + 2, Math.min(mouth.teeth / 0.7, 1) * 7.5 * (person.mouth.teeth ?? 1))
  const teethHalf = half * 0.88
  const teethBottom = innerTop + teethDown
  const teethSide = innerTop + teethDown * 0.2
  const teeth =
    path`M${200 - teethHalf} ${innerTop - 6}L${200 + teethHalf} ${innerTop - 6}L${200 + teethHalf} ${teethSide}` +
    path`C${200 + teethHalf * 0.9} ${teethBottom - teethDown * 0.2} ${200 + teethHalf * 0.6} ${teethBottom} 200 ${teethBottom}` +
    path`C${200 - teethHalf * 0.6} ${teethBottom} ${200 - teethHalf * 0.9} ${teethBottom - teethDown * 0.2} ${200 - teethHalf} ${teethSide}Z`
  const tongueLow = innerBottom - gap * 0.27
  const tongueHigh = innerTop + gap * 0.2
  const tongueTop = tongueLow + (tongueHigh - tongueLow) * mouth.tongue
  const lowerHeight = outerBottom - innerBottom
  return {
    cavity,
    teeth,
    tongue: oval(200, tongueTop + 10, half * (0.68 - mouth.tongue * 0.12), 10),
    upperLip,
    lowerLip,
    gloss: oval(196, innerBottom + lowerHeight * 0.45, half * 0.3, Math.max(lowerHeight * 0.2, 0.4)),
    seam: across(lips, innerTop, 1.5),
    /** The small folds beside the corners, where a smile begins. */
    corners:
      path`M${left - 1.2} ${cornerY - 3}Q${left - 4.2} ${cornerY + 0.4} ${left - 2} ${cornerY + 4}` +
      path`M${right + 1.2} ${cornerY - 3}Q${right + 4.2} ${cornerY + 0.4} ${right + 2} ${cornerY + 4}`,
    /** The soft shadow under the lower lip. */
    underShadow: oval(200.5, outerBottom + 4.5, half * 0.62, 4),
    /** How far the upper lip, and with it a moustache, moves. */
    lipLift: innerTop - person.mouth.y,
  }
}
