/** What a call's player tells while it plays. */
export interface SpeakerEvents {
  /** The first sound of the item has left the loudspeaker. */
  started: (itemId: string) => void
  /** All of the item was given to the loudspeaker. */
  drained: (itemId: string) => void
  /** Playing stopped in the middle of the item, after exactly so much of it. */
  paused: (itemId: string, playedMs: number) => void
  /** Every 20 ms or so while something plays. */
  moved: (itemId: string) => void
}

/** The loudspeaker of a call. Items play one after the other; see `PlayerQueue`. */
export interface Speaker {
  /** 24 kHz mono. */
  enqueue(itemId: string, samples: Float32Array): void
  end(itemId: string): void
  pause(): void
  resume(): void
  drop(): void
  /** How much of the item has been given out; 0 for one that has not begun or is no longer there. */
  playedMs(itemId: string): number
  /** The sample that reaches the ear at this moment, output latency included. Null when nothing plays. */
  heard(): { itemId: string; positionMs: number } | null
  /** Root mean square of the sound being heard, 0…1. */
  level(): number
  /** The wave that is heard now, into the given array (−1…1). */
  wave(into: Float32Array<ArrayBuffer>): void
}
