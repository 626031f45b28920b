import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { healthSchema } from '#contract/health.ts'
import { freePort } from '../../scripts/free-port.ts'
import type { DatabaseHandle } from '../src/infra/db/client.ts'
import { createTestDatabase, fillDataDir } from '../src/infra/db/testing.ts'
import { testDatabaseUrl } from '../src/config/env.ts'
import { VENDOR_SECRET, vendorsAt } from '../src/vendors/testing/vendors-at.ts'

/** Runs the real program in processes of its own, for behaviour that only starting shows. */
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const onPostgres = testDatabaseUrl() !== undefined

let dataDir: string
let database: DatabaseHandle | undefined
const children: ChildProcess[] = []

/** A data folder with an empty database and the job queue's tables. Every test copies it: creating one takes seconds. */
let preparedDir: string
beforeAll(async () => {
  preparedDir = mkdtempSync(join(tmpdir(), 'voxhall-main-prepared-'))
  if (onPostgres) return
  await fillDataDir(preparedDir)
})
afterAll(() => rmSync(preparedDir, { recursive: true, force: true }))

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'voxhall-main-'))
  cpSync(preparedDir, dataDir, { recursive: true })
  database = onPostgres ? await createTestDatabase() : undefined
})
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => end(child, 'SIGKILL')))
  await database?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

interface Running {
  child: ChildProcess
  url: string
  output: () => string
}

async function launch(more: Record<string, string> = {}): Promise<Running> {
  const port = await freePort()
  const connection = database?.connection
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: connection?.kind === 'postgresql' ? connection.url : '',
      AUTH_SECRET: 's'.repeat(32),
      // It would take six seconds of one core behind each of the many starts.
      WARM_UP: 'off',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  child.stdout?.on('data', (data: Buffer) => (output += data.toString()))
  child.stderr?.on('data', (data: Buffer) => (output += data.toString()))
  return { child, url: `http://127.0.0.1:${port}`, output: () => output }
}

async function start(more?: Record<string, string>): Promise<Running> {
  const server = await launch(more)
  while (server.child.exitCode === null) {
    const response = await fetch(`${server.url}/api/health`).catch(() => undefined)
    if (response?.status === 200) return server
    await wait(50)
  }
  throw new Error(`it did not start:\n${server.output()}`)
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code))
    child.kill(signal)
  })
}

function post(url: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

function signUp(url: string, email: string): Promise<Response> {
  return post(url, '/api/auth/sign-up/email', { email, password: 'correct horse' })
}

async function mailTo(url: string, email: string): Promise<string | undefined> {
  const mails = (await (await fetch(`${url}/dev/mailbox.json`)).json()) as { to: string; links: string[] }[]
  return mails.find((mail) => mail.to === email)?.links[0]
}

async function signIn(url: string, email: string): Promise<string> {
  const response = await post(url, '/api/auth/sign-in/email', { email, password: 'correct horse' })
  return response.headers.get('set-auth-token') ?? ''
}

async function confirm(url: string, email: string): Promise<void> {
  const token = new URL((await mailTo(url, email)) ?? '').searchParams.get('token')
  await post(url, '/api/auth/verify-email', { token, password: 'correct horse' })
}

/** The code with which the server closes a socket without a call's token. */
async function refusal(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/realtime`, { headers })
  const [code]: unknown[] = await once(socket, 'close')
  return code
}

/** The two databases treat a second process differently. Each has its own test, so that none needs to be skipped. */
const secondProcess = onPostgres
  ? { outcome: 'on the same PostgreSQL forms one service with the first', check: sharesPostgres }
  : {
      outcome:
        'on the same folder is refused with a message; the first one, whose vendors are away, works and shuts down',
      check: isRefusedTheFolder,
    }

async function sharesPostgres(): Promise<void> {
  const [one, two] = await Promise.all([start(), start({ DATA_DIR: join(dataDir, 'two') })])
  await signUp(one.url, 'both@example.com')
  await confirm(two.url, 'both@example.com')
  const token = await signIn(two.url, 'both@example.com')
  const session = { Authorization: `Bearer ${token}` }
  const seenByOne = await fetch(`${one.url}/api/auth/get-session`, { headers: session })
  expect(await seenByOne.json()).toMatchObject({ user: { email: 'both@example.com' } })
  await post(one.url, '/api/auth/sign-out', {}, session)
  expect(await (await fetch(`${two.url}/api/auth/get-session`, { headers: session })).json()).toBeNull()
}

async function isRefusedTheFolder(): Promise<void> {
  // Nothing listens at this port.
  const first = await start(vendorsAt(await freePort()))
  const second = await launch()
  expect(await new Promise((resolve) => second.child.once('exit', resolve))).toBe(1)
  expect(second.output()).toContain('is in use by another Voxhall process')
  expect(second.output()).not.toContain('    at ')
  const greeting = await fetch(`${first.url}/api/assistants/finance/greeting.wav`)
  expect(greeting.headers.get('content-type')).toBe('audio/wav')
  const voice = async () => {
    const health = await (await fetch(`${first.url}/api/health`)).json()
    return healthSchema.parse(health).services.voice
  }
  // Each part of the voice is asked once after the start.
  const away = { live: false, lastFailure: { what: 'unreachable' } }
  await expect.poll(voice).toMatchObject({ path: 'built-in', vendors: [away, away, away] })
  expect(first.output()).not.toContain(VENDOR_SECRET)
  expect(await refusal(first.url, { origin: 'https://evil.example' })).toBe(4403)
  // More sockets than one address may open.
  const refusals = await Promise.all(Array.from({ length: 340 }, () => refusal(first.url)))
  expect(new Set(refusals)).toEqual(new Set([4401, 4429]))
  // The output of the first process has no reader any more.
  first.child.stdout?.destroy()
  expect(await end(first.child, 'SIGTERM')).toBe(0)
  expect(existsSync(join(dataDir, 'db.lock'))).toBe(false)
}

// oxlint-disable-next-line vitest/expect-expect
it(`a second process ${secondProcess.outcome}`, { tags: 'postgres' }, () => secondProcess.check())

it('an invalid environment stops the start with a list of all problems', async () => {
  const { child, output } = await launch({ PORT: 'none', LOG_LEVEL: 'loud' })
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1)
  expect(output()).toContain('PORT must be a port number')
  expect(output()).toContain('LOG_LEVEL must be')
  expect(output()).not.toContain('    at ')
})
