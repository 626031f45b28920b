import { applyPose } from '#portrait/animate.ts'
import { lifePose, type LifeMode } from '#portrait/life.ts'
import type { Measures } from '#portrait/person.ts'
import { approachPose, REST_POSE, type MouthPose, type Pose } from '#portrait/pose.ts'

/** A page that slept does not jump ahead by what it missed. */
const LONGEST_FRAME_MS = 100

export interface FaceFrame {
  /** Since the frame before. */
  elapsedMs: number
  /** How long this face has been alive in sight. */
  livedMs: number
  still: boolean
}

export interface FaceMoment {
  mode: LifeMode
  mouth: MouthPose
  /** What the eyes are drawn to; they wander by themselves where there is none. */
  gaze?: Pose['gaze'] | null
}

export interface LivingFace {
  /** Holds a portrait that `drawPortrait` drew, or whatever else is shown. */
  host: HTMLElement
  /** Null for somebody who is not drawn: the frames are told all the same. */
  measures: Measures | null
  /** Shows somebody who is not drawn, such as a photo, in a pose. */
  show?: ((pose: Pose) => void) | undefined
  /** True where motion is unwelcome: then only the lips move, which carry meaning. */
  isStill: () => boolean
  /** Asked on every frame for what the face does. May draw what belongs to the face. */
  momentOf: (frame: FaceFrame) => FaceMoment
}

/**
 * Lets a drawn face live, frame by frame, for as long as it is in sight; browsers give a hidden tab no frames.
 * Returns the way to stop, which leaves the last picture standing.
 */
export function letLive({ host, measures, show, isStill, momentOf }: LivingFace): () => void {
  const seed = seedOf(measures)
  let pose = REST_POSE
  let livedMs = 0
  let lastMs = 0
  let request = 0

  const draw = (nowMs: number) => {
    request = requestAnimationFrame(draw)
    const elapsedMs = Math.min(LONGEST_FRAME_MS, Math.max(0, nowMs - lastMs))
    lastMs = nowMs
    livedMs += elapsedMs
    const still = isStill()
    const { mode, mouth, gaze = null } = momentOf({ elapsedMs, livedMs, still })
    if (measures === null && show === undefined) return
    const life = lifePose(seed, livedMs, mode, still)
    const target: Pose = { ...life, gaze: still || gaze === null ? life.gaze : gaze, mouth }
    pose = still ? target : approachPose(pose, target, elapsedMs)
    if (measures === null) show?.(pose)
    else applyPose(host, measures, pose)
  }

  const sight = new IntersectionObserver((entries) => {
    cancelAnimationFrame(request)
    if (entries.at(-1)?.isIntersecting !== true) return
    lastMs = performance.now()
    request = requestAnimationFrame(draw)
  })
  sight.observe(host)

  return () => {
    sight.disconnect()
    cancelAnimationFrame(request)
  }
}

/** Each face blinks at moments of its own. */
function seedOf(measures: Measures | null): number {
  return [...(measures?.id ?? '')].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0)
}
