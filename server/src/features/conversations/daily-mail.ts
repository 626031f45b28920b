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
/** Hour in UTC. Conversations until then belong to that day's mail. */
const ENDS_AT_HOUR = 6
/** A server that was down for longer sends no mail about older days. */
const MADE_UP_MS = 7 * DAY_MS
const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

/** Sends one mail for each assistant that had conversations since the previous mail, if its owner wants that. */
export function createDailyMail(db: Database, outbox: Outbox, publicUrl: string) {
  const isOpen = (end: Date) => or(isNull(ownAssistants.mailedUntil), lt(ownAssistants.mailedUntil, end))

  /**
   * Posts the mail and notes how far it reaches in one transaction, so that no conversation is reported twice or left
   * out.
   */
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
      const count = await tx.$count(calls, and(isKeptBy({ id, ownerId }), isOfDay))
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
            after: 'You get this email once a day because you chose it under Conversations. You can change it there.',
          }),
        )
      }
      await tx.update(ownAssistants).set({ mailedUntil: end }).where(eq(ownAssistants.id, id))
    })

  return {
    /** Idempotent. @throws if a mail could not be posted, after trying all others */
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

    /** Called when the owner switches the mail on; earlier conversations are not reported. */
    async begin(tx: Transaction, id: string): Promise<void> {
      await tx.update(ownAssistants).set({ mailedUntil: new Date() }).where(eq(ownAssistants.id, id))
    },
  }
}

function lastEnd(now: Date): Date {
  const sinceEndMs = (now.getTime() - ENDS_AT_HOUR * HOUR_MS) % DAY_MS
  return new Date(now.getTime() - sinceEndMs)
}
