import type { Database } from '../../infra/db/client.ts'
import { createAccountDataRoutes } from './account-data-routes.ts'
import type { AssistantDirectory } from '../assistants/directory.ts'
import { checkPassword } from './account.ts'
import type { Auth } from './auth.ts'
import type { Billing } from '../billing/billing.ts'
import type { Studio } from '../assistants/own/studio.ts'
import type { TalkingVideosPart } from '../videos/videos.ts'

export interface AccountDataOptions {
  db: Database
  auth: Auth
  studio: Studio
  assistants: AssistantDirectory
  /** None: nothing is sold, so there is nothing to be listed or ended. */
  billing: Billing | undefined
  talkingVideos: Pick<TalkingVideosPart, 'library'>
}

/** Taking one's data along, and leaving: every part that keeps something of a person, put together. */
export function createAccountDataPart({ db, auth, studio, assistants, billing, talkingVideos }: AccountDataOptions) {
  return createAccountDataRoutes({
    db,
    namesOf: (ids) => assistants.namesOf(ids),
    listOwn: async (userId) => ({ ownAssistants: await studio.exportFor(userId) }),
    checkPassword: (userId, password) => checkPassword(db, auth, userId, password),
    // Null where the provider doesn't answer.
    listInvoices: async (person) => (billing ? billing.mine.listInvoices(person).catch(() => null) : []),
    endSubscriptions: async (person) => billing?.mine.endEverything(person),
    clearFiles: () => talkingVideos.library.clear(),
  })
}
