import { choreJob, type Jobs } from './jobs.ts'

const keepHouse = choreJob('keep-house', { retryLimit: 2, retryDelay: 60 })

/** Runs the given chores once an hour, in one of the processes. Each chore must be idempotent. */
export async function scheduleHousekeeping(jobs: Jobs, chores: readonly (() => Promise<void>)[]): Promise<void> {
  await jobs.schedule(keepHouse, '17 * * * *', async () => {
    for (const chore of chores) await chore()
  })
}
