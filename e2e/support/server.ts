import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { COMPILED_SERVER } from '../../scripts/compile-server.ts'
import { COMPILED_WITH } from '../../server/src/infra/compile-cache.ts'
import { freePort } from '../../scripts/free-port.ts'
import { repositoryRoot } from '../../scripts/repository-root.ts'
import { makeDataDir } from './prepared-data.ts'

/** A start takes about two seconds on an idle machine, and longer when the database has to be created first. */
const READY_TIMEOUT_MS = 45_000
const STOP_TIMEOUT_MS = 20_000
const POLL_MS = 50

export type RunningServer = {
  /** The origin, without a trailing slash. */
  url: string
  dataDir: string
  pid: number | undefined
  /** All output so far. */
  output(): string
  /** Sends SIGTERM and waits; returns the exit code. Removes the data folder unless the caller provided it. */
  stop(): Promise<number | null>
  /** Kills the process with SIGKILL, to simulate a power cut. Keeps the data folder for the next server. */
  kill(): Promise<void>
}

/**
 * Starts the real server as a separate process in local mode, on a free port and with its own data folder.
 * @param options.port a previous server's port, when open pages are to reconnect to this one
 * @param options.command a launcher that replaces itself with the server by `exec`
 * @throws Error with the server's output when it does not become ready
 */
export async function startServer(
  options: { dataDir?: string; port?: number; env?: NodeJS.ProcessEnv; command?: readonly [string, ...string[]] } = {},
): Promise<RunningServer> {
  const dataDir = options.dataDir ?? makeDataDir()
  const port = options.port ?? (await freePort())
  const url = `http://localhost:${port}`
  const [command, ...words] = options.command ?? [process.execPath, ...COMPILED_WITH, 'server/src/main.ts']
  const child = spawn(command, words, {
    cwd: repositoryRoot,
    env: {
      // Only a few variables are passed on, so that none of the developer's own switches a service to a vendor.
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      TMPDIR: process.env['TMPDIR'],
      NODE_COMPILE_CACHE: COMPILED_SERVER,
      PORT: String(port),
      DATA_DIR: dataDir,
      // Warming up would take several seconds of one core after each of the many starts. A call loads what it needs itself.
      WARM_UP: 'off',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A test process that is stopped, or gives up in a hook, leaves no server behind.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
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
