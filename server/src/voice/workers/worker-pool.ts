import { Worker, type Transferable, type WorkerOptions } from 'node:worker_threads'
import type { FromWorker, TaskFailure, ToWorker } from './worker-protocol.ts'

export interface WorkerPoolOptions {
  /** The module that each worker runs; it calls `serveWorker`. */
  url: URL
  size: number
  /** Given to every worker, replacements included. */
  workerData?: unknown
  execArgv?: WorkerOptions['execArgv']
  /** Told before the pending requests fail. Whatever the worker kept in memory is gone. */
  onCrash?: (worker: number, error: Error) => void
}

export interface RunOptions {
  /** Rejects with the signal's reason at once; the worker skips the request, or sees its own signal fire. */
  signal?: AbortSignal
  /** Buffers of the request that move to the worker instead of being copied. */
  transfer?: Transferable[]
}

export interface WorkerPool<Request, Reply> {
  readonly size: number
  /** Asks the worker with the least to do. */
  run(request: Request, options?: RunOptions): Promise<Reply>
  /** Asks one worker, 0 to `size - 1`. Requests to the same worker are handled in order. */
  dispatch(worker: number, request: Request, options?: RunOptions): Promise<Reply>
  /** Requests that a worker has not answered yet. */
  pending(worker: number): number
  /** Stops all workers. Pending requests fail with `WorkerPoolClosedError`. */
  close(): Promise<void>
}

/** A worker died with the request in its hands. It has been replaced; the request may be tried again. */
export class WorkerCrashedError extends Error {
  override readonly name = 'WorkerCrashedError'
}

export class WorkerPoolClosedError extends Error {
  override readonly name = 'WorkerPoolClosedError'
}

/** A request's own failure inside the worker, with the `code` of the error that was thrown there, if it had one. */
export class WorkerTaskError extends Error {
  override readonly name = 'WorkerTaskError'
  readonly code: string | undefined

  constructor(failure: TaskFailure) {
    super(failure.name === 'Error' ? failure.message : `${failure.name}: ${failure.message}`)
    this.code = failure.code
    if (failure.stack !== undefined) this.stack = failure.stack
  }
}

interface Pending<Reply> {
  resolve: (reply: Reply) => void
  reject: (error: unknown) => void
}

interface Seat<Reply> {
  worker: Worker | undefined
  pending: Map<number, Pending<Reply>>
  hasAnswered: boolean
}

/**
 * Threads that all run the same module. A worker that crashes is replaced at once, unless it never answered anything:
 * then the next request starts the new one, so that a broken module doesn't spin.
 * Idle workers don't keep the process alive.
 */
export function createWorkerPool<Request, Reply>(options: WorkerPoolOptions): WorkerPool<Request, Reply> {
  const seats = Array.from({ length: options.size }, (): Seat<Reply> => ({
    worker: undefined,
    pending: new Map(),
    hasAnswered: false,
  }))
  let nextId = 1
  let closed = false

  const start = (seat: Seat<Reply>, index: number): Worker => {
    const worker = new Worker(options.url, {
      workerData: options.workerData,
      ...(options.execArgv && { execArgv: options.execArgv }),
    })
    seat.worker = worker
    seat.hasAnswered = false
    worker.unref()

    worker.on('message', (message: FromWorker<Reply>) => {
      seat.hasAnswered = true
      const task = seat.pending.get(message.id)
      if (!task) return // given up meanwhile
      settle(seat, message.id)
      if (message.ok) task.resolve(message.reply)
      else task.reject(new WorkerTaskError(message.error))
    })

    const bury = (cause: unknown): void => {
      if (seat.worker !== worker) return
      seat.worker = undefined
      void worker.terminate()
      if (closed) return
      const reason = cause instanceof Error ? cause.message : String(cause)
      const error = new WorkerCrashedError(`Worker ${index} stopped: ${reason}`, { cause })
      const lost = [...seat.pending.values()]
      seat.pending.clear()
      options.onCrash?.(index, error)
      for (const task of lost) task.reject(error)
      if (seat.hasAnswered && !seat.worker) start(seat, index)
    }
    worker.on('error', bury)
    worker.on('messageerror', bury)
    worker.on('exit', (code) => bury(`exit code ${code}`))
    return worker
  }

  const dispatch = (index: number, request: Request, { signal, transfer }: RunOptions = {}): Promise<Reply> => {
    const seat = seats[index]
    if (!seat) return Promise.reject(new RangeError(`There is no worker ${index} in a pool of ${seats.length}.`))
    if (closed) return Promise.reject(new WorkerPoolClosedError('The worker pool is closed.'))
    if (signal?.aborted) return Promise.reject(signal.reason)
    const worker = seat.worker ?? start(seat, index)
    const id = nextId++
    return new Promise<Reply>((resolve, reject) => {
      const giveUp = (): void => {
        settle(seat, id)
        worker.postMessage({ type: 'cancel', id } satisfies ToWorker<Request>)
        reject(signal?.reason)
      }
      const done = (): void => signal?.removeEventListener('abort', giveUp)
      // First the message: one that can't be cloned throws here, and must leave nothing behind.
      worker.postMessage({ type: 'run', id, request } satisfies ToWorker<Request>, transfer)
      signal?.addEventListener('abort', giveUp, { once: true })
      seat.pending.set(id, {
        resolve: (reply) => (done(), resolve(reply)),
        reject: (error) => (done(), reject(error)),
      })
      worker.ref()
    })
  }

  for (const [index, seat] of seats.entries()) start(seat, index)

  return {
    size: seats.length,
    dispatch,
    run: (request, runOptions) => {
      const counts = seats.map((seat) => seat.pending.size)
      return dispatch(counts.indexOf(Math.min(...counts)), request, runOptions)
    },
    pending: (index) => seats[index]?.pending.size ?? 0,
    close: async () => {
      if (closed) return
      closed = true
      const error = new WorkerPoolClosedError('The worker pool was closed before the request was answered.')
      for (const seat of seats) {
        for (const task of seat.pending.values()) task.reject(error)
        seat.pending.clear()
      }
      await Promise.all(seats.map(async (seat) => seat.worker?.terminate()))
    },
  }
}

function settle<Reply>(seat: Seat<Reply>, id: number): void {
  seat.pending.delete(id)
  if (seat.pending.size === 0) seat.worker?.unref()
}
