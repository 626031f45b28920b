import { REST_POSE, type Pose } from './pose.ts'
import { between, clamp, smoothStep } from './smooth.ts'

export type LifeMode = 'idle' | 'listening' | 'speaking' | 'thinking'

/** A reproducible number 0…1 for a seed and two counters (an integer hash, after Chris Wellons' lowbias32). */
function chance(seed: number, channel: number, index: number): number {
  let bits =
    (Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(channel + 1, 0x85ebca6b) ^ Math.imul(index | 0, 0xc2b2ae35)) | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad)
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97)
  return ((bits ^ (bits >>> 15)) >>> 0) / 4294967296
}

/** A value that drifts smoothly between −1 and 1, with a new target each `periodMs`. */
function wander(seed: number, channel: number, timeMs: number, periodMs: number): number {
  const index = Math.floor(timeMs / periodMs)
  const from = chance(seed, channel, index) * 2 - 1
  const to = chance(seed, channel, index + 1) * 2 - 1
  return between(from, to, smoothStep(timeMs / periodMs - index))
}

/** People blink about 15 to 20 times a minute: one blink somewhere in each slot, sometimes two in a row. */
const BLINK_SLOT_MS = 3800
const CLOSING_MS = 75
const SHUT_MS = 35
const OPENING_MS = 130
const SECOND_BLINK_MS = 300

function lidAfter(elapsedMs: number): number {
  if (elapsedMs < 0) return 0
  if (elapsedMs < CLOSING_MS) return smoothStep(elapsedMs / CLOSING_MS)
  if (elapsedMs < CLOSING_MS + SHUT_MS) return 1
  return 1 - smoothStep((elapsedMs - CLOSING_MS - SHUT_MS) / OPENING_MS)
}

function blinkAt(seed: number, timeMs: number): number {
  const slot = Math.floor(timeMs / BLINK_SLOT_MS)
  const startMs = slot * BLINK_SLOT_MS + 200 + chance(seed, 1, slot) * (BLINK_SLOT_MS - 800)
  const first = lidAfter(timeMs - startMs)
  return chance(seed, 2, slot) < 0.16 ? Math.max(first, lidAfter(timeMs - startMs - SECOND_BLINK_MS)) : first
}

const GLANCE_SLOT_MS = 1700
const GLANCE_MS = 70

/**
 * Eyes rest, then jump quickly in a new direction: a small change in most slots, a large one when the person looks
 * away.
 */
function glanceAt(seed: number, timeMs: number, channel: number): number {
  const slot = Math.floor(timeMs / GLANCE_SLOT_MS)
  const startMs = slot * GLANCE_SLOT_MS + chance(seed, 5, slot) * 900
  const target = (at: number) => {
    const looksAway = chance(seed, 6, at) < 0.22
    return looksAway ? (chance(seed, channel, at) * 2 - 1) * 0.8 : (chance(seed, channel, at) * 2 - 1) * 0.16
  }
  const from = target(slot - 1)
  return between(from, target(slot), smoothStep((timeMs - startMs) / GLANCE_MS))
}

interface Manner {
  glance: number
  /** Straight ahead if absent. */
  gaze?: Pose['gaze']
  brow: number
  browSwing: number
  tilt: number
  tiltSwing: number
  /** How long a movement of the brow lasts; speakers move it with their phrases. */
  browPeriodMs: number
}

const MANNERS: Record<LifeMode, Manner> = {
  idle: { glance: 0.7, brow: 0.05, browSwing: 0.12, tilt: 0, tiltSwing: 0.3, browPeriodMs: 2600 },
  listening: { glance: 0.3, brow: 0.3, browSwing: 0.16, tilt: 0.5, tiltSwing: 0.16, browPeriodMs: 1800 },
  speaking: { glance: 0.5, brow: 0.16, browSwing: 0.45, tilt: 0, tiltSwing: 0.42, browPeriodMs: 720 },
  thinking: {
    glance: 0.25,
    gaze: { x: 0.5, y: -0.45 },
    brow: -0.1,
    browSwing: 0.14,
    tilt: -0.3,
    tiltSwing: 0.14,
    browPeriodMs: 1500,
  },
}

/**
 * The idle motion of a face: blinks, glances, brows and tilt. It is a pure function, so every page, frame and video
 * shows the same. A different `seed` for each face keeps the faces of a page from blinking together. The mouth is at
 * rest; set it from the mouth track. With reduced motion the face does not move.
 */
export function lifePose(seed: number, timeMs: number, mode: LifeMode, reducedMotion: boolean): Pose {
  if (reducedMotion) return REST_POSE
  const manner = MANNERS[mode]
  const gaze = manner.gaze ?? REST_POSE.gaze
  return {
    mouth: REST_POSE.mouth,
    blink: blinkAt(seed, timeMs),
    gaze: {
      x: clamp(gaze.x + glanceAt(seed, timeMs, 3) * manner.glance, -1, 1),
      y: clamp(gaze.y + glanceAt(seed, timeMs, 4) * manner.glance * 0.6, -1, 1),
    },
    brow: clamp(manner.brow + wander(seed, 7, timeMs, manner.browPeriodMs) * manner.browSwing, -1, 1),
    tilt: clamp(manner.tilt + wander(seed, 8, timeMs, 2900) * manner.tiltSwing, -1, 1),
  }
}
