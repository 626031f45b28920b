import { ask, endChild, startChild } from './child-process.ts'
import { createFairTurns } from './fair-turns.ts'

interface OwnProcessOptions {
  /** A module that calls `answerParent` and, before it parses, `watchMemory`. */
  module: URL
  timeoutMs: number
  heapMb: number
  /** How many jobs run at once; others wait, in turns by account. */
  processes: number
}

/**
 * Runs each job in a new child process with limits on time and memory. Meant for parsers of untrusted input, some of which
 * makes even good parsers loop for ever, fill the memory or crash: the system takes all of it back when the process ends.
 */
export function createOwnProcesses<Answer>({ module, timeoutMs, heapMb, processes }: OwnProcessOptions) {
  const turns = createFairTurns(processes)
  return {
    /**
     * @param account whose job it is: jobs of one account do not hold up those of another
     * @throws {ProcessError}, the signal's abort reason, or the system's error if it starts no process
     */
    async run(job: unknown, account: string, signal?: AbortSignal): Promise<Answer> {
      const leave = await turns.take(account)
      try {
        signal?.throwIfAborted()
        // What a parser prints belongs to the document, not into the server's log.
        const child = startChild(module, {
          execArgv: [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=8'],
          stderr: 'ignore',
        })
        try {
          return await ask<Answer>(child, job, timeoutMs, signal)
        } finally {
          await endChild(child)
        }
      } finally {
        leave()
      }
    },
  }
}
