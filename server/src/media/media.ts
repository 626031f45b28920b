import { fork, type ChildProcess } from 'node:child_process'
import { MediaError, type FromMedia, type MediaReply, type MediaTask, type ToMedia } from './media-tasks.ts'

export interface Media {
  /**
   * Does the work when all before it is done. The signal ends it, wherever it is; it rejects with the signal's reason.
   * @throws {MediaError}
   */
  run<Task extends MediaTask>(task: Task, signal?: AbortSignal): Promise<MediaReply<Task>>
  close(): Promise<void>
}

export interface MediaOptions {
  /** Work that takes longer is ended, and its process with it. */
  timeoutMs: number
  /** Idle that long, the process goes, and its memory with it. */
  idleMs?: number
}

const PROCESS = new URL('./media-process.ts', import.meta.url)
const IDLE_MS = 60_000

/** One process for pictures or videos, started when there is work. One task at a time: each may fill a core and 200 MB. */
export function createMedia({ timeoutMs, idleMs = IDLE_MS }: MediaOptions): Media {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let nextId = 1
  let closed = false

  function start(): ChildProcess {
    // No flags of the parent's, such as a debugger's port; no variables of its either, which hold secrets.
    const started = fork(PROCESS, [], {
      serialization: 'advanced',
      execArgv: [],
      env: { NODE_NO_WARNINGS: '1' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    // Idle, it keeps nobody from ending.
    started.unref()
    started.channel?.unref()
    const forget = (): void => {
      if (child === started) child = undefined
    }
    started.once('exit', forget)
    started.once('error', forget)
    return started
  }

  async function perform<Task extends MediaTask>(task: Task, signal: AbortSignal | undefined) {
    signal?.throwIfAborted()
    if (closed) throw new MediaError('failed', 'the server is shutting down')
    clearTimeout(idle)
    const worker = (child ??= start())
    const id = nextId++
    try {
      return await new Promise<MediaReply<Task>>((resolve, reject) => {
        const end = (error: unknown): void => {
          done()
          worker.kill('SIGKILL')
          if (child === worker) child = undefined
          reject(error)
        }
        const timer = setTimeout(() => end(new MediaError('failed', `took longer than ${timeoutMs} ms`)), timeoutMs)
        const giveUp = (): void => end(signal?.reason)
        const died = (): void => end(new MediaError('failed', 'the process for pictures and videos died'))
        const hear = (message: FromMedia): void => {
          if (message.id !== id) return
          done()
          if (message.ok) resolve(message.reply as MediaReply<Task>)
          else reject(new MediaError(message.kind, message.message))
        }
        const done = (): void => {
          clearTimeout(timer)
          worker.off('message', hear).off('exit', died).off('error', died)
          signal?.removeEventListener('abort', giveUp)
        }
        worker.on('message', hear).once('exit', died).once('error', died)
        signal?.addEventListener('abort', giveUp, { once: true })
        worker.send({ id, work: task } satisfies ToMedia, (error) => {
          if (error)
            end(new MediaError('failed', 'the process for pictures and videos could not be reached', { cause: error }))
        })
      })
    } finally {
      idle = setTimeout(() => child?.kill(), idleMs)
      idle.unref()
    }
  }

  return {
    run(task, signal) {
      const turn = last.then(() => perform(task, signal))
      last = turn.catch(() => undefined)
      return turn
    },
    async close() {
      closed = true
      clearTimeout(idle)
      const worker = child
      if (!worker || worker.exitCode !== null) return
      await new Promise((resolve) => {
        worker.ref()
        worker.once('exit', resolve)
        worker.kill('SIGKILL')
      })
    },
  }
}
