import type { Viseme } from '#contract/visemes.ts'
import { between } from './smooth.ts'

/** A point in the space of mouth shapes. All shapes are points of the same space, so they can be mixed. */
export interface MouthPose {
  /** 0: the lips touch at rest. 1: the jaw is fully dropped. Below 0 the lips are pressed together, −1 at most (p, b, m). */
  open: number
  /** 0…1: corners pulled apart, as in "see". */
  wide: number
  /** 0…1: corners pulled together and lips pushed forward, as in "you". */
  round: number
  /** 0: hidden. 0.7: the upper row shows. 1: the upper row rests on the lower lip (f, v). */
  teeth: number
  /** 0: low in the mouth. 1: the tip at or between the teeth (th). */
  tongue: number
}

export interface Pose {
  mouth: MouthPose
  /** 0: eyes open. 1: closed. */
  blink: number
  /** −1…1 each; positive x is to the viewer's right, positive y is down. */
  gaze: { x: number; y: number }
  /** −1: drawn together and low. 1: raised. */
  brow: number
  /** −1…1: the head leans to the viewer's left or right. */
  tilt: number
}

/** The attributes that a pose changes, by the `data-part` of their element. */
export type MovingParts = Readonly<Record<string, Readonly<Record<string, string>>>>

export const REST_MOUTH: MouthPose = { open: 0, wide: 0, round: 0, teeth: 0, tongue: 0 }

export const REST_POSE: Pose = { mouth: REST_MOUTH, blink: 0, gaze: { x: 0, y: 0 }, brow: 0, tilt: 0 }

const MOUTH_OF_VISEME: Record<Viseme, MouthPose> = {
  sil: REST_MOUTH,
  PP: { open: -0.8, wide: 0, round: 0.04, teeth: 0, tongue: 0 },
  FF: { open: 0.16, wide: 0.1, round: 0, teeth: 1, tongue: 0 },
  TH: { open: 0.34, wide: 0.12, round: 0, teeth: 0.32, tongue: 1 },
  DD: { open: 0.26, wide: 0.18, round: 0, teeth: 0.55, tongue: 0.75 },
  kk: { open: 0.34, wide: 0.14, round: 0, teeth: 0.4, tongue: 0.2 },
  CH: { open: 0.22, wide: 0, round: 0.62, teeth: 0.7, tongue: 0.2 },
  SS: { open: 0.17, wide: 0.42, round: 0, teeth: 0.75, tongue: 0.3 },
  nn: { open: 0.2, wide: 0.14, round: 0, teeth: 0.45, tongue: 0.8 },
  RR: { open: 0.27, wide: 0, round: 0.42, teeth: 0.3, tongue: 0.45 },
  aa: { open: 0.95, wide: 0.22, round: 0, teeth: 0.4, tongue: 0.12 },
  E: { open: 0.55, wide: 0.55, round: 0, teeth: 0.55, tongue: 0.3 },
  I: { open: 0.3, wide: 0.85, round: 0, teeth: 0.65, tongue: 0.35 },
  O: { open: 0.66, wide: 0, round: 0.75, teeth: 0.08, tongue: 0.05 },
  U: { open: 0.28, wide: 0, round: 1, teeth: 0, tongue: 0.05 },
}

export function mouthOfViseme(viseme: Viseme): MouthPose {
  return MOUTH_OF_VISEME[viseme]
}

/** The pose of a face at rest with the mouth of one viseme. */
export function poseOfViseme(viseme: Viseme): Pose {
  return { ...REST_POSE, mouth: MOUTH_OF_VISEME[viseme] }
}

/** `t` 0 gives `from`, 1 gives `to`. */
export function mixMouths(from: MouthPose, to: MouthPose, t: number): MouthPose {
  return {
    open: between(from.open, to.open, t),
    wide: between(from.wide, to.wide, t),
    round: between(from.round, to.round, t),
    teeth: between(from.teeth, to.teeth, t),
    tongue: between(from.tongue, to.tongue, t),
  }
}

/** `t` 0 gives `from`, 1 gives `to`. */
export function mixPoses(from: Pose, to: Pose, t: number): Pose {
  return {
    mouth: mixMouths(from.mouth, to.mouth, t),
    blink: between(from.blink, to.blink, t),
    gaze: { x: between(from.gaze.x, to.gaze.x, t), y: between(from.gaze.y, to.gaze.y, t) },
    brow: between(from.brow, to.brow, t),
    tilt: between(from.tilt, to.tilt, t),
  }
}

/** Time constant of the easing. 90 ms feels quick, yet a face does not jump between listening and speaking. */
const EASE_MS = 90

/**
 * Moves `current` towards `target` by `elapsedMs` of time, so that a change of mode (listening to speaking) does not
 * jump. Blinks and the mouth have their own timing and are taken from `target` unchanged.
 */
export function approachPose(current: Pose, target: Pose, elapsedMs: number): Pose {
  const eased = mixPoses(current, target, 1 - Math.exp(-Math.max(elapsedMs, 0) / EASE_MS))
  return { ...eased, mouth: target.mouth, blink: target.blink }
}
