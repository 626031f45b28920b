import { Worker } from 'node:worker_threads'
import { createFairQueue, type Turn } from '../../infra/fair-queue.ts'
import { messageOf } from '../../infra/error-facts.ts'

interface WorkerPoolOptions {
  /** The module that each worker runs; it must call `serveWorker`. */
  url: URL
  size: number
  /** Passed to every worker, including replacements. */
  workerData?: unknown
  /**
   * How many requests a worker holds at once. 1 is the fairest, but the worker idles between two requests until this
   * thread sends the next; 2 keeps it busy if requests are many and small.
   */
  depth?: number
  /** Called before the pending requests fail. Everything in the worker's memory is lost. */
  onCrash?: (worker: number) => void
}

export interface RunOptions {
  /** On abort, the request rejects at once with the signal's reason, and the worker skips it unless it has begun. */
  signal?: AbortSignal
  /** By default, the request is live and shares one lane with all other requests without a turn. */
  turn?: Turn
}

export interface WorkerPool<Request, Reply> {
  /** Sends a request to the worker that is free first. Rejects with the error that the worker's handler threw. */
  run(request: Request, options?: RunOptions): Promise<Reply>
  /** Sends a request to one worker, counted from 0. Requests with the same turn to the same worker are handled in order. */
  dispatch(worker: number, request: Request, options?: RunOptions): Promise<Reply>
  /** Stops all workers. Pending requests fail with `WorkerPoolClosedError`. */
  close(): Promise<void>
}

/** A worker crashed while handling the request. It has been replaced, and the request may be tried again. */
export class WorkerCrashedError extends Error {
  override readonly name = 'WorkerCrashedError'
}

export class WorkerPoolClosedError extends Error {
  override readonly name = 'WorkerPoolClosedError'
}

interface Task<Request, Reply> {
  id: number
  request: Request
  resolve: (reply: Reply) => void
  reject: (error: unknown) => void
}

interface Seat<Request, Reply> {
  worker: Worker | undefined
  /** The requests that the worker holds, including those given up. */
  running: Map<number, { task: Task<Request, Reply>; finished: () => void }>
  hasAnswered: boolean
}

const SHARED_TURN: Turn = { lane: '', urgency: 'live' }

/**
 * A pool of threads that all run the same module. Requests wait here until a worker is free, in the order of
 * `createFairQueue`. The first request starts one thread. The others, which take 40 MB each with the built-in engine,
 * start with the first request that is not a warm-up. A crashed worker is replaced at once, unless it never answered
 * anything: then the next request starts its replacement, so that a broken module is not restarted in a loop. Idle
 * workers do not keep the process alive.
 */
export function createWorkerPool<Request, Reply>(options: WorkerPoolOptions): WorkerPool<Request, Reply> {
  const { depth = 1 } = options
  const seats = Array.from({ length: options.size }, (): Seat<Request, Reply> => ({
    worker: undefined,
    running: new Map(),
    hasAnswered: false,
  }))
  const queue = createFairQueue<Task<Request, Reply>>()
  let nextId = 1
  let closed = false
  /** Whether there was a request other than a warm-up. */
  let isLive = false

  /** Starts the next thread once this one works, so that they do not all start at the same time. */
  const startFollowing = (index: number): void => {
    const following = seats[index + 1]
    if (following && !following.worker) start(following, index + 1)
  }

  const start = (seat: Seat<Request, Reply>, index: number): Worker => {
    const worker = new Worker(options.url, {
      workerData: options.workerData,
      // A small young generation makes each thread collect garbage often rather than grow, since requests leave only
      // short-lived objects.
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    })
    seat.worker = worker
    seat.hasAnswered = false
    worker.unref()

    worker.on('message', (message: FromWorker<Reply>) => {
      // All requests have failed by now, and the process must not end before the stopped threads have.
      if (closed) return
      seat.hasAnswered = true
      if (isLive) startFollowing(index)
      const task = settle(seat, message.id)
      fill(seat, index)
      if (!task) return
      if (message.ok) task.resolve(message.reply)
      else task.reject(message.error)
    })

    const bury = (cause: unknown): void => {
      if (seat.worker !== worker) return
      seat.worker = undefined
      void worker.terminate()
      if (closed) return
      const reason = messageOf(cause)
      const error = new WorkerCrashedError(`Worker ${index} stopped: ${reason}`, { cause })
      // Requests bound to this worker rely on what it had in memory, so they fail too.
      const lost = [...[...seat.running.keys()].map((id) => settle(seat, id)), ...queue.removeFor(index)]
      options.onCrash?.(index)
      for (const task of lost) task?.reject(error)
      if (seat.hasAnswered && !seat.worker) start(seat, index)
      fill(seat, index)
    }
    worker.on('error', bury)
    worker.on('messageerror', bury)
    worker.on('exit', (code) => bury(`exit code ${code}`))
    return worker
  }

  /** Gives a worker as many requests as it may hold. */
  const fill = (seat: Seat<Request, Reply>, index: number): void => {
    if (closed) return
    while (seat.running.size < depth) {
      const next = queue.next(index)
      if (!next) return
      const { job: task, finished } = next
      const worker = seat.worker ?? start(seat, index)
      try {
        const message: ToWorker<Request> = { type: 'run', id: task.id, request: task.request }
        worker.postMessage(message)
        seat.running.set(task.id, { task, finished })
        worker.ref()
      } catch (error) {
        // The request can't be cloned for the worker.
        finished()
        task.reject(error)
      }
    }
  }

  /** Workers with the fewest requests come first. */
  const fillAll = (): void => {
    const byLoad = [...seats.entries()].toSorted(([, left], [, right]) => left.running.size - right.running.size)
    for (const [index, seat] of byLoad) fill(seat, index)
  }

  const ask = (
    index: number | undefined,
    request: Request,
    { signal, turn = SHARED_TURN }: RunOptions = {},
  ): Promise<Reply> => {
    if (closed) return Promise.reject(new WorkerPoolClosedError('The worker pool is closed.'))
    if (signal?.aborted) return Promise.reject(signal.reason)
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    const giveUp = (): void => {
      // The worker skips or finishes the request; its answer is ignored.
      if (!queue.remove(task)) {
        const seat = seats.find(({ running }) => running.has(task.id))
        seat?.worker?.postMessage({ type: 'cancel', id: task.id } satisfies ToWorker<Request>)
      }
      reject(signal?.reason)
    }
    const done = (): void => signal?.removeEventListener('abort', giveUp)
    const task: Task<Request, Reply> = {
      id: nextId++,
      request,
      resolve: (reply) => (done(), resolve(reply)),
      reject: (error) => (done(), reject(error)),
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    if (!isLive && turn.urgency === 'live') {
      isLive = true
      if (seats[0]?.hasAnswered) startFollowing(0)
    }
    queue.add(task, turn, index)
    fillAll()
    return promise
  }

  return {
    run: (request, runOptions) => ask(undefined, request, runOptions),
    dispatch: (index, request, runOptions) =>
      index in seats
        ? ask(index, request, runOptions)
        : Promise.reject(new RangeError(`There is no worker ${index} in a pool of ${seats.length}.`)),
    close: async () => {
      if (closed) return
      closed = true
      const error = new WorkerPoolClosedError('The worker pool was closed before the request was answered.')
      for (const task of queue.clear()) task.reject(error)
      for (const seat of seats) for (const id of seat.running.keys()) settle(seat, id)?.reject(error)
      await Promise.all(seats.map(async (seat) => seat.worker?.terminate()))
    },
  }
}

/** Removes a request from its worker. */
function settle<Request, Reply>(seat: Seat<Request, Reply>, id: number): Task<Request, Reply> | undefined {
  const entry = seat.running.get(id)
  seat.running.delete(id)
  entry?.finished()
  if (seat.running.size === 0) seat.worker?.unref()
  return entry?.task
}

/** The messages between a pool and its workers. Both sides are our own code, so they are not validated. */
export type ToWorker<Request> = { type: 'run'; id: number; request: Request } | { type: 'cancel'; id: number }

export type FromWorker<Reply> = { id: number; ok: true; reply: Reply } | { id: number; ok: false; error: Error }
