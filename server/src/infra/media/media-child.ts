import type { ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { AppError } from '#contract/errors.ts'
import { ask, endChild, ProcessError, startChild } from '../child-process.ts'
import { messageOf } from '../error-facts.ts'
import { MediaError, type FromMedia, type MediaReply, type MediaTask } from './media-tasks.ts'

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

  function start(): ChildProcess {
    const started = startChild(PROCESS, { execArgv: [], stderr: 'inherit' })
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
      try {
        const answer = await ask<FromMedia>(worker, task, timeoutMs, signal).catch((error: unknown) => {
          if (child === worker) child = undefined
          throw signal?.aborted ? error : failureWithout(error)
        })
        if (answer.ok) return answer.reply as MediaReply<Task>
        throw failureOf(answer)
      } finally {
        idle = setTimeout(() => child?.kill('SIGKILL'), idleMs)
        idle.unref()
      }
    },
    async close(): Promise<void> {
      clearTimeout(idle)
      if (child) await endChild(child)
    },
  }
}

function failureWithout(cause: unknown): MediaError {
  const kind = cause instanceof ProcessError && cause.fault === 'too-slow' ? 'too-slow' : 'died'
  return new MediaError(kind, messageOf(cause), { cause })
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
