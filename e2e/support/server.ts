import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../scripts/free-port.ts'
import { repositoryRoot } from '../../scripts/repository-root.ts'
import { makeDataDir } from './prepared-data.ts'

/** Some two seconds where nothing else runs; on an empty folder the database is made first. */
const READY_TIMEOUT_MS = 45_000
const STOP_TIMEOUT_MS = 20_000
const POLL_MS = 50

export type RunningServer = {
  /** Without a slash at its end. */
  url: string
  dataDir: string
  pid: number | undefined
  /** All that it has written so far. */
  output(): string
  /** Asks it to end (SIGTERM) and waits; the exit code. Removes the data folder unless the caller brought it. */
  stop(): Promise<number | null>
  /** As a power switch would, as far as a process can tell (SIGKILL). The data folder stays, for a server that comes after. */
  kill(): Promise<void>
}

/**
 * Starts the real program as a process of its own, on a free port and a data folder of its own, in local mode. `port`: that
 * of the one before, which pages that are open go on with. `command`: what starts it, and becomes it by `exec`.
 * @throws Error with what it printed when it does not get ready
 */
export async function startServer(
  options: { dataDir?: string; port?: number; env?: NodeJS.ProcessEnv; command?: readonly [string, ...string[]] } = {},
): Promise<RunningServer> {
  const dataDir = options.dataDir ?? makeDataDir()
  const port = options.port ?? (await freePort())
  const url = `http://localhost:${port}`
  const [command, ...words] = options.command ?? [process.execPath, 'server/src/main.ts']
  const child = spawn(command, words, {
    cwd: repositoryRoot,
    env: {
      // Nothing of the developer's own environment may switch a service to a vendor.
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      TMPDIR: process.env['TMPDIR'],
      // Compiling the server's modules takes a sixth of its start.
      NODE_COMPILE_CACHE: join(tmpdir(), 'voxhall-test-modules'),
      PORT: String(port),
      DATA_DIR: dataDir,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  const removeData = () => {
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
  await untilReady(child, url, () => output.join('')).catch((error: unknown) => {
    child.kill('SIGKILL')
    removeData()
    throw error
  })
  return {
    url,
    dataDir,
    pid: child.pid,
    output: () => output.join(''),
    async stop() {
      const code = await end(child, 'SIGTERM')
      removeData()
      return code
    },
    async kill() {
      await end(child, 'SIGKILL')
    },
  }
}

async function untilReady(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const deadlineMs = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < deadlineMs) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The server ended with ${child.exitCode ?? child.signalCode}:\n${output()}`)
    }
    const answer = await fetch(`${url}/api/health`).catch(() => null)
    if (answer?.status === 200) return
    await delay(POLL_MS)
  }
  throw new Error(`The server was not ready after ${READY_TIMEOUT_MS} ms:\n${output()}`)
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exited = once(child, 'exit')
  child.kill(signal)
  const last = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await exited
  clearTimeout(last)
  return child.exitCode
}
