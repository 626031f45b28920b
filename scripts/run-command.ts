import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { repositoryRoot } from './repository-root.ts'

export type Command = {
  command: string
  args: string[]
  env?: NodeJS.ProcessEnv
  /** Also prints the output while the program runs. */
  live?: boolean
  timeoutMs?: number
  /** The user to run the program as; only root can choose one. */
  user?: { uid: number; gid: number }
  cwd?: string
}

/** `output` is without colour codes, which some programs write even into a pipe. */
type CommandResult = { exitCode: number; output: string; timedOut: boolean }

const running = new Set<number>()
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Ctrl-C and SIGTERM also end the running programs, with all processes that they have started. */
function onSignal(signal: NodeJS.Signals): void {
  for (const pid of running) killGroup(pid, 'SIGTERM')
  process.exit(signal === 'SIGINT' ? 130 : 143)
}

/**
 * Handles the signals only while a program runs: at other times they belong to the server, which ends its calls first.
 */
function follow(pid: number): () => void {
  if (running.size === 0) for (const signal of SIGNALS) process.on(signal, onSignal)
  running.add(pid)
  return () => {
    running.delete(pid)
    if (running.size === 0) for (const signal of SIGNALS) process.off(signal, onSignal)
  }
}

/** Runs a program without input until it ends, in a process group of its own. A failing exit code does not throw. */
export function runCommand({ command, args, env, live, timeoutMs, user, cwd }: Command) {
  return new Promise<CommandResult>((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: cwd ?? repositoryRoot,
      env: env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      ...user,
    })
    const pid = child.pid
    const unfollow = pid === undefined ? undefined : follow(pid)
    const chunks: string[] = []
    const keep = (stream: NodeJS.WriteStream) => (chunk: string) => {
      chunks.push(chunk)
      if (live === true) stream.write(stream.isTTY ? chunk : stripVTControlCharacters(chunk))
    }
    child.stdout.setEncoding('utf8').on('data', keep(process.stdout))
    child.stderr.setEncoding('utf8').on('data', keep(process.stderr))
    let timedOut = false
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true
            if (pid !== undefined) killGroup(pid, 'SIGKILL')
          }, timeoutMs)
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      unfollow?.()
      resolve({ exitCode: code ?? 1, output: stripVTControlCharacters(chunks.join('')), timedOut })
    })
  })
}

function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    // The process has already ended.
  }
}
