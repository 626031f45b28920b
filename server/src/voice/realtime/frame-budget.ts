import { createTokenBucket } from '../token-bucket.ts'

/** More frames than any client needs: audio in pieces of 10 ms is 100 a second, and a recording sent at once is a burst. */
const FRAMES = { burst: 2_000, perSecond: 250 }
/** Audio takes 64 kB a second; the burst allows for a recording of a minute and a half. */
const BYTES = { burst: 6 * 1024 * 1024, perSecond: 256 * 1024 }
/** All events except audio, which a person or a program triggers. */
const COMMANDS = { burst: 100, perSecond: 10 }
/** Refused frames. Valid frames in between do not restore this budget. */
const MISTAKES = { burst: 60, perSecond: 1 }
/** Refusing a large frame costs more, so each of these amounts counts as a further mistake. */
const BYTES_PER_MISTAKE = 64 * 1024

/** Rate limits of one connection. */
export function createFrameBudget() {
  const frames = createTokenBucket(FRAMES)
  const bytesLeft = createTokenBucket(BYTES)
  const commands = createTokenBucket(COMMANDS)
  const mistakes = createTokenBucket(MISTAKES)
  return {
    /** False if this frame exceeds the limit of frames or of bytes. */
    takeFrame: (bytes: number) => frames.take() && bytesLeft.take(bytes),
    takeCommand: () => commands.take(),
    /** Charges a refused frame; false if there were more than a well-behaved client would send. */
    takeMistake: (bytes: number) => mistakes.take(1 + Math.floor(bytes / BYTES_PER_MISTAKE)),
  }
}
