import type { MouthCue } from '#contract/visemes.ts'
import { mouthPoseAt } from '#portrait/mouth-track.ts'
import type { Measures } from '#portrait/person.ts'
import { REST_POSE } from '#portrait/pose.ts'
import { type FaceMotion, letLive } from '../../ui/living-face.ts'
import {
  FLAT_GREETING_LINE,
  greetingLinePath,
  livedAfterGreetingMs,
  silentGreetingAt,
  type SpokenWord,
  wordAt,
} from './greeting-timeline.ts'

/** Beyond this distance in pixels the eyes look no further aside. */
const REACH_PX = 420
/** Eyes lie at this share of the portrait's height. */
const EYE_HEIGHT = 0.45
/** After a touch the eyes rest there for a moment. */
const TOUCH_MS = 2500

/**
 * Between two drawings of a face that has not been asked to speak: a tenth of a core has to do for it, painting without a GPU
 * included (docs/benchmarks.md), and a blink has to be seen.
 */
const GAP_MS: Record<FaceMotion, number> = { resting: 160, moving: 70, speaking: 125 }

export interface SpokenLine {
  durationMs: number
  cues: readonly MouthCue[]
  words: readonly SpokenWord[]
}

interface HeroLifeOptions {
  host: HTMLElement
  /** The still picture as it stands in its file, whose parts can move. */
  picture: string
  measures: Measures
  line: SVGPathElement
  /** True where motion is unwelcome: then only lips that are heard move. */
  isStill: () => boolean
  /** The word being said, or null while nothing is. */
  onWord: (index: number | null) => void
}

export type HeroLife = ReturnType<typeof startHeroLife>

/** Draws the face into its host and lets it live for as long as it is in sight. */
export function startHeroLife({ host, picture, measures, line, isStill, onWord }: HeroLifeOptions) {
  host.innerHTML = picture
  // Browsers show it as a tip.
  host.querySelector('svg > title')?.remove()
  const pointer = followPointer(host)

  let spoken: SpokenLine | null = null
  let sound: HTMLAudioElement | null = null
  let livedMs = 0
  /** The life at which the time of greetings began. */
  let greetsFromMs = 0
  let shownWord: number | null = null
  let shownLine = FLAT_GREETING_LINE

  const momentOfLine = (still: boolean): number | null => {
    if (spoken === null) return null
    if (sound === null) return still ? null : silentGreetingAt(livedMs - greetsFromMs, spoken.durationMs)
    if (!sound.paused && !sound.ended) return sound.currentTime * 1000
    sound = null
    greetsFromMs = livedMs - livedAfterGreetingMs(spoken.durationMs)
    return null
  }

  const stop = letLive({
    host,
    measures,
    isStill,
    // Lips that are heard keep up with the sound.
    gapMs: (motion) => (sound === null ? GAP_MS[motion] : 0),
    momentOf: (frame) => {
      livedMs = frame.livedMs
      const timeMs = momentOfLine(frame.still)
      const cues = spoken?.cues ?? []
      const path =
        timeMs === null || frame.still
          ? FLAT_GREETING_LINE
          : greetingLinePath((atMs) => mouthPoseAt(cues, atMs), timeMs)
      // Even the same path would be laid out and painted again.
      if (path !== shownLine) line.setAttribute('d', path)
      shownLine = path
      const word = timeMs === null ? null : wordAt(spoken?.words ?? [], timeMs)
      if (word !== shownWord) {
        shownWord = word
        onWord(word)
      }
      return timeMs === null
        ? { mode: 'idle', mouth: REST_POSE.mouth, gaze: pointer.gaze() }
        : { mode: 'speaking', mouth: mouthPoseAt(cues, timeMs), gaze: pointer.gaze() }
    },
  })

  return {
    /** What the face says: silently now and then, or aloud with `follow`. */
    learn: (spokenLine: SpokenLine): void => {
      spoken = spokenLine
      greetsFromMs = livedMs
    },
    /** The lips follow this sound until it ends or pauses. */
    follow: (playing: HTMLAudioElement): void => {
      sound = playing
    },
    /** Leaves the last picture standing. */
    end: (): void => {
      pointer.end()
      stop()
      onWord(null)
    },
  }
}

/** Knows where the eyes of a face in `host` would look to see the pointer: a mouse anywhere, a finger where it tapped. */
function followPointer(host: HTMLElement) {
  let pointer: { x: number; y: number; untilMs: number } | null = null
  const abort = new AbortController()
  const options = { signal: abort.signal, passive: true }
  window.addEventListener(
    'pointermove',
    ({ pointerType, clientX, clientY }) => {
      if (pointerType === 'mouse') pointer = { x: clientX, y: clientY, untilMs: Infinity }
    },
    options,
  )
  window.addEventListener(
    'pointerdown',
    ({ pointerType, clientX, clientY }) => {
      if (pointerType !== 'mouse') pointer = { x: clientX, y: clientY, untilMs: performance.now() + TOUCH_MS }
    },
    options,
  )
  // Once the mouse has left the window, the eyes are free again.
  document.documentElement.addEventListener('pointerleave', () => (pointer = null), options)

  return {
    /** The direction from the face to the pointer, each axis −1…1; null when there is none to look at. */
    gaze: (): { x: number; y: number } | null => {
      if (pointer === null || performance.now() > pointer.untilMs) return null
      const box = host.getBoundingClientRect()
      return {
        x: withinReach(pointer.x - (box.left + box.width / 2)),
        y: withinReach(pointer.y - (box.top + box.height * EYE_HEIGHT)),
      }
    },
    end: (): void => abort.abort(),
  }
}

function withinReach(distancePx: number): number {
  return Math.min(Math.max(distancePx / REACH_PX, -1), 1)
}
