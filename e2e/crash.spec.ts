import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { WebSocket } from 'ws'
import { z } from 'zod'
import {
  listCallsResponseSchema,
  startCallResponseSchema,
  type CallRecord,
  type StartCallResponse,
} from '../contract/src/calls.ts'
import { CATALOGUE_DEFINITIONS } from '../server/src/features/assistants/catalogue/all.ts'
import { send, signUpAndConfirm } from './support/accounts.ts'
import { readMails } from './support/mailbox.ts'
import { makeDataDir } from './support/prepared-data.ts'
import { startServer, type RunningServer } from './support/server.ts'
import { expect, test } from './support/test.ts'

// The server is killed with SIGKILL, which no handler can catch, and restarted on the same data.

/** How much of a lost call's time may be missing from its record (docs/deploy.md). */
const MAX_SHORTFALL_MS = 10_000

const eventSchema = z.object({ type: z.string() })

const assistant = CATALOGUE_DEFINITIONS[0]
if (!assistant) throw new Error('The catalogue is empty')

const folder = makeDataDir()
let running: RunningServer | null = null
test.afterAll(async () => {
  await running?.kill()
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<RunningServer> {
  running = await startServer({ dataDir: folder })
  return running
}

async function callsOf(serverUrl: string, token: string): Promise<CallRecord[]> {
  const response = await fetch(`${serverUrl}/api/calls`, { headers: { authorization: `Bearer ${token}` } })
  return listCallsResponseSchema.parse(await response.json()).calls
}

async function grantCall(serverUrl: string, token: string, assistantId: string): Promise<StartCallResponse> {
  const response = await fetch(`${serverUrl}/api/calls`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ assistantId }),
  })
  return startCallResponseSchema.parse(await response.json())
}

/** Opens a call, and waits until the assistant has said its first message. */
async function openCall(serverUrl: string, token: string, assistantId: string) {
  const granted = await grantCall(serverUrl, token, assistantId)
  const openedAtMs = performance.now()
  const socket = new WebSocket(new URL(granted.url, serverUrl.replace('http', 'ws')), {
    headers: { authorization: `Bearer ${granted.token}` },
  })
  // The kill breaks the connection on purpose, so errors of the socket are ignored.
  socket.on('error', () => {})
  const answered = new Promise<void>((resolve, reject) => {
    socket.on('message', (data: Buffer) => {
      if (eventSchema.parse(JSON.parse(data.toString())).type === 'response.done') resolve()
    })
    socket.on('close', (code) => reject(new Error(`The call ended with ${code} before it was answered`)))
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'response.create' }))
  await answered
  return { callId: granted.callId, socket, openedAtMs }
}

const PASSWORD = 'correct horse battery'

const signUp = (serverUrl: string, email: string) =>
  send(serverUrl, '/api/auth/sign-up/email', { email, password: PASSWORD, name: 'Visitor' })
const signIn = (serverUrl: string, { email, password }: { email: string; password: string }) =>
  send(serverUrl, '/api/auth/sign-in/email', { email, password })

/** Two visitors sign up, account after account, until the server is killed with the third one that it acknowledges. */
async function killDuringSignUps(server: RunningServer): Promise<{ tried: string[]; acknowledged: string[] }> {
  const tried: string[] = []
  const acknowledged: string[] = []
  const visit = async (visitor: number): Promise<void> => {
    for (let count = 0; ; count += 1) {
      const email = `visitor-${visitor}-${count}@example.com`
      tried.push(email)
      const response = await signUp(server.url, email).catch(() => undefined)
      if (response === undefined) return
      expect(response.status).toBe(200)
      acknowledged.push(email)
      if (acknowledged.length === 3) await server.kill()
    }
  }
  await Promise.all([visit(0), visit(1)])
  return { tried, acknowledged }
}

test('after kill -9, all acknowledged accounts and earlier calls are there, and the interrupted call is closed with its lines and time', async () => {
  // This test starts the server twice, and its call lasts until it is saved for the first time.
  test.slow()
  const first = await start()
  const account = await signUpAndConfirm(first.url)
  const find = async (server: RunningServer, callId: string) => {
    const call = (await callsOf(server.url, account.token)).find(({ id }) => id === callId)
    if (!call) throw new Error(`The call ${callId} is not in the list`)
    return call
  }

  const earlier = await openCall(first.url, account.token, assistant.id)
  earlier.socket.close()
  await expect.poll(async () => (await find(first, earlier.callId)).status).toBe('ended')
  const earlierRecord = await find(first, earlier.callId)

  const cut = await openCall(first.url, account.token, assistant.id)
  const savedMs = async () => (await find(first, cut.callId)).durationMs
  await expect.poll(savedMs, { timeout: 20_000 }).toBeGreaterThan(0)
  await expect.poll(async () => (await find(first, cut.callId)).lines.length).toBeGreaterThan(0)
  const { lines } = await find(first, cut.callId)
  const lineBroken = once(cut.socket, 'close')
  const { tried, acknowledged } = await killDuringSignUps(first)
  const lastedMs = performance.now() - cut.openedAtMs
  await lineBroken

  const second = await start()
  // The sweep for lost calls begins when the server starts, and may still be running when it first answers.
  await expect.poll(async () => (await find(second, cut.callId)).status).toBe('ended')
  const cutRecord = await find(second, cut.callId)
  expect(cutRecord).toMatchObject({ status: 'ended', endReason: 'server-lost', lines })
  expect(cutRecord.lines[0]?.content).not.toBe('')
  expect(cutRecord.durationMs).toBeGreaterThanOrEqual(lastedMs - MAX_SHORTFALL_MS)
  expect(cutRecord.durationMs).toBeLessThanOrEqual(lastedMs)
  expect(cutRecord.endedAt).not.toBeNull()
  expect(await find(second, earlier.callId)).toEqual(earlierRecord)

  expect((await signIn(second.url, account)).status).toBe(200)
  const mailTo = async (email: string) => (await readMails(second.url)).find(({ to }) => to === email)
  for (const email of acknowledged) {
    const token = new URL((await mailTo(email))?.links[0] ?? '').searchParams.get('token')
    expect((await send(second.url, '/api/auth/verify-email', { token, password: PASSWORD })).status, email).toBe(200)
    expect((await signIn(second.url, { email, password: PASSWORD })).status, email).toBe(200)
  }
  // No account is incomplete: an address is either free, or known and had its mail.
  for (const email of tried) {
    expect([200, 422], email).toContain((await signUp(second.url, email)).status)
    expect(await mailTo(email), email).toBeDefined()
  }
  // A new call is granted: the interrupted call no longer counts against the limit of calls.
  expect((await grantCall(second.url, account.token, assistant.id)).token).not.toBe('')
})
