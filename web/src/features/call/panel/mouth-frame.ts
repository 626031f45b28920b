import { mouthPoseAt, mouthPoseOfLevel } from '#portrait/mouth-track.ts'
import { REST_MOUTH, type MouthPose } from '#portrait/pose.ts'
import { mouthStateOf, type MouthState } from '#contract/visemes.ts'
import type { MouthSource } from '../engine/voice-call.ts'

/** Levels of min(1, level / 0.15) from which the mouth is open or wide. */
const OPEN_FROM = 0.08
const WIDE_FROM = 0.55

/** The shape of the mouth, and the corresponding state of the three in the specification. */
export function mouthFrame(source: MouthSource): { pose: MouthPose; state: MouthState } {
  switch (source.kind) {
    case 'closed':
      return { pose: REST_MOUTH, state: 'closed' }
    case 'cues': {
      const { cues, positionMs } = source
      const cue = cues.findLast(({ atMs }) => atMs <= positionMs)
      return { pose: mouthPoseAt(cues, positionMs), state: mouthStateOf(cue?.viseme ?? 'sil') }
    }
    case 'level':
      return { pose: mouthPoseOfLevel(source.level), state: stateOfLevel(source.level) }
  }
}

function stateOfLevel(level: number): MouthState {
  if (level < OPEN_FROM) return 'closed'
  return level < WIDE_FROM ? 'open' : 'wide'
}

/** Smooths the level from frame to frame, since a jaw cannot jump: it opens quickly and closes a little more slowly. */
export function smoothLevel(before: number, now: number, elapsedMs: number): number {
  const halfLifeMs = now > before ? 18 : 45
  return now + (before - now) * 0.5 ** (elapsedMs / halfLifeMs)
}
