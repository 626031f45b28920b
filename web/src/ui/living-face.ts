import { applyPose } from '#portrait/animate.ts'
import { lifePose, type LifeMode } from '#portrait/life.ts'
import type { Measures } from '#portrait/person.ts'
import { approachPose, REST_POSE, type MouthPose, type Pose } from '#portrait/pose.ts'

/** A movement of lids or eyes counts as beginning this long before it does. */
const FORESIGHT_MS = 160
/** Smaller differences of lids and eyes count as no movement. */
const VISIBLE = 0.02

const HALF_A_FRAME_MS = 8

/** The longest time that a frame may advance, so that a suspended page does not jump ahead. */
const LONGEST_FRAME_MS = 200

export interface FaceFrame {
  elapsedMs: number
  /** How long the face has been visible, in milliseconds. */
  livedMs: number
  still: boolean
}

export interface FaceMoment {
  mode: LifeMode
  mouth: MouthPose
  /** The direction of the gaze; when absent, the eyes wander. */
  gaze?: Pose['gaze'] | null
}

/** `moving`: lids or eyes are moving or are about to. `resting`: only the head sways slightly. */
export type FaceMotion = 'resting' | 'moving' | 'speaking'

interface LivingFace {
  /** The element that holds a portrait drawn by `drawPortrait`, or another picture. */
  host: HTMLElement
  /** Null for a face that is not drawn; its frames are reported all the same. */
  measures: Measures | null
  /** Shows a pose of a face that is not drawn, such as a photo. */
  show?: ((pose: Pose) => void) | undefined
  /** True with reduced motion: then only the lips move, since they carry meaning. */
  isStill: () => boolean
  /** The pause between two frames in milliseconds; absent or 0 means every frame of the screen. */
  gapMs?: (motion: FaceMotion) => number
  /** Called on every frame for the face's state. May also draw things that belong to the face. */
  momentOf: (frame: FaceFrame) => FaceMoment
}

/**
 * Animates a face frame by frame as long as it is visible; hidden tabs get no frames. Returns a function that stops the
 * animation and leaves the last frame standing.
 */
export function animateWhileVisible(props: LivingFace): () => void {
  const { host, measures, show, isStill, gapMs = () => 0, momentOf } = props
  const seed = seedOf(measures)
  let pose = REST_POSE
  let livedMs = 0
  let lastMs = 0
  let request = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const rest = () => {
    clearTimeout(timer)
    cancelAnimationFrame(request)
  }
  // During a pause no frames are requested, since every requested frame costs time even if nothing is drawn.
  const drawAfter = (waitMs: number) => {
    if (waitMs <= 0) request = requestAnimationFrame(draw)
    else timer = setTimeout(() => (request = requestAnimationFrame(draw)), waitMs)
  }

  const draw = (nowMs: number) => {
    const elapsedMs = Math.min(LONGEST_FRAME_MS, Math.max(0, nowMs - lastMs))
    lastMs = nowMs
    livedMs += elapsedMs
    const still = isStill()
    const { mode, mouth, gaze = null } = momentOf({ elapsedMs, livedMs, still })
    if (measures === null && show === undefined) {
      drawAfter(0)
      return
    }
    const life = lifePose(seed, livedMs, mode, still)
    const target: Pose = { ...life, gaze: still || gaze === null ? life.gaze : gaze, mouth }
    pose = still ? target : approachPose(pose, target, elapsedMs)
    if (measures === null) show?.(pose)
    else applyPose(host, measures, pose)

    const soon = lifePose(seed, livedMs + FORESIGHT_MS, mode, still)
    const isMoving = differ(pose, target) || (!still && differ(pose, gaze === null ? soon : { ...soon, gaze }))
    // After the timer, the next frame of the screen takes half a frame longer on average.
    drawAfter(gapMs(mode === 'speaking' ? 'speaking' : isMoving ? 'moving' : 'resting') - HALF_A_FRAME_MS)
  }

  const sight = new IntersectionObserver((entries) => {
    rest()
    if (entries.at(-1)?.isIntersecting !== true) return
    lastMs = performance.now()
    drawAfter(0)
  })
  sight.observe(host)

  return () => {
    sight.disconnect()
    rest()
  }
}

/** Whether lids or eyes differ visibly. */
function differ(a: Pose, b: Pose): boolean {
  const distance = Math.max(Math.abs(a.blink - b.blink), Math.abs(a.gaze.x - b.gaze.x), Math.abs(a.gaze.y - b.gaze.y))
  return distance > VISIBLE
}

/** A number for each face, so that faces blink at different times. */
function seedOf(measures: Measures | null): number {
  return [...(measures?.id ?? '')].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0)
}
