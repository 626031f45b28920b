import { parentPort, type Transferable } from 'node:worker_threads'
import { collectGarbage } from '../../infra/collect-garbage.ts'
import type { FromWorker, ToWorker } from './worker-pool.ts'

type WorkerHandler<Request, Reply> = (
  request: Request,
  /** Transfers a buffer of the reply instead of copying it. */
  transfer: (buffer: Transferable) => void,
) => Reply | Promise<Reply>

const IDLE_MS = 1_000

/**
 * Makes this thread a worker of a `createWorkerPool`. Requests are handled one at a time, in the order of their
 * arrival. Each is answered exactly once, even if it was cancelled, because the pool counts the requests that a worker
 * holds. A request that is cancelled before its turn is never started.
 */
export function serveWorker<Request, Reply>(handler: WorkerHandler<Request, Reply>): void {
  const port = parentPort
  if (!port) throw new Error('serveWorker was called outside a worker thread.')
  const waiting = new Map<number, Request>()

  const post = (message: FromWorker<Reply>, transfer: Transferable[] = []): void => port.postMessage(message, transfer)

  const drain = async (): Promise<void> => {
    for (const [id, request] of waiting) {
      waiting.delete(id)
      const transfer: Transferable[] = []
      try {
        const reply = await handler(request, (buffer) => void transfer.push(buffer))
        post({ id, ok: true, reply }, transfer)
      } catch (error) {
        post({ id, ok: false, error: sendable(error) })
      }
      // Lets the event loop run between requests, so that a cancellation can overtake the waiting ones.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  // When the thread becomes idle, it collects the garbage of its past work.
  const idle = setTimeout(collectGarbage, IDLE_MS).unref()

  let draining = false
  port.on('message', (message: ToWorker<Request>) => {
    if (message.type === 'cancel') {
      if (waiting.delete(message.id)) post({ id: message.id, ok: false, error: new Error('Given up.') })
      return
    }
    waiting.set(message.id, message.request)
    if (draining) return
    draining = true
    void drain().finally(() => {
      draining = false
      idle.refresh()
    })
  })
}

/** An error that can be cloned for the other thread, whatever was thrown. */
function sendable(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown))
  const error = new Error(thrown.name === 'Error' ? thrown.message : String(thrown))
  if (thrown.stack !== undefined) error.stack = thrown.stack
  return error
}
