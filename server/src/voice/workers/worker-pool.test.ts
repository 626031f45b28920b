import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import {
  createWorkerPool,
  WorkerCrashedError,
  type FromWorker,
  type ToWorker,
  type WorkerPool,
  WorkerPoolClosedError,
} from './worker-pool.ts'
import type { FixtureReply, FixtureRequest } from './worker-pool.fixture.ts'

let pool: WorkerPool<FixtureRequest, FixtureReply> | undefined
afterEach(() => pool?.close())

function open(size: number, onCrash?: (worker: number) => void): WorkerPool<FixtureRequest, FixtureReply> {
  pool = createWorkerPool({
    url: new URL('./worker-pool.fixture.ts', import.meta.url),
    size,
    workerData: 'born',
    ...(onCrash && { onCrash }),
  })
  return pool
}

test('answers a request and transfers the reply’s buffers', async () => {
  const reply = await open(1).run({ do: 'add', numbers: new Float32Array([1, 2, 3]) })
  expect(reply).toEqual({ sum: 6, numbers: new Float32Array([1, 2, 3]) })
})

test('keeps the order of requests to one worker, and gives new work to the least busy worker', async () => {
  const workers = open(2)
  const spin = workers.dispatch(0, { do: 'spin', forMs: 30 })
  const add = workers.dispatch(0, { do: 'add', numbers: new Float32Array(1) })
  expect(await workers.run({ do: 'log' })).toEqual(['born'])
  await Promise.all([spin, add])
  expect(await workers.dispatch(0, { do: 'log' })).toEqual(['born', 'spin', 'add'])
})

test('an abort rejects at once and skips a waiting request', async () => {
  const workers = open(1)
  const abort = new AbortController()
  const running = workers.run({ do: 'spin', forMs: 30 }, { signal: abort.signal })
  const waiting = workers.run({ do: 'throw' }, { signal: abort.signal })
  abort.abort(new Error('changed my mind'))
  await expect(running).rejects.toThrow('changed my mind')
  await expect(waiting).rejects.toThrow('changed my mind')
  const log = await workers.run({ do: 'log' })
  expect(log).not.toContain('throw')
  expect(await workers.run({ do: 'log' }, { signal: abort.signal }).catch((error: Error) => error.message)).toBe(
    'changed my mind',
  )
})

test('a failed request keeps its error message, and its worker continues', async () => {
  const workers = open(1)
  await expect(workers.run({ do: 'throw' })).rejects.toThrow('TypeError: no such luck')
  expect(await workers.run({ do: 'log' })).toEqual(['born', 'throw'])
})

test.each(['crash', 'exit'] as const)('a worker that dies by %s fails its requests and is replaced', async (way) => {
  const crashed: number[] = []
  const workers = open(2, (worker) => crashed.push(worker))
  await workers.dispatch(1, { do: 'log' })
  const fatal = workers.dispatch(1, { do: way })
  const behind = workers.dispatch(1, { do: 'log' })
  await expect(fatal).rejects.toThrow(WorkerCrashedError)
  await expect(behind).rejects.toThrow(WorkerCrashedError)
  expect(crashed).toEqual([1])
  expect(await workers.dispatch(1, { do: 'log' })).toEqual(['born'])
})

test('closing fails pending requests and refuses new ones', async () => {
  const workers = open(1)
  const pending = workers.run({ do: 'spin', forMs: 10_000 })
  const failure = pending.catch((error: unknown) => error)
  await workers.close()
  expect(await failure).toBeInstanceOf(WorkerPoolClosedError)
  await expect(workers.run({ do: 'log' })).rejects.toThrow(WorkerPoolClosedError)
})

test('a process that closes its workers while they answer does not end before they have stopped', async () => {
  const program = `
    import { createWorkerPool } from ${JSON.stringify(new URL('./worker-pool.ts', import.meta.url).href)}
    const url = new URL(${JSON.stringify(new URL('./worker-pool.fixture.ts', import.meta.url).href)})
    for (let round = 0; round < 6; round += 1) {
      const pool = createWorkerPool({ url, size: 1 })
      await pool.run({ do: 'log' })
      pool.run({ do: 'log' }).catch(() => undefined)
      // The answer waits for this thread when the pool is closed.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
      await pool.close()
    }
    console.log('closed')`
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program])
  expect(stdout).toBe('closed\n')
})

test('a request that cannot be sent leaves nothing pending', async () => {
  const workers = open(1)
  const unsendable = { do: 'log', callback: () => 1 } as unknown as FixtureRequest
  await expect(workers.run(unsendable)).rejects.toThrow('could not be cloned')
  expect(await workers.run({ do: 'log' })).toEqual(['born'])
})

test('live requests overtake warm-ups, callers take turns, and abandoned requests leave the queue', async () => {
  const workers = open(1)
  const busy = workers.run({ do: 'spin', forMs: 30 })
  const add = (count: number, lane: string, urgency: 'live' | 'warm-up' = 'live', signal?: AbortSignal) =>
    workers
      .run({ do: 'spin', forMs: count }, { turn: { lane, urgency }, ...(signal && { signal }) })
      .then(() => order.push(lane))
  const order: string[] = []
  const hungUp = new AbortController()
  const gone = Array.from({ length: 50 }, () => add(1_000, 'hung-up', 'live', hungUp.signal).catch(() => undefined))
  const rehearsal = add(1, 'rehearsal', 'warm-up')
  const greedy = Array.from({ length: 3 }, () => add(20, 'greedy'))
  hungUp.abort(new Error('hung up'))
  const honest = add(1, 'honest')
  await Promise.all([busy, rehearsal, honest, ...greedy, ...gone])
  expect(order.indexOf('honest')).toBeLessThan(2)
  expect(order.at(-1)).toBe('rehearsal')
  expect(order).not.toContain('hung-up')
})

test('a thread whose request was abandoned is free again once it has answered', async () => {
  const workers = open(1)
  await workers.run({ do: 'log' })
  const abort = new AbortController()
  const running = workers.run({ do: 'spin', forMs: 30 }, { signal: abort.signal })
  abort.abort(new Error('changed my mind'))
  await expect(running).rejects.toThrow('changed my mind')
  expect(await workers.run({ do: 'log' })).toContain('born')
})

test('a thread answers each request once, even one that was cancelled before its turn', async () => {
  const thread = new Worker(new URL('./worker-pool.fixture.ts', import.meta.url), { workerData: 'born' })
  const answered: number[] = []
  const { promise: isDone, resolve } = Promise.withResolvers<void>()
  thread.on('message', ({ id }: FromWorker<FixtureReply>) => {
    answered.push(id)
    if (id === 3) resolve()
  })
  const send = (message: ToWorker<FixtureRequest>) => thread.postMessage(message)
  send({ type: 'run', id: 1, request: { do: 'spin', forMs: 30 } })
  send({ type: 'run', id: 2, request: { do: 'log' } })
  send({ type: 'cancel', id: 2 })
  send({ type: 'run', id: 3, request: { do: 'log' } })
  await isDone
  await thread.terminate()
  expect(answered.toSorted((one, other) => one - other)).toEqual([1, 2, 3])
})

test('warm-ups alone start only one thread', async () => {
  let started = 0
  const count = (): void => void (started += 1)
  process.on('worker', count)
  const two = open(2)
  await two.run({ do: 'log' }, { turn: { lane: '', urgency: 'warm-up' } })
  await two.run({ do: 'log' }, { turn: { lane: '', urgency: 'warm-up' } })
  expect(started).toBe(1)
  await two.run({ do: 'log' })
  process.off('worker', count)
  expect(started).toBe(2)
})

test('a thread that never answered is started again only for the next request', async () => {
  let started = 0
  const count = (): void => void (started += 1)
  process.on('worker', count)
  pool = createWorkerPool({ url: new URL('./no-such-module.ts', import.meta.url), size: 1 })
  for (const requests of [1, 2, 3]) {
    await expect(pool.run({ do: 'log' })).rejects.toThrow(WorkerCrashedError)
    expect(started).toBe(requests)
  }
  process.off('worker', count)
})
