/** More frames than any client needs: sound in pieces of 10 ms is 100 a second; a recording sent at once is a burst. */
const FRAMES = { burst: 2_000, perSecond: 250 }
/** Everything but sound: what a person's hand or a program on a person's behalf does. */
const COMMANDS = { burst: 100, perSecond: 10 }

/** How much one connection may ask. Token buckets: quick for a while, never for ever. */
export interface FrameBudget {
  /** False when this frame is one too many. */
  takeFrame(): boolean
  takeCommand(): boolean
}

export function createFrameBudget(): FrameBudget {
  return { takeFrame: bucket(FRAMES), takeCommand: bucket(COMMANDS) }
}

function bucket({ burst, perSecond }: { burst: number; perSecond: number }): () => boolean {
  let tokens = burst
  let filledAtMs = performance.now()
  return () => {
    const nowMs = performance.now()
    tokens = Math.min(burst, tokens + ((nowMs - filledAtMs) / 1_000) * perSecond)
    filledAtMs = nowMs
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}
