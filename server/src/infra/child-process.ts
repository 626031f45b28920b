import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { compileCacheFlags, compileCacheOnly } from './compile-cache.ts'

type ProcessFault = 'too-slow' | 'too-large' | 'broken'

/** Why a child process did not answer. */
export class ProcessError extends Error {
  readonly fault: ProcessFault

  constructor(fault: ProcessFault, what: string) {
    super(`a child process ${what}`)
    this.name = 'ProcessError'
    this.fault = fault
  }
}

/** Starts a process that runs a module, which calls `answerParent`. It gets none of the server's variables and open files. */
export function startChild(
  module: URL,
  { execArgv, stderr }: { execArgv: readonly string[]; stderr: 'ignore' | 'inherit' },
): ChildProcess {
  const child = fork(module, [String(process.pid)], {
    serialization: 'advanced',
    // Not the flags of this process, such as a debugger's port.
    execArgv: [...compileCacheFlags(), ...execArgv],
    env: { NODE_NO_WARNINGS: '1', ...compileCacheOnly() },
    stdio: ['ignore', 'ignore', stderr, 'ipc'],
  })
  // `ask` reports errors; one that comes when nothing is asked must not end the server.
  child.on('error', () => {})
  dieFirst(child)
  return child
}

/** Where memory runs out, as in a container with a limit, Linux then ends this child rather than the server. */
function dieFirst({ pid }: ChildProcess): void {
  if (process.platform !== 'linux' || pid === undefined) return
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // The child has ended already, or the system does not allow it.
  }
}

/**
 * The child's answer to one question. If it gives none, it is killed.
 * @throws {ProcessError}, the signal's abort reason, or the system's error if the process could not be started
 */
export async function ask<Answer>(
  child: ChildProcess,
  question: unknown,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const died = (code: number | null, by: NodeJS.Signals | null): void =>
    // With too much memory, V8 aborts the child, or its own watch or the system kills it; the signal is all they tell.
    reject(new ProcessError(by === 'SIGKILL' || by === 'SIGABRT' ? 'too-large' : 'broken', `ended with ${by ?? code}`))
  const giveUp = (): void => reject(signal?.reason)
  const timeout = setTimeout(() => reject(new ProcessError('too-slow', `took longer than ${timeoutMs} ms`)), timeoutMs)
  child.once('message', resolve).once('exit', died).once('error', reject)
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    // If the child cannot be reached, it has ended, and `died` is called.
    child.send(question as object, () => {})
    return await promise
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  } finally {
    clearTimeout(timeout)
    child.off('message', resolve).off('exit', died).off('error', reject)
    signal?.removeEventListener('abort', giveUp)
  }
}

/** Kills the child. Resolves once it has ended. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  child.ref()
  child.kill('SIGKILL')
  await once(child, 'exit')
}
