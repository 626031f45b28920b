import type { MouthCue } from '#contract/visemes.ts'
import { applyPose } from '#portrait/animate.ts'
import { lifePose } from '#portrait/life.ts'
import { mouthPoseAt } from '#portrait/mouth-track.ts'
// One person's measures, not all sixteen.
import { amara } from '#portrait/people/amara.ts'
import { approachPose, REST_POSE, type Pose } from '#portrait/pose.ts'
import { followPointer } from './follow-pointer.ts'
import {
  FLAT_GREETING_LINE,
  greetingLinePath,
  livedAfterGreetingMs,
  silentGreetingAt,
  wordAt,
  type SpokenWord,
} from './greeting-timeline.ts'

/** Chooses when this face blinks. */
const SEED = 1
/** A tab that slept does not jump ahead by what it missed. */
const LONGEST_FRAME_MS = 100

export interface SpokenLine {
  durationMs: number
  cues: readonly MouthCue[]
  words: readonly SpokenWord[]
}

interface HeroLifeOptions {
  /** Gets the drawing. */
  host: HTMLElement
  /** The still picture as it stands in its file, whose parts can move. */
  picture: string
  /** The path of the voice line. */
  line: SVGPathElement
  /** True where motion is unwelcome: then only lips that are heard move. */
  isStill: () => boolean
  /** The word being said, or null while nothing is. */
  onWord: (index: number | null) => void
}

export interface HeroLife {
  /** What the face says: silently now and then, or aloud with `follow`. */
  learn: (spoken: SpokenLine) => void
  /** The lips follow this sound until it ends or pauses. */
  follow: (sound: HTMLAudioElement) => void
  /** Leaves the last picture standing. */
  end: () => void
}

/** Draws the face into its host and lets it live for as long as it is in sight. */
export function startHeroLife({ host, picture, line, isStill, onWord }: HeroLifeOptions): HeroLife {
  host.innerHTML = picture
  // Browsers show it as a tip.
  host.querySelector('svg > title')?.remove()
  const pointer = followPointer(host)

  let spoken: SpokenLine | null = null
  let sound: HTMLAudioElement | null = null
  let pose: Pose = REST_POSE
  let livedMs = 0
  /** The life at which the time of greetings began. */
  let greetsFromMs = 0
  let lastMs = 0
  let shownWord: number | null = null
  let request = 0

  const momentOfLine = (still: boolean): number | null => {
    if (spoken === null) return null
    if (sound === null) return still ? null : silentGreetingAt(livedMs - greetsFromMs, spoken.durationMs)
    if (!sound.paused && !sound.ended) return sound.currentTime * 1000
    sound = null
    greetsFromMs = livedMs - livedAfterGreetingMs(spoken.durationMs)
    return null
  }

  const draw = (nowMs: number) => {
    request = requestAnimationFrame(draw)
    const elapsedMs = Math.min(LONGEST_FRAME_MS, Math.max(0, nowMs - lastMs))
    lastMs = nowMs
    livedMs += elapsedMs
    const still = isStill()
    const timeMs = momentOfLine(still)
    const cues = spoken?.cues ?? []

    const life = lifePose(SEED, livedMs, timeMs === null ? 'idle' : 'speaking', still)
    const target: Pose = {
      ...life,
      gaze: still ? life.gaze : (pointer.gaze() ?? life.gaze),
      mouth: timeMs === null ? REST_POSE.mouth : mouthPoseAt(cues, timeMs),
    }
    pose = still ? target : approachPose(pose, target, elapsedMs)
    applyPose(host, amara, pose)

    const isLineFlat = timeMs === null || still
    line.setAttribute(
      'd',
      isLineFlat ? FLAT_GREETING_LINE : greetingLinePath((atMs) => mouthPoseAt(cues, atMs), timeMs),
    )
    const word = timeMs === null ? null : wordAt(spoken?.words ?? [], timeMs)
    if (word !== shownWord) {
      shownWord = word
      onWord(word)
    }
  }

  const sight = new IntersectionObserver(([entry]) => {
    cancelAnimationFrame(request)
    if (entry?.isIntersecting !== true) return
    lastMs = performance.now()
    request = requestAnimationFrame(draw)
  })
  sight.observe(host)

  return {
    learn: (spokenLine) => {
      spoken = spokenLine
      greetsFromMs = livedMs
    },
    follow: (playing) => {
      sound = playing
    },
    end: () => {
      pointer.end()
      sight.disconnect()
      cancelAnimationFrame(request)
      onWord(null)
    },
  }
}
