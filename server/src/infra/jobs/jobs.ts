import { sql } from 'drizzle-orm'
import { fromDrizzle, fromPglite, PgBoss, type QueueOptions } from 'pg-boss'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database, DatabaseHandle, Transaction } from '../db/client.ts'

/**
 * Work that outlives the request and the process: stored in the database by pg-boss, done once across all processes, and
 * retried when it fails. Data is small and names rows; it never contains their content.
 */
export interface Job<Data extends object> {
  readonly name: string
  readonly data: z.ZodType<Data>
  readonly queue: QueueOptions
}

/** A job without data. */
export function choreJob(name: string, queue: QueueOptions): Job<Record<string, never>> {
  return { name, data: z.strictObject({}), queue }
}

export type Jobs = Awaited<ReturnType<typeof startJobs>>

/** NOTIFY wakes workers within milliseconds of a new job; polling finds the jobs that wait for a retry. */
const POLLING_INTERVAL_SECONDS = 15
const STOP_TIMEOUT_MS = 5_000
const NO_JOB = '00000000-0000-0000-0000-000000000000'

export interface JobsOptions {
  pollingIntervalSeconds?: number
  /** False ignores schedules, so that no scheduled job disturbs a test. */
  repeats?: boolean
}

export async function startJobs(
  { connection }: Pick<DatabaseHandle, 'connection'>,
  log: Logger,
  { pollingIntervalSeconds = POLLING_INTERVAL_SECONDS, repeats = true }: JobsOptions = {},
) {
  const boss = new PgBoss({
    ...(connection.kind === 'pglite'
      ? { db: fromPglite(connection.pglite), backend: 'pglite' as const }
      : { connectionString: connection.url, max: 4, application_name: 'voxhall-jobs' }),
    useListenNotify: true,
    schedule: repeats,
  })
  boss.on('error', (error) => log.error({ err: error }, 'jobs: error'))
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'jobs: warning'))
  await boss.start()

  async function define<Data extends object>(job: Job<Data>): Promise<void> {
    const queue = { ...job.queue, notify: true }
    await boss.createQueue(job.name, queue)
    // `createQueue` does not change an existing queue, which may have the settings of an older version.
    await boss.updateQueue(job.name, queue)
    // A changed queue leaves pg-boss's cache, and looking for a job puts it back. Else the first `send` would read the
    // queue outside of its transaction, and with PGlite's single connection each would wait for the other forever.
    await boss.findJobs(job.name, { id: NO_JOB })
  }

  async function work<Data extends object>(job: Job<Data>, handler: (data: Data) => Promise<void>): Promise<void> {
    const intervals = {
      pollingIntervalSeconds: Math.min(2, pollingIntervalSeconds),
      notifyPollingIntervalSeconds: pollingIntervalSeconds,
    }
    await boss.work<unknown>(job.name, intervals, async ([one]) => {
      if (!one) return
      try {
        await handler(job.data.parse(one.data))
      } catch (error) {
        log.warn({ err: error, job: job.name, attempt: one.retryCount + 1 }, 'job failed')
        throw error
      }
    })
  }

  return {
    /** Registers the job. Each process must do so once before it sends the job or works on it. */
    define,
    /** Queues the job as part of `tx`: a rollback also removes the job. */
    async send<Data extends object>(tx: Database | Transaction, job: Job<Data>, data: Data): Promise<void> {
      await boss.send(job.name, data, { db: fromDrizzle(asExecutor(tx), sql) })
    },
    /** Runs the handler for each job that is due; a rejection counts as a failure. */
    work,
    /** Registers the chore and runs it on a schedule; `cron` is in UTC. */
    async schedule(job: Job<Record<string, never>>, cron: string, run: () => Promise<void>): Promise<void> {
      await define(job)
      await work(job, run)
      await boss.schedule(job.name, cron, {})
    },
    /** Waits for running jobs. */
    close: (): Promise<void> => boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS }),
  }
}

/** Drizzle's two drivers type the result of `execute` differently; pg-boss only reads `rows`, which both have. */
function asExecutor(tx: Database | Transaction): { execute(query: unknown): Promise<{ rows: unknown[] }> } {
  return tx as unknown as { execute(query: unknown): Promise<{ rows: unknown[] }> }
}
