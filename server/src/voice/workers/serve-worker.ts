import { parentPort, type Transferable } from 'node:worker_threads'
import { collectGarbage } from '../../infra/collect-garbage.ts'
import type { FromWorker, TaskFailure, ToWorker } from './worker-pool.ts'

type WorkerHandler<Request, Reply> = (
  request: Request,
  context: {
    /** Fires when the requester has given up; the reply is then discarded. */
    signal: AbortSignal
    /** Transfers buffers of the reply instead of copying them. */
    transfer: (...buffers: Transferable[]) => void
  },
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
  const waiting = new Map<number, { request: Request; controller: AbortController }>()
  let current: { id: number; controller: AbortController } | undefined

  const post = (message: FromWorker<Reply>, transfer: Transferable[] = []): void => port.postMessage(message, transfer)

  const drain = async (): Promise<void> => {
    for (const [id, { request, controller }] of waiting) {
      waiting.delete(id)
      current = { id, controller }
      const transfer: Transferable[] = []
      try {
        const reply = await handler(request, {
          signal: controller.signal,
          transfer: (...buffers) => void transfer.push(...buffers),
        })
        post({ id, ok: true, reply }, transfer)
      } catch (error) {
        post({ id, ok: false, error: describeFailure(error) })
      }
      current = undefined
      // Lets the event loop run between requests, so that a cancellation can overtake the waiting ones.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  // When the thread becomes idle, it collects the garbage of its past work.
  const idle = setTimeout(collectGarbage, IDLE_MS).unref()

  let draining = false
  port.on('message', (message: ToWorker<Request>) => {
    if (message.type === 'cancel') {
      if (waiting.delete(message.id)) post({ id: message.id, ok: false, error: describeFailure('Given up.') })
      if (current?.id === message.id) current.controller.abort()
      return
    }
    waiting.set(message.id, { request: message.request, controller: new AbortController() })
    if (draining) return
    draining = true
    void drain().finally(() => {
      draining = false
      idle.refresh()
    })
  })
}

function describeFailure(error: unknown): TaskFailure {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: undefined, code: undefined }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return { name: error.name, message: error.message, stack: error.stack, code }
}
