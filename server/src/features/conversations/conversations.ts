import type { Database } from '../../infra/db/client.ts'
import { choreJob, type Jobs } from '../../infra/jobs/jobs.ts'
import type { Outbox } from '../../infra/mail/outbox.ts'
import type { Assistants } from '../assistants/assistants.ts'
import type { Calls } from '../calls/calls.ts'
import { createConversationDesk } from './conversation-desk.ts'
import { createConversationList } from './conversation-list.ts'
import { createDailyMail } from './daily-mail.ts'
import { readFigures } from './figures.ts'
import { createOwnersConversations } from './owners-conversations.ts'
import { createQuestions } from './questions.ts'
import { createConversationRoutes } from './routes.ts'

export { figuresQuery } from './figures.ts'

const mailOfTheDay = choreJob('mail-conversations-of-the-day', { retryLimit: 5, retryDelay: 60, retryBackoff: true })

interface ConversationsDeps {
  db: Database
  jobs: Jobs
  outbox: Outbox
  publicUrl: string
  assistants: Pick<Assistants, 'inAddress' | 'owned' | 'saveSettings'>
  calls: Pick<Calls, 'host'>
}

export type Conversations = Awaited<ReturnType<typeof createConversations>>

/** Visitors' conversations with own assistants, as the owners see them. */
export async function createConversations({ db, jobs, outbox, publicUrl, assistants, calls }: ConversationsDeps) {
  const list = createConversationList(db)
  const dailyMail = createDailyMail(db, outbox, publicUrl)

  // Every hour, so that a server that was down at six catches up. Ten minutes past the hour, the calls that ended before it
  // have been stored.
  await jobs.schedule(mailOfTheDay, '10 * * * *', () => dailyMail.mailDay())
  return {
    /** For the API of owners' programs. */
    ...createOwnersConversations(db),
    /** @throws AppError `not-found`, also for another owner's assistant */
    figuresOf: async (ownerId: string, assistantId: string, period: Parameters<typeof readFigures>[2]) =>
      readFigures(db, await assistants.owned(ownerId, assistantId), period),
    mailDay: (now?: Date) => dailyMail.mailDay(now),
    routes: createConversationRoutes({
      db,
      assistants,
      list,
      dailyMail,
      desk: createConversationDesk(db, list, calls.host),
      questions: createQuestions(db),
    }),
  }
}
