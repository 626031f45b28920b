import { setTimeout } from 'node:timers/promises'

const LONGEST_REST_MS = 1_000

/** Work that no caller waits for, with a rest as long as it took: half of a core at most, however slow the machine. */
export async function resting<Result>(work: () => Promise<Result>): Promise<Result> {
  const startedAtMs = performance.now()
  const result = await work()
  await setTimeout(Math.min(LONGEST_REST_MS, performance.now() - startedAtMs), undefined, { ref: false })
  return result
}
