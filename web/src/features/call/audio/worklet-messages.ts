import type { PlayerEvent } from './player-queue.ts'

/** Messages between the page and its player worklet. */
export type PlayerCommand =
  | { type: 'enqueue'; itemId: string; samples: Float32Array }
  | { type: 'end'; itemId: string }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'drop' }

export type PlayerReport =
  | PlayerEvent
  | { type: 'paused'; itemId: string; playedMs: number }
  /** At this time of the audio context, this much of the item had been sent to the loudspeaker. */
  | { type: 'position'; itemId: string; playedMs: number; atSeconds: number; running: boolean }

export const PLAYER_WORKLET = 'voxhall-player'
export const CAPTURE_WORKLET = 'voxhall-capture'
