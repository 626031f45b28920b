import { Worker } from 'node:worker_threads'
import { compileCacheOnly } from './compile-cache.ts'
import { createFairTurns } from './fair-turns.ts'

type ThreadFault = 'too-slow' | 'too-large' | 'broken'

/** Why a job returned no answer. */
export class ThreadError extends Error {
  readonly fault: ThreadFault

  constructor(fault: ThreadFault, cause?: unknown) {
    super(`a job in a thread of its own was ${fault}`, { cause })
    this.name = 'ThreadError'
    this.fault = fault
  }
}

interface OwnThreadOptions {
  /** A module that reads its job from `workerData`, posts one answer and ends. */
  module: URL
  timeoutMs: number
  heapMb: number
  /** How many jobs run at once; others wait, in turns by account. */
  threads: number
}

/** Buffers are outside of a thread's heap limit, so the memory of the whole process is watched while a job runs. */
const GROWTH_BYTES = 600 * 1024 * 1024
const WATCH_EVERY_MS = 100

/**
 * Runs each job in a new thread with limits on time and memory. Meant for parsers of untrusted input, some of which makes
 * even good parsers loop for ever; only a thread of its own can then be stopped.
 */
export function createOwnThreads<Answer>(options: OwnThreadOptions) {
  const turns = createFairTurns(options.threads)
  return {
    /**
     * @param account whose job it is: jobs of one account do not hold up those of another
     * @throws {ThreadError}, or the signal's abort reason
     */
    async run(job: unknown, account: string, signal?: AbortSignal): Promise<Answer> {
      const leave = await turns.take(account)
      try {
        signal?.throwIfAborted()
        return await runInThread<Answer>(options, job, signal)
      } finally {
        leave()
      }
    },
  }
}

async function runInThread<Answer>(
  { module, timeoutMs, heapMb }: OwnThreadOptions,
  job: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const startBytes = process.memoryUsage.rss()
  const worker = new Worker(module, {
    workerData: job,
    env: compileCacheOnly(),
    execArgv: ['--no-warnings'],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
  })
  worker.once('message', resolve)
  worker.once('error', (error: Error & { code?: string }) =>
    reject(new ThreadError(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-large' : 'broken', error)),
  )
  worker.once('exit', () => reject(new ThreadError('broken')))
  const timeout = setTimeout(() => reject(new ThreadError('too-slow')), timeoutMs)
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() - startBytes > GROWTH_BYTES) reject(new ThreadError('too-large'))
  }, WATCH_EVERY_MS)
  const giveUp = (): void => reject(signal?.reason)
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    return await promise
  } finally {
    clearTimeout(timeout)
    clearInterval(watch)
    signal?.removeEventListener('abort', giveUp)
    await worker.terminate()
  }
}
