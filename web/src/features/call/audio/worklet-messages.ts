/** Between the page and its player worklet. */
export type PlayerCommand =
  | { type: 'enqueue'; itemId: string; samples: Float32Array }
  | { type: 'end'; itemId: string }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'drop' }

export type PlayerReport =
  | { type: 'started'; itemId: string }
  | { type: 'drained'; itemId: string }
  | { type: 'ran-dry'; itemId: string }
  | { type: 'paused'; itemId: string; playedMs: number }
  /** So much of the item had been given to the loudspeaker at this time of the audio context. */
  | { type: 'position'; itemId: string; playedMs: number; atSeconds: number; running: boolean }

export const PLAYER_WORKLET = 'voxhall-player'
export const CAPTURE_WORKLET = 'voxhall-capture'
