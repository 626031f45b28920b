import { applyPose } from '#portrait/animate.ts'
import { lifePose, type LifeMode } from '#portrait/life.ts'
import type { Measures } from '#portrait/person.ts'
import { approachPose, REST_POSE, type MouthPose, type Pose } from '#portrait/pose.ts'

/** A movement of lids or eyes is seen coming from this far off. */
const FORESIGHT_MS = 160
/** Lids and eyes that differ by less stand still. */
const VISIBLE = 0.02

const HALF_A_FRAME_MS = 8

/** A page that slept does not jump ahead by what it missed. */
const LONGEST_FRAME_MS = 200

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

/** `moving`: lids or eyes are on their way, or will be in a moment. `resting`: little more than a leaning of the head. */
export type FaceMotion = 'resting' | 'moving' | 'speaking'

export interface LivingFace {
  /** Holds a portrait drawn by `drawPortrait`, or another picture. */
  host: HTMLElement
  /** Null for a face that is not drawn: frames are reported all the same. */
  measures: Measures | null
  /** Shows a face that is not drawn, such as a photo, in a pose. */
  show?: ((pose: Pose) => void) | undefined
  /** True where motion is unwelcome: then only the lips move, which carry meaning. */
  isStill: () => boolean
  /** How long the face stands between two frames; left out or 0, it is drawn as often as the screen is. */
  gapMs?: (motion: FaceMotion) => number
  /** Asked on every frame for what the face does. May draw what belongs to the face. */
  momentOf: (frame: FaceFrame) => FaceMoment
}

/**
 * Lets a drawn face live, frame by frame, for as long as it is in sight; browsers give a hidden tab no frames.
 * Returns the way to stop, which leaves the last picture standing.
 */
export function letLive({ host, measures, show, isStill, gapMs = () => 0, momentOf }: LivingFace): () => void {
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
  // Between two drawings the page asks for no frames, each of which would cost something even with nothing to draw.
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
    // A timer is followed by the wait for the next frame of the screen.
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

/** Whether lids or eyes stand visibly elsewhere. */
function differ(a: Pose, b: Pose): boolean {
  const distance = Math.max(Math.abs(a.blink - b.blink), Math.abs(a.gaze.x - b.gaze.x), Math.abs(a.gaze.y - b.gaze.y))
  return distance > VISIBLE
}

/** Each face blinks at moments of its own. */
function seedOf(measures: Measures | null): number {
  return [...(measures?.id ?? '')].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0)
}
