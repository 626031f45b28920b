import { createTokenBucket } from '../token-bucket.ts'

/** More frames than any client needs: sound in pieces of 10 ms is 100 a second; a recording sent at once is a burst. */
const FRAMES = { burst: 2_000, perSecond: 250 }
/** Sound takes 64 kB a second; the burst is a recording of a minute and a half. */
const BYTES = { burst: 6 * 1024 * 1024, perSecond: 256 * 1024 }
/** Everything but sound: what a person's hand or a program on a person's behalf does. */
const COMMANDS = { burst: 100, perSecond: 10 }
/** Refused frames per connection. Good frames in between do not restore the budget. */
const MISTAKES = { burst: 60, perSecond: 1 }
/** A large frame costs more to refuse than a small one: this much counts as a mistake of its own. */
const BYTES_PER_MISTAKE = 64 * 1024

/** How much one connection may ask. */
export interface FrameBudget {
  /** False when this frame is one too many, or too large for now. */
  takeFrame(bytes: number): boolean
  takeCommand(): boolean
  /** Charges a frame that was refused; false when there were too many for a client that means well. */
  takeMistake(bytes: number): boolean
}

export function createFrameBudget(): FrameBudget {
  const frames = createTokenBucket(FRAMES)
  const bytesLeft = createTokenBucket(BYTES)
  const commands = createTokenBucket(COMMANDS)
  const mistakes = createTokenBucket(MISTAKES)
  return {
    takeFrame: (bytes) => frames.take() && bytesLeft.take(bytes),
    takeCommand: () => commands.take(),
    takeMistake: (bytes) => mistakes.take(1 + Math.floor(bytes / BYTES_PER_MISTAKE)),
  }
}
