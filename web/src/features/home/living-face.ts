import { applyPose } from '#portrait/animate.ts'
import { drawPortrait } from '#portrait/draw.ts'
import { lifePose } from '#portrait/life.ts'
import { mouthPoseOfLevel } from '#portrait/mouth-track.ts'
import { findPerson } from '#portrait/people.ts'
import { mixPoses, REST_POSE, type Pose } from '#portrait/pose.ts'

/** A silent greeting: about as long as its caption takes to say. */
const GREETING_MS = 3200
const GREETING_AFTER_MS = 700
/** How fast the eyes follow the pointer: the share of the way per frame. */
const GAZE_SHARE = 0.14
/** Beyond this distance in pixels the eyes look no further aside. */
const GAZE_REACH_PX = 420

interface Pointer {
  x: number
  y: number
}

/**
 * Draws the person into `host` and lets the face live: it blinks, looks where the pointer is, and greets once with
 * moving lips. Stops while out of sight. Returns the way to end it, which leaves the last picture standing.
 */
export function startLivingFace(host: HTMLElement, assistantId: string): () => void {
  const person = findPerson(assistantId)
  if (person === undefined) return () => undefined
  host.innerHTML = drawPortrait(person, REST_POSE, { idPrefix: 'hero', title: '' })

  let pointer: Pointer | null = null
  let gaze: Pointer = { x: 0, y: 0 }
  let frame = 0
  let visibleSinceMs = 0
  const abort = new AbortController()

  const draw = (nowMs: number) => {
    const livedMs = nowMs - visibleSinceMs
    const target = pointer === null ? null : towards(host, pointer)
    if (target !== null) {
      gaze = { x: gaze.x + (target.x - gaze.x) * GAZE_SHARE, y: gaze.y + (target.y - gaze.y) * GAZE_SHARE }
    }
    applyPose(host, person, poseAt(livedMs, target === null ? null : gaze))
    frame = requestAnimationFrame(draw)
  }

  const sight = new IntersectionObserver(([entry]) => {
    cancelAnimationFrame(frame)
    if (entry?.isIntersecting !== true) return
    visibleSinceMs ||= performance.now()
    frame = requestAnimationFrame(draw)
  })
  sight.observe(host)
  window.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerType === 'mouse') pointer = { x: event.clientX, y: event.clientY }
    },
    { signal: abort.signal, passive: true },
  )

  return () => {
    abort.abort()
    sight.disconnect()
    cancelAnimationFrame(frame)
  }
}

/** The direction from the face to the pointer, each axis −1…1. */
function towards(host: HTMLElement, pointer: Pointer): Pointer {
  const box = host.getBoundingClientRect()
  const clamp = (value: number) => Math.min(Math.max(value / GAZE_REACH_PX, -1), 1)
  return { x: clamp(pointer.x - (box.left + box.width / 2)), y: clamp(pointer.y - (box.top + box.height * 0.45)) }
}

/** The face `livedMs` after it was first seen: at rest, then greeting, then at ease. */
export function poseAt(livedMs: number, gaze: Pointer | null): Pose {
  const spokenMs = livedMs - GREETING_AFTER_MS
  const isGreeting = spokenMs > 0 && spokenMs < GREETING_MS
  const life = lifePose(1, livedMs, isGreeting ? 'speaking' : 'idle', false)
  const eased = mixPoses(REST_POSE, life, Math.min(1, livedMs / 600))
  return {
    ...eased,
    gaze: gaze ?? eased.gaze,
    mouth: isGreeting ? mouthPoseOfLevel(greetingLevel(spokenMs)) : REST_POSE.mouth,
  }
}

/** Loudness of an imagined sentence: syllables within phrases, silent at both ends. */
function greetingLevel(spokenMs: number): number {
  const share = spokenMs / GREETING_MS
  const envelope = Math.min(1, share * 12, (1 - share) * 12)
  const syllables = Math.max(0, Math.sin(spokenMs / 62)) * (0.55 + 0.45 * Math.sin(spokenMs / 171))
  const breath = Math.abs(share - 0.42) < 0.035 ? 0 : 1
  return envelope * syllables * breath
}
