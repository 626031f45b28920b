import { setTimeout } from 'node:timers/promises'

/** How long this thread works for one task before others get a turn. */
const SLICE_MS = 8

const waiting: (() => void)[] = []

/**
 * Resolves when the task gets its next slice: one per turn of the event loop, in order of asking. Other work runs
 * between.
 */
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

/**
 * Lets many small tasks share turns of the event loop. The returned function resolves at once until tasks have taken
 * their share of the current turn, and then in a later turn, in order of asking: a task that follows another one of a
 * long chain waits behind all that are waiting already, or the chain would keep them waiting to its end.
 */
export function createTurnShare(nowMs: () => number = () => performance.now()): () => Promise<void> {
  let beganAtMs: number | undefined
  const asking: (() => void)[] = []
  const isUsedUp = () => beganAtMs !== undefined && nowMs() - beganAtMs >= SLICE_MS

  function beginTurn(): void {
    beganAtMs = undefined
    const next = asking.shift()
    if (!next) return
    takeTurn()
    next()
  }

  function takeTurn(): void {
    if (beganAtMs !== undefined) return
    beganAtMs = nowMs()
    setImmediate(beginTurn)
  }

  return async () => {
    if (asking.length > 0 || isUsedUp()) await new Promise<void>((resolve) => asking.push(resolve))
    else takeTurn()
  }
}

/** Runs long work in slices, interrupted at its `yield`s, so that no other call notices it. */
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

/** Runs the same work without interruption, where nothing else waits for this thread. */
export function atOnce<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

const LONGEST_REST_MS = 1_000

/**
 * Runs work that no caller waits for and then rests (at most a second), so that repeated work takes about this share of a
 * core on any machine: with a half, it rests as long as it took.
 */
export async function resting<Result>(work: () => Promise<Result>, share = 0.5): Promise<Result> {
  const startedAtMs = performance.now()
  const result = await work()
  const tookMs = performance.now() - startedAtMs
  await setTimeout(Math.min(LONGEST_REST_MS, tookMs / share - tookMs), undefined, { ref: false })
  return result
}
