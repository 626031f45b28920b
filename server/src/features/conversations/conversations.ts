import { and, eq, gt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { conversationSettingsSchema } from '#contract/conversations.ts'
import type { Database } from '../../infra/db/client.ts'
import { users } from '../../infra/db/schema/auth.ts'
import { calls as callTable } from '../../infra/db/schema/calls.ts'
import { ownAssistants } from '../../infra/db/schema/own-assistants.ts'
import type { Job, Jobs } from '../../infra/jobs/jobs.ts'
import { composeMail } from '../../infra/mail/compose.ts'
import type { Outbox } from '../../infra/mail/outbox.ts'
import type { Assistants } from '../assistants/assistants.ts'
import type { Calls } from '../calls/calls.ts'
import { createConversationDesk } from './conversation-desk.ts'
import { createConversationList, isKeptBy } from './conversation-list.ts'
import { readFigures } from './figures.ts'
import { createOwnersConversations } from './owners-conversations.ts'
import { createQuestions } from './questions.ts'
import { createConversationRoutes } from './routes.ts'

export { figuresQuery } from './figures.ts'

const DAY_MS = 86_400_000

const mailOfTheDay: Job<Record<string, never>> = {
  name: 'mail-conversations-of-the-day',
  data: z.strictObject({}),
  // A second run on the same day would mail those again who were mailed already.
  queue: { retryLimit: 0 },
}

export interface ConversationsDeps {
  db: Database
  jobs: Jobs
  outbox: Outbox
  publicUrl: string
  assistants: Pick<Assistants, 'owned' | 'saveSettings'>
  calls: Pick<Calls, 'host'>
}

export type Conversations = Awaited<ReturnType<typeof createConversations>>

/** Conversations of visitors with own assistants, on the side of their owners. */
export async function createConversations({ db, jobs, outbox, publicUrl, assistants, calls }: ConversationsDeps) {
  const list = createConversationList(db)

  /** One mail for each assistant that had conversations since the day before. */
  async function mailDay(): Promise<void> {
    const since = new Date(Date.now() - DAY_MS)
    const wanting = await db
      .select({ id: ownAssistants.id, name: ownAssistants.name, owner: users, settings: ownAssistants.conversations })
      .from(ownAssistants)
      .innerJoin(users, eq(users.id, ownAssistants.userId))
      .where(sql`${ownAssistants.conversations}->>'mail' = 'daily'`)
    for (const { id, name, owner, settings } of wanting) {
      if (!conversationSettingsSchema.parse(settings).keeps) continue
      const count = await db.$count(
        callTable,
        and(isKeptBy(db, { id, ownerId: owner.id }), gt(callTable.createdAt, since)),
      )
      if (count === 0) continue
      await outbox.post(
        db,
        composeMail({
          to: owner.email,
          greetingName: owner.name,
          subject: `${count === 1 ? 'One conversation' : `${count} conversations`} with ${name}`,
          before: `${name} had ${count === 1 ? 'one conversation' : `${count} conversations`} since yesterday.`,
          action: { label: 'Open the conversations', url: `${publicUrl}/assistants/${id}/conversations` },
          after: 'You get this mail once a day because you chose it under Conversations. You can change it there.',
        }),
      )
    }
  }

  await jobs.define(mailOfTheDay)
  await jobs.work(mailOfTheDay, mailDay)
  await jobs.repeat(mailOfTheDay, '0 6 * * *', {})
  return {
    /** For owners' programs. */
    ...createOwnersConversations(db),
    /** @throws AppError `not-found`, for another's assistant as for none */
    figuresOf: async (ownerId: string, assistantId: string, period: Parameters<typeof readFigures>[2]) =>
      readFigures(db, await assistants.owned(ownerId, assistantId), period),
    mailDay,
    routes: createConversationRoutes({
      db,
      assistants,
      list,
      desk: createConversationDesk(db, list, calls.host),
      questions: createQuestions(db),
    }),
  }
}
