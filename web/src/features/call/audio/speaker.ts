/** Events that a call's player reports during playback. */
export interface SpeakerEvents {
  /** The first sound of the item has left the loudspeaker. */
  started: (itemId: string) => void
  /** All of the item has been sent to the loudspeaker. */
  drained: (itemId: string) => void
  /** Playback stopped inside the item, after exactly this much of it. */
  paused: (itemId: string, playedMs: number) => void
  /** Reported about every 20 ms during playback. */
  moved: (itemId: string) => void
}

/** The loudspeaker of a call. Items are played one after another; see `PlayerQueue`. */
export interface Speaker {
  /** 24 kHz mono. */
  enqueue(itemId: string, samples: Float32Array): void
  end(itemId: string): void
  pause(): void
  resume(): void
  drop(): void
  /** How much of the item has been played; 0 if it has not begun or is no longer known. */
  playedMs(itemId: string): number
  /** The position that reaches the ear at this moment, with output latency taken into account. Null during silence. */
  heard(): { itemId: string; positionMs: number } | null
  /** Root mean square of the sound at this moment, 0…1. */
  level(): number
  /** Copies the waveform of this moment into the array (−1…1). */
  wave(into: Float32Array<ArrayBuffer>): void
}
