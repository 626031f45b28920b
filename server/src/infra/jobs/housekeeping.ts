import { z } from 'zod'
import type { Job, Jobs } from './jobs.ts'

const keepHouse: Job<Record<string, never>> = {
  name: 'keep-house',
  data: z.strictObject({}),
  queue: { retryLimit: 2, retryDelay: 60 },
}

/** Runs the given chores once an hour, in one of the processes. Each chore must be idempotent. */
export async function scheduleHousekeeping(jobs: Jobs, chores: readonly (() => Promise<void>)[]): Promise<void> {
  await jobs.define(keepHouse)
  await jobs.work(keepHouse, async () => {
    for (const chore of chores) await chore()
  })
  await jobs.repeat(keepHouse, '17 * * * *', {})
}
