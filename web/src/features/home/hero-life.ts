import type { Greeting } from '#contract/speech.ts'
import { mouthPoseAt } from '#portrait/mouth-track.ts'
import type { Measures } from '#portrait/person.ts'
import { REST_POSE } from '#portrait/pose.ts'
import { clamp } from '#portrait/smooth.ts'
import { type FaceMotion, animateWhileVisible } from '../../ui/living-face.ts'
import {
  FLAT_GREETING_LINE,
  greetingLinePath,
  livedAfterGreetingMs,
  silentGreetingAt,
  wordAt,
} from './greeting-timeline.ts'

/** At this distance of the pointer, in pixels, the eyes are turned as far as they go. */
const REACH_PX = 420
/** The height of the eyes, as a share of the portrait's height. */
const EYE_HEIGHT = 0.45
/** After a touch, the eyes look there for this long. */
const TOUCH_MS = 2500

/**
 * Milliseconds between two frames of a face that is not speaking aloud. It may use a tenth of a core at most, even when
 * painting without a GPU (docs/benchmarks.md), and a blink must remain visible.
 */
const GAP_MS: Record<FaceMotion, number> = { resting: 160, moving: 70, speaking: 125 }

interface HeroLifeOptions {
  host: HTMLElement
  /** The SVG source of the still portrait, whose parts can be moved. */
  picture: string
  measures: Measures
  line: SVGPathElement
  /** True with reduced motion: then only the lips move, and only while they are heard. */
  isStill: () => boolean
  /** Called with the index of the word being said, or null while nothing is. */
  onWord: (index: number | null) => void
}

export type HeroLife = ReturnType<typeof startHeroLife>

/** Puts the face into its host and animates it while it is in view. */
export function startHeroLife({ host, picture, measures, line, isStill, onWord }: HeroLifeOptions) {
  host.innerHTML = picture
  // Browsers would show the title as a tooltip.
  host.querySelector('svg > title')?.remove()
  const pointer = followPointer(host)

  let spoken: Greeting | null = null
  let sound: HTMLAudioElement | null = null
  let livedMs = 0
  /** The value of `livedMs` at which the cycle of silent greetings began. */
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

  const stop = animateWhileVisible({
    host,
    measures,
    isStill,
    // While the greeting is heard, every frame is drawn, so that the lips keep up with the sound.
    gapMs: (motion) => (sound === null ? GAP_MS[motion] : 0),
    momentOf: (frame) => {
      livedMs = frame.livedMs
      const timeMs = momentOfLine(frame.still)
      const cues = spoken?.cues ?? []
      const path =
        timeMs === null || frame.still
          ? FLAT_GREETING_LINE
          : greetingLinePath((atMs) => mouthPoseAt(cues, atMs), timeMs)
      // Setting even an identical path would cause layout and painting.
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
    /** Sets the greeting, which is mouthed silently now and then, or spoken aloud with `follow`. */
    learn: (greeting: Greeting): void => {
      spoken = greeting
      greetsFromMs = livedMs
    },
    /** The lips follow this audio until it ends or pauses. */
    follow: (playing: HTMLAudioElement): void => {
      sound = playing
    },
    /** Stops the animation; the last frame stays visible. */
    end: (): void => {
      pointer.end()
      stop()
      onWord(null)
    },
  }
}

/** Tracks where the eyes of the face in `host` should look: at a mouse anywhere, or at the place of a tap. */
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
  // When the mouse leaves the window, the eyes no longer follow it.
  document.documentElement.addEventListener('pointerleave', () => (pointer = null), options)

  return {
    /** The direction from the face to the pointer, each axis −1…1; null when there is nothing to look at. */
    gaze: (): { x: number; y: number } | null => {
      if (pointer === null || performance.now() > pointer.untilMs) return null
      const box = host.getBoundingClientRect()
      return {
        x: clamp((pointer.x - (box.left + box.width / 2)) / REACH_PX, -1, 1),
        y: clamp((pointer.y - (box.top + box.height * EYE_HEIGHT)) / REACH_PX, -1, 1),
      }
    },
    end: (): void => abort.abort(),
  }
}
