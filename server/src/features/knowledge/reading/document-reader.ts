import { Worker } from 'node:worker_threads'
import type { RawDocument, ReadDocument } from './document.ts'
import type { FromReader } from './reader-worker.ts'
import { ReadingError } from './reading-error.ts'

const THREAD = new URL('./reader-worker.ts', import.meta.url)
const TIMEOUT_MS = 15_000
const HEAP_MB = 256
/** Buffers are outside of a thread's heap limit, so the memory of the whole process is watched while documents are read. */
const GROWTH_BYTES = 600 * 1024 * 1024
const WATCH_EVERY_MS = 100
/** Documents read at the same time; others wait. */
const THREADS = 2

export type DocumentReader = ReturnType<typeof createDocumentReader>

/** Reads untrusted documents, each in a thread of its own with limits on time and memory. */
export function createDocumentReader() {
  let running = 0
  const waiting: (() => void)[] = []

  async function turn(): Promise<void> {
    if (running >= THREADS) await new Promise<void>((resolve) => void waiting.push(resolve))
    else running += 1
  }
  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return {
    /** @throws {ReadingError}, or the signal's abort reason */
    async read(document: RawDocument, signal: AbortSignal): Promise<ReadDocument> {
      await turn()
      try {
        signal.throwIfAborted()
        return await readInThread(document, signal)
      } finally {
        leave()
      }
    },
  }
}

async function readInThread(document: RawDocument, signal: AbortSignal): Promise<ReadDocument> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadDocument>()
  const startBytes = process.memoryUsage.rss()
  const worker = new Worker(THREAD, {
    workerData: document,
    env: {},
    execArgv: ['--no-warnings'],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16 },
  })
  worker.once('message', (message: FromReader) => {
    if (message.ok) resolve(message.document)
    else reject(new ReadingError(message.problem))
  })
  worker.once('error', (error: Error & { code?: string }) =>
    reject(new ReadingError(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-large' : 'broken', error)),
  )
  worker.once('exit', () => reject(new ReadingError('broken')))
  const timeout = setTimeout(() => reject(new ReadingError('too-slow')), TIMEOUT_MS)
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() - startBytes > GROWTH_BYTES) reject(new ReadingError('too-large'))
  }, WATCH_EVERY_MS)
  const giveUp = (): void => reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    return await promise
  } finally {
    clearTimeout(timeout)
    clearInterval(watch)
    signal.removeEventListener('abort', giveUp)
    await worker.terminate()
  }
}
