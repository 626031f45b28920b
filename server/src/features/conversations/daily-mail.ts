import { and, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { conversationSettingsSchema } from '#contract/conversations.ts'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { users } from '../../infra/db/schema/auth.ts'
import { calls } from '../../infra/db/schema/calls.ts'
import { ownAssistants } from '../../infra/db/schema/own-assistants.ts'
import { composeMail } from '../../infra/mail/compose.ts'
import type { Outbox } from '../../infra/mail/outbox.ts'
import { isKeptBy } from './conversation-list.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** In UTC: until then, conversations belong to the mail of that day. */
const ENDS_AT_HOUR = 6
/** What a server that was away for longer has missed is not told of. */
const MADE_UP_MS = 7 * DAY_MS
const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

export interface DailyMailDeps {
  db: Database
  outbox: Outbox
  publicUrl: string
}

/** One mail for each assistant that had conversations since the mail before, where the owner wants that. */
export function createDailyMail({ db, outbox, publicUrl }: DailyMailDeps) {
  const isOpen = (end: Date) => or(isNull(ownAssistants.mailedUntil), lt(ownAssistants.mailedUntil, end))

  /** In one transaction with the note that it was done, so that no conversation is told of twice, and none is left out. */
  const mailOne = (id: string, end: Date): Promise<void> =>
    db.transaction(async (tx) => {
      const [assistant] = await tx
        .select()
        .from(ownAssistants)
        .where(and(eq(ownAssistants.id, id), isOpen(end)))
        .for('no key update')
      if (!assistant) return
      const { name, userId: ownerId, conversations: settings, mailedUntil } = assistant
      const [owner] = await tx.select().from(users).where(eq(users.id, ownerId))
      const { keeps, mail } = conversationSettingsSchema.parse(settings)
      if (!owner || !keeps || mail !== 'daily') return
      const since = new Date(Math.max(mailedUntil?.getTime() ?? end.getTime() - DAY_MS, end.getTime() - MADE_UP_MS))
      const isOfDay = and(gt(calls.endedAt, since), lte(calls.endedAt, end))
      const count = await tx.$count(calls, and(isKeptBy(db, { id, ownerId }), isOfDay))
      if (count > 0) {
        const conversations = count === 1 ? 'one conversation' : `${count} conversations`
        const isUsual = end.getTime() - since.getTime() <= DAY_MS
        await outbox.post(
          tx,
          composeMail({
            to: owner.email,
            greetingName: owner.name,
            subject: `${count === 1 ? 'One conversation' : conversations} with ${name}`,
            before: `${name} had ${conversations} since ${isUsual ? 'yesterday' : DATE.format(since)}.`,
            action: { label: 'Open the conversations', url: `${publicUrl}/assistants/${id}/conversations` },
            after: 'You get this mail once a day because you chose it under Conversations. You can change it there.',
          }),
        )
      }
      await tx.update(ownAssistants).set({ mailedUntil: end }).where(eq(ownAssistants.id, id))
    })

  return {
    /** Repeating it changes nothing. @throws where a mail was not posted, after trying all others */
    async mailDay(now = new Date()): Promise<void> {
      const end = lastEnd(now)
      const wanting = await db
        .select({ id: ownAssistants.id })
        .from(ownAssistants)
        .where(and(sql`${ownAssistants.conversations}->>'mail' = 'daily'`, isOpen(end)))
      const failures: unknown[] = []
      for (const { id } of wanting) await mailOne(id, end).catch((error: unknown) => failures.push(error))
      if (failures.length > 0) throw new AggregateError(failures, 'not every mail of the day was posted')
    },

    /** The owner wants it from now on: what was before is not told of. */
    async begin(tx: Transaction, id: string): Promise<void> {
      await tx.update(ownAssistants).set({ mailedUntil: new Date() }).where(eq(ownAssistants.id, id))
    },
  }
}

function lastEnd(now: Date): Date {
  const sinceEndMs = (now.getTime() - ENDS_AT_HOUR * HOUR_MS) % DAY_MS
  return new Date(now.getTime() - sinceEndMs)
}
