import { setTimeout } from 'node:timers/promises'

/** What this thread does for one caller at a stretch; all others wait meanwhile. */
const SLICE_MS = 8

const waiting: (() => void)[] = []

/** Each waiting task gets one slice per round of the event loop, in order; other work runs between two slices. */
export function nextSlice(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(giveSlice)
  })
}

function giveSlice(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(giveSlice)
}

/** Does long work of this thread, cut where it yields, so that no other call notices. */
export async function inSlices<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    await nextSlice()
    const untilMs = performance.now() + SLICE_MS
    do {
      const step = work.next()
      if (step.done) return step.value
    } while (performance.now() < untilMs)
  }
}

/** Does it in one go, where nothing else waits. */
export function atOnce<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

const LONGEST_REST_MS = 1_000

/** Work that no caller waits for, with a rest as long as it took: half of a core at most, however slow the machine. */
export async function resting<Result>(work: () => Promise<Result>): Promise<Result> {
  const startedAtMs = performance.now()
  const result = await work()
  await setTimeout(Math.min(LONGEST_REST_MS, performance.now() - startedAtMs), undefined, { ref: false })
  return result
}
