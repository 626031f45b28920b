import { setTimeout as delay } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import { serveWorker } from './serve-worker.ts'

/** The worker module for worker-pool.test.ts. */
export type FixtureRequest =
  | { do: 'add'; numbers: Float32Array<ArrayBuffer> }
  | { do: 'log' }
  | { do: 'throw' }
  | { do: 'crash' }
  | { do: 'exit' }
  | { do: 'spin'; forMs: number }

export type FixtureReply = { sum: number; numbers: Float32Array } | string[]

const log: string[] = [String(workerData)]

serveWorker<FixtureRequest, FixtureReply>(async (request, transfer) => {
  if (request.do !== 'log') log.push(request.do)
  switch (request.do) {
    case 'add':
      transfer(request.numbers.buffer)
      return { sum: request.numbers.reduce((sum, value) => sum + value, 0), numbers: request.numbers }
    case 'log':
      return log
    case 'throw':
      throw new TypeError('no such luck', { cause: () => 'functions cannot be cloned' })
    case 'crash':
      queueMicrotask(() => {
        throw new Error('out of memory, say')
      })
      await delay(10_000)
      return log
    case 'exit':
      return process.exit(3)
    case 'spin': {
      const endMs = performance.now() + request.forMs
      while (performance.now() < endMs);
      return log
    }
  }
})
