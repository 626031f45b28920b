import type { Logger } from 'pino'
import type { DatabaseHandle } from '../../infra/db/client.ts'
import { createCrmEvents } from './crm-events.ts'
import { recordMessage, recordOwner, recordSignUp } from './email-records.ts'
import { createCrmRoutes } from './routes.ts'
import { recountFigures } from './stats.ts'

export type Crm = Awaited<ReturnType<typeof createCrm>>

/** The team's dashboard (lists, figures, follow-ups, live changes), and functions with which other features add records. */
export async function createCrm({ database, log }: { database: DatabaseHandle; log: Logger }) {
  const { db, connection } = database
  const events = await createCrmEvents(connection, log)
  return {
    routes: createCrmRoutes({ db, events }),
    recordSignUp,
    recordOwner,
    recordMessage,
    chores: [() => recountFigures(db)],
    /** Ends the streams of live changes, which would otherwise hold their connections open. */
    close: () => events.close(),
  }
}
