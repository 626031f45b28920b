import { fork, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { AppError } from '#contract/errors.ts'
import { compileCacheOnly } from '../compile-cache.ts'
import { MediaError, type FromMedia, type MediaReply, type MediaTask, type ToMedia } from './media-tasks.ts'

const PROCESS = new URL('./media-process.ts', import.meta.url)

/**
 * At this niceness the child gets about a third of a core beside a busy thread of the server. At 10 it gets a tenth, and
 * a greeting that takes three seconds of work took more than a minute on a busy machine, while its caller waited.
 */
const NICENESS = 5

interface MediaChildOptions {
  timeoutMs: number
  idleMs: number
}

export type MediaChild = ReturnType<typeof createMediaChild>

/** A child process for pictures or videos, started when there is work. It does one task at a time. */
export function createMediaChild({ timeoutMs, idleMs }: MediaChildOptions) {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let nextId = 1

  function start(): ChildProcess {
    // The child gets no flags of the parent, such as a debugger's port.
    const started = fork(PROCESS, [], {
      serialization: 'advanced',
      execArgv: [],
      env: { NODE_NO_WARNINGS: '1', ...compileCacheOnly() },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    // An idle child must not keep the server process alive.
    started.unref()
    started.channel?.unref()
    yieldToServer(started)
    const forget = (): void => {
      if (child === started) child = undefined
    }
    started.once('exit', forget)
    started.once('error', forget)
    return started
  }

  return {
    /** Aborting the signal ends the work and rejects with the signal's reason. */
    async perform<Task extends MediaTask>(task: Task, signal: AbortSignal | undefined): Promise<MediaReply<Task>> {
      signal?.throwIfAborted()
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
          const timer = setTimeout(() => end(new MediaError('too-slow', `took longer than ${timeoutMs} ms`)), timeoutMs)
          const giveUp = (): void => end(signal?.reason)
          const died = (): void => end(new MediaError('died', 'the process for pictures and videos died'))
          const hear = (message: FromMedia): void => {
            if (message.id !== id) return
            done()
            if (message.ok) resolve(message.reply as MediaReply<Task>)
            else reject(failureOf(message))
          }
          const done = (): void => {
            clearTimeout(timer)
            worker.off('message', hear).off('exit', died).off('error', died)
            signal?.removeEventListener('abort', giveUp)
          }
          worker.on('message', hear).once('exit', died).once('error', died)
          signal?.addEventListener('abort', giveUp, { once: true })
          worker.send({ id, work: task } satisfies ToMedia, (error) => {
            if (error) {
              end(new MediaError('died', 'the process for pictures and videos could not be reached', { cause: error }))
            }
          })
        })
      } finally {
        idle = setTimeout(() => child?.kill(), idleMs)
        idle.unref()
      }
    },
    async close(): Promise<void> {
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

function failureOf(message: Extract<FromMedia, { ok: false }>): Error {
  return 'refusal' in message
    ? new AppError(message.refusal.code, { detail: message.refusal.detail })
    : new MediaError(message.kind, message.message)
}

/** Lowers the child's priority, so that requests and calls come first where both need the same core. */
function yieldToServer({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    setPriority(pid, NICENESS)
  } catch {
    // Where the system does not allow it, both run at the same priority.
  }
}
