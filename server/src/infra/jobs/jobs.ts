import { sql } from 'drizzle-orm'
import { fromDrizzle, fromPglite, PgBoss, type QueueOptions } from 'pg-boss'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Database, DatabaseHandle, Transaction } from '../db/client.ts'

/**
 * Work that outlives the request and the process: kept in the database by pg-boss, done once across all processes,
 * tried again when it fails. Data is small and names rows; it never holds what it is about.
 */
export interface Job<Data extends object> {
  readonly name: string
  readonly data: z.ZodType<Data>
  readonly queue: QueueOptions
}

export interface Jobs {
  /** Says that the job can be sent and worked on. Needed once per process, before either. */
  define<Data extends object>(job: Job<Data>): Promise<void>
  /** Queues it as part of `tx`: when that is rolled back, there was no job. */
  send<Data extends object>(tx: Database | Transaction, job: Job<Data>, data: Data): Promise<void>
  /** Does the job whenever one is due; a rejection counts as failed. */
  work<Data extends object>(job: Job<Data>, handler: (data: Data) => Promise<void>): Promise<void>
  /** Queues it by the clock: `cron` in UTC. */
  repeat<Data extends object>(job: Job<Data>, cron: string, data: Data): Promise<void>
  /** Lets running jobs finish. */
  close(): Promise<void>
}

/** NOTIFY wakes workers within milliseconds of a new job; polling finds the ones that wait for another try. */
const POLLING_INTERVAL_SECONDS = 15
const STOP_TIMEOUT_MS = 5_000

export interface JobsOptions {
  pollingIntervalSeconds?: number
  /** False leaves out what `repeat` asked for, so that no test meets a job that the clock on the wall has sent. */
  repeats?: boolean
}

export async function startJobs(
  { connection }: Pick<DatabaseHandle, 'connection'>,
  log: Logger,
  { pollingIntervalSeconds = POLLING_INTERVAL_SECONDS, repeats = true }: JobsOptions = {},
): Promise<Jobs> {
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

  return {
    async define(job) {
      const queue = { ...job.queue, notify: true }
      await boss.createQueue(job.name, queue)
      // Creating leaves an existing queue as it is, with the settings of an older version.
      await boss.updateQueue(job.name, queue)
    },
    async send(tx, job, data) {
      await boss.send(job.name, data, { db: fromDrizzle(asExecutor(tx), sql) })
    },
    async work(job, handler) {
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
    },
    async repeat(job, cron, data) {
      await boss.schedule(job.name, cron, data)
    },
    close: () => boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS }),
  }
}

/** Drizzle's two drivers answer `execute` with different types; both have rows, which is all that pg-boss reads. */
function asExecutor(tx: Database | Transaction): { execute(query: unknown): Promise<{ rows: unknown[] }> } {
  return tx as unknown as { execute(query: unknown): Promise<{ rows: unknown[] }> }
}
