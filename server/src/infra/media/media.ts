import { createMediaChild, type MediaChild } from './media-child.ts'
import { MediaError, type MediaReply, type MediaTask } from './media-tasks.ts'

interface RunOptions {
  /** Aborting it ends the work; `run` then rejects with the signal's reason. */
  signal?: AbortSignal
  /** Keys of the person and the network that asked. Tasks that share a key never run at the same time. */
  askedBy?: readonly string[]
}

interface MediaOptions {
  /** Limit for one task; when it is exceeded, the task's process is killed. */
  timeoutMs: number
  /** Number of processes. Each may use a core and 200 MB. */
  processes?: number
}

/** A process that was idle for this long is ended to free its memory. */
const IDLE_MS = 60_000

interface Waiting {
  askedBy: readonly string[]
  begin(child: MediaChild): Promise<unknown>
}

export type Media = ReturnType<typeof createMedia>

/**
 * A pool of processes for pictures or videos. The next waiting task is one whose person has nothing running and was
 * served longest ago, so a queue of one person's tasks delays that person alone.
 */
export function createMedia({ timeoutMs, processes = 1 }: MediaOptions) {
  const children = Array.from({ length: processes }, () => createMediaChild({ timeoutMs, idleMs: IDLE_MS }))
  const free = [...children]
  const running = new Set<Waiting>()
  let waiting: Waiting[] = []
  let closed = false

  function next(): void {
    if (free.length === 0) return
    const task = waiting.find((one) => ![...running].some((other) => sharesKey(one, other)))
    const child = task && free.pop()
    if (!task || !child) return
    waiting = waiting.filter((one) => one !== task)
    running.add(task)
    void task.begin(child).finally(() => {
      running.delete(task)
      free.push(child)
      // The person's remaining tasks move behind all others, so that people take turns.
      waiting = [...waiting.filter((one) => !sharesKey(one, task)), ...waiting.filter((one) => sharesKey(one, task))]
      next()
    })
    next()
  }

  return {
    /**
     * @throws {MediaError}
     * @throws AppError for a file that was refused
     */
    run<Task extends MediaTask>(task: Task, { signal, askedBy = [] }: RunOptions = {}): Promise<MediaReply<Task>> {
      return new Promise((resolve, reject) => {
        waiting.push({
          askedBy,
          async begin(child) {
            try {
              if (closed) throw new MediaError('failed', 'the server is shutting down')
              resolve(await child.perform(task, signal))
            } catch (error) {
              reject(error)
            }
          },
        })
        next()
      })
    },
    async close(): Promise<void> {
      closed = true
      await Promise.all(children.map((child) => child.close()))
    },
  }
}

function sharesKey(one: Waiting, other: Waiting): boolean {
  return one.askedBy.some((key) => other.askedBy.includes(key))
}
