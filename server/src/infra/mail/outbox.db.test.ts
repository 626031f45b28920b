import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { DatabaseHandle } from '../db/client.ts'
import { mails } from '../db/schema/mail.ts'
import { createTestDatabase } from '../db/testing.ts'
import { startJobs, type Jobs } from '../jobs/jobs.ts'
import { createMail } from './mail.ts'
import { createOutbox } from './outbox.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const silent = pino({ level: 'silent' })
const draft = { to: 'ann@example.com', subject: 'Grüße', text: 'Hello\n.dot', html: '<p>Hello</p>' }

/** Speaks enough SMTP for a client without TLS and password. The first `refusals` mails are refused. */
function startMailServer(refusals: number): Promise<{ server: Server; url: string; received: string[] }> {
  const received: string[] = []
  let left = refusals
  const server = createServer((socket: Socket) => {
    let data: string | undefined
    socket.write('220 test\r\n')
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      if (data !== undefined) {
        data += chunk.toString()
        if (!data.endsWith('\r\n.\r\n')) return
        received.push(data)
        data = undefined
        socket.write('250 taken\r\n')
        return
      }
      const command = chunk.toString().slice(0, 4).toUpperCase()
      if (command === 'DATA') {
        data = ''
        socket.write('354 go on\r\n')
      } else if (command === 'RCPT' && chunk.toString().includes('nowhere@')) {
        socket.write('550 5.1.1 <nowhere@example.com>: no such user nowhere\r\n')
      } else if (command === 'MAIL' && left > 0) {
        left -= 1
        socket.write('451 try later\r\n')
      } else socket.write(command === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
    })
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve({ server, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, received })
    })
  })
}

let database: DatabaseHandle
let jobs: Jobs
const cleanUps: (() => void)[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await jobs.close()
  for (const cleanUp of cleanUps.splice(0)) cleanUp()
  await database.db.delete(mails)
})
afterAll(() => database.close())

async function outboxTo(url: string, log = silent) {
  jobs = await startJobs(database, log, { pollingIntervalSeconds: 0.5 })
  const mailer = createSmtpMailer({ url, from: 'Voxhall <hello@voxhall.test>', publicUrl: 'https://voxhall.test' })
  cleanUps.push(() => mailer.close())
  return createOutbox({ db: database.db, jobs, mailer, log, retryDelaySeconds: 1 })
}

const firstRow = async () => (await database.db.select().from(mails))[0]

/** Makes the next retry of the first mail due, as if it had been retried so often. */
async function retryAgain(count: number): Promise<void> {
  const mailId = String((await firstRow())?.id)
  const due = () =>
    database.db.execute(sql`update pgboss.job set retry_count = ${count}, start_after = now()
      where name = 'deliver-mail' and data->>'mailId' = ${mailId} and state = 'retry' returning id`)
  await expect.poll(due).toMatchObject({ rows: [{ id: expect.any(String) as string }] })
}

/** Stands in for the queue. @returns the data of the jobs that were sent, and a function that runs one */
function jobsByHand() {
  const sent: object[] = []
  let handle: (data: object) => Promise<void> = async () => {}
  const idle = async () => {}
  jobs = {
    define: idle,
    send: async (_tx, _job, data) => void sent.push(data),
    schedule: idle,
    close: idle,
    work: async (_, handler) => void (handle = handler as typeof handle),
  }
  return { sent, run: (data: object) => handle(data) }
}

/** The mailer for a server that refuses the first mails. */
async function mailServerFor(refusals: number) {
  const { server, url, received } = await startMailServer(refusals)
  const mailer = createSmtpMailer({ url, from: 'Voxhall <hello@voxhall.test>', publicUrl: 'https://voxhall.test' })
  cleanUps.push(() => {
    mailer.close()
    server.close()
  })
  return { mailer, received }
}

it(
  'hands a mail and its entry for calendars to the mail server and then deletes both',
  { tags: 'postgres' },
  async () => {
    const { server, url, received } = await startMailServer(0)
    cleanUps.push(() => server.close())
    const outbox = await outboxTo(url)
    await outbox.post(database.db, { ...draft, calendar: 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n' })
    await expect.poll(firstRow).toMatchObject({
      text: '',
      html: '',
      calendar: null,
      attempts: 1,
      lastError: null,
      deliveredAt: expect.any(Date),
    })
    expect(received).toHaveLength(1)
    expect(received[0]).toContain('To: ann@example.com')
    expect(received[0]).toMatch(/Content-Type: text\/calendar;[^:]*method=CANCEL/)
    expect(received[0]).toMatch(/Message-ID: <mail-\d+@voxhall\.test>/)
  },
)

it('keeps a refused mail with the reason, and delivers it once even if its job runs twice', async () => {
  const { run } = jobsByHand()
  const { mailer, received } = await mailServerFor(1)
  const outbox = await createOutbox({ db: database.db, jobs, mailer, log: silent })
  await outbox.post(database.db, draft)
  const mailId = (await firstRow())?.id ?? 0
  await expect(run({ mailId })).rejects.toThrow('451')
  expect(await firstRow()).toMatchObject({
    attempts: 1,
    lastError: expect.stringContaining('451'),
    text: draft.text,
    deliveredAt: null,
  })
  for (const _ of [1, 2]) await run({ mailId })
  expect(received).toHaveLength(1)
})

it('deletes a mail instead of sending it when it is of no use any more', async () => {
  const { sent, run } = jobsByHand()
  const { mailer, received } = await mailServerFor(0)
  const outbox = await createOutbox({ db: database.db, jobs, mailer, log: silent })
  for (const [to, inMs] of [
    ['late@example.com', -1],
    ['ann@example.com', 60_000],
  ] as const) {
    await outbox.post(database.db, { ...draft, to, usefulUntil: new Date(Date.now() + inMs) })
  }
  for (const data of sent) await run(data)
  expect(received).toHaveLength(1)
  expect(await database.db.select().from(mails)).toMatchObject([{ recipient: 'ann@example.com' }])
})

it('does not name the recipient when reporting a refused mail', async () => {
  const { server, url } = await startMailServer(0)
  cleanUps.push(() => server.close())
  const logged: string[] = []
  const outbox = await outboxTo(url, pino({}, { write: (line: string) => void logged.push(line) }))
  await outbox.post(database.db, { ...draft, to: 'nowhere@example.com' })
  await expect.poll(() => logged.join('')).toContain('job failed')
  expect((await firstRow())?.lastError).toMatch(/EENVELOPE.*550.*5\.1\.1/)
  const kept = await database.db.execute(sql`select output::text from pgboss.job where name = 'deliver-mail'`)
  const told = [...logged, (await firstRow())?.lastError, JSON.stringify(kept)]
  expect(told.join('\n')).toContain('550')
  expect(told.join('\n')).not.toContain('nowhere')
})

it('sends mails that earlier processes could not send for days because the mail server was down', async () => {
  const { server, url } = await startMailServer(0)
  server.close()
  const lost = await outboxTo(url)
  await lost.post(database.db, draft)
  await expect.poll(async () => (await firstRow())?.lastError).toContain('ECONNREFUSED')
  // One more failure after six days, and then the mail server is back.
  await retryAgain(6 * 24)
  await expect.poll(firstRow).toMatchObject({ attempts: 2 })
  await jobs.close()
  await retryAgain(6 * 24 + 1)

  const better = await startMailServer(0)
  cleanUps.push(() => better.server.close())
  await outboxTo(better.url)
  await expect.poll(() => better.received).toHaveLength(1)
})

it('sends nothing when the transaction is rolled back', { tags: 'postgres' }, async () => {
  const { server, url, received } = await startMailServer(0)
  cleanUps.push(() => server.close())
  const outbox = await outboxTo(url)
  const failed = database.db.transaction(async (tx) => {
    await outbox.post(tx, { ...draft, to: 'rolled-back@example.com' })
    throw new Error('no account after all')
  })
  await expect(failed).rejects.toThrow('no account after all')
  await outbox.post(database.db, draft)
  await expect.poll(() => received).toHaveLength(1)
  expect(received[0]).not.toContain('rolled-back')
  expect(await database.db.select().from(mails)).toHaveLength(1)
})

it('deletes delivered mails after a month, and others after a week', async () => {
  jobs = await startJobs(database, silent)
  const config = { SMTP_URL: undefined, MAIL_FROM: 'hello@voxhall.test', PUBLIC_URL: 'https://voxhall.test' }
  const mail = await createMail({ config: { ...config, localMode: true }, db: database.db, jobs, log: silent })
  const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)
  const row = { recipient: 'ann@example.com', text: '', html: '' }
  await database.db.insert(mails).values([
    { ...row, subject: 'delivered long ago', createdAt: ago(31), deliveredAt: ago(31) },
    { ...row, subject: 'delivered lately', createdAt: ago(29), deliveredAt: ago(29) },
    { ...row, subject: 'not delivered for a week', createdAt: ago(8) },
    { ...row, subject: 'not delivered yet', createdAt: ago(6) },
  ])
  for (const chore of mail.chores) await chore()
  const kept = await database.db.select({ subject: mails.subject }).from(mails)
  expect(kept.map(({ subject }) => subject).toSorted()).toEqual(['delivered lately', 'not delivered yet'])
})
