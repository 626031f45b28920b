import { createFairQueue } from './fair-queue.ts'

/**
 * Gives out a limited number of places. Waiting requests are served in the order of `createFairQueue`, with a lane for each
 * account, so that one account with many requests delays another by at most one request for each place.
 */
export function createFairTurns(places: number, nowMs?: () => number) {
  const waiting = createFairQueue<(leave: () => void) => void>(nowMs)
  let free = places

  function admit(): void {
    const next = free > 0 ? waiting.next(0) : undefined
    if (!next) return
    free -= 1
    next.job(() => {
      next.finished()
      free += 1
      admit()
    })
  }

  return {
    /** Resolves with the function that gives the place back. */
    take: (account: string): Promise<() => void> =>
      new Promise((resolve) => {
        waiting.add(resolve, { lane: account, urgency: 'live' }, undefined)
        admit()
      }),
  }
}
