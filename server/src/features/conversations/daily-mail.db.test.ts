import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../../infra/db/schema/calls.ts'
import { mails } from '../../infra/db/schema/mail.ts'
import { createStudioTest } from '../assistants/own/studio-testing.ts'
import { conversationsOf } from './conversations-testing.ts'
import { createDailyMail } from './daily-mail.ts'

let studio: Awaited<ReturnType<typeof createStudioTest>>
beforeAll(async () => {
  studio = await createStudioTest()
})
afterAll(() => studio.server.close())

const { business, ended } = conversationsOf(() => studio)

describe('the daily mail', () => {
  const DAY_MS = 86_400_000
  const about = async (to: string) =>
    (await studio.server.db.select().from(mails).where(eq(mails.recipient, to)).orderBy(mails.id))
      .filter(({ subject }) => subject.includes('conversation'))
      .map(({ subject }) => subject)
  const mailDay = (now: number) => studio.server.conversations.mailDay(new Date(now))

  it('is sent only once, and only to owners who want it and had conversations', { tags: 'postgres' }, async () => {
    const daily = { keeps: true, mail: 'daily' }
    const [busy, quiet, silent] = [await business(daily), await business(daily), await business({ keeps: true })]
    await ended(busy.id, [['Do you deliver?', 'answered']])
    await ended(silent.id, [['Do you deliver?', 'answered']])
    // The day of the conversation is not over yet.
    await mailDay(Date.now())
    expect(await about(busy.email)).toEqual([])
    await Promise.all([mailDay(Date.now() + DAY_MS), mailDay(Date.now() + DAY_MS)])
    await mailDay(Date.now() + DAY_MS)
    expect(await about(busy.email)).toEqual(['One conversation with Nora'])
    expect([...(await about(quiet.email)), ...(await about(silent.email))]).toEqual([])
  })

  it('tells at six what ended since the mail before', async () => {
    const { id, email } = await business({ keeps: true, mail: 'daily' })
    const day = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)
    const at = (time: string) => Date.parse(`${day}T${time}Z`)
    for (const time of ['05:59', '06:01']) {
      const callId = await ended(id, [['Do you deliver?', 'answered']])
      await studio.server.db
        .update(calls)
        .set({ endedAt: new Date(at(time)) })
        .where(eq(calls.id, callId))
    }
    for (const now of [at('05:50'), at('06:10'), at('06:10') + 3 * DAY_MS]) await mailDay(now)
    const sent = await studio.server.db.select().from(mails).where(eq(mails.recipient, email)).orderBy(mails.id)
    const date = new Date(at('06:00')).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })
    expect(sent.flatMap(({ text }) => /had one conversation since (.*)\./.exec(text)?.[1] ?? [])).toEqual([
      'yesterday',
      date,
    ])
  })

  it('makes up for days on which the server was down, and repeats nothing', async () => {
    const { id, email } = await business({ keeps: true, mail: 'daily' })
    await ended(id, [['Do you deliver?', 'answered']])
    await mailDay(Date.now() + 4 * DAY_MS)
    expect(await about(email)).toEqual(['One conversation with Nora'])
    const later = await ended(id, [['Have you got cake?', 'answered']])
    await ended(id, [['Do you deliver?', 'answered']])
    await studio.server.db
      .update(calls)
      .set({ endedAt: new Date(Date.now() + 4.5 * DAY_MS) })
      .where(eq(calls.id, later))
    await mailDay(Date.now() + 6 * DAY_MS)
    expect(await about(email)).toEqual(['One conversation with Nora', 'One conversation with Nora'])
    // Away for more than a week, it leaves out the days before.
    const endedAt = new Date(Date.now() + 7 * DAY_MS)
    await studio.server.db.update(calls).set({ endedAt }).where(eq(calls.id, later))
    await mailDay(Date.now() + 20 * DAY_MS)
    expect(await about(email)).toHaveLength(2)
  })

  it('is sent to all other owners if one mail fails', async () => {
    const owners = [await business({ keeps: true, mail: 'daily' }), await business({ keeps: true, mail: 'daily' })]
    for (const { id } of owners) await ended(id, [['Do you deliver?', 'answered']])
    const tried: string[] = []
    const post = async (_: unknown, { to }: { to: string }) => {
      tried.push(to)
      throw new Error('refused')
    }
    const mail = createDailyMail(studio.server.db, { post }, '')
    await expect(mail.mailDay(new Date(Date.now() + DAY_MS))).rejects.toThrow('not every mail')
    expect(tried).toEqual(expect.arrayContaining(owners.map(({ email }) => email)))
  })

  it.each([
    ['before the owner has switched it on', {}, { keeps: true, mail: 'daily' }],
    ['before keeping was switched off', { mail: 'daily' }, { keeps: false, mail: 'daily' }],
  ])('leaves out conversations that ended %s', async (_, before, after) => {
    const { id, email, ask } = await business({ keeps: true, ...before })
    await ended(id, [['Do you deliver?', 'answered']])
    await ask('PUT', '/conversations/settings', after)
    await mailDay(Date.now() + DAY_MS)
    expect(await about(email)).toEqual([])
  })
})
