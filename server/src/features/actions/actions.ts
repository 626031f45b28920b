import type { Logger } from 'pino'
import { actionSettingsSchema } from '#contract/actions.ts'
import type { Env } from '../../config/env.ts'
import type { Database } from '../../infra/db/client.ts'
import { createPublicFetch } from '../../infra/http/public-fetch.ts'
import type { Outbox } from '../../infra/mail/outbox.ts'
import type { CallActions } from '../../voice/actions.ts'
import type { Assistants } from '../assistants/assistants.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import { toolsOf } from './action-tools.ts'
import { createAppointmentLists } from './appointment-lists.ts'
import { createAppointments } from './appointments.ts'
import { createBusyCalendars } from './busy-calendars.ts'
import { createCallActions, type CallActionsOf } from './call-actions.ts'
import { createCodeTries } from './code-tries.ts'
import { createFreeTimes } from './free-times.ts'
import { createLeads } from './leads.ts'
import { createActionRoutes } from './routes.ts'

export { createLastMails, type LastMails } from './last-mails.ts'

interface ActionsDeps {
  db: Database
  config: Pick<Env, 'localMode' | 'MAIL_FROM'>
  publicUrl: string
  outbox: Outbox
  webhooks: Webhooks
  assistants: Pick<Assistants, 'inAddress' | 'saveSettings'>
  log: Logger
}

interface ActionsWish extends Omit<CallActionsOf, 'settings' | 'tools'> {
  /** The stored section `actions` of the assistant's settings, not yet parsed. */
  settings: unknown
  timeZone: string
}

export type Actions = ReturnType<typeof createActions>

/** Everything that own assistants can do in a call besides answering, and its results: leads and appointments. */
export function createActions({ db, config, publicUrl, outbox, webhooks, assistants, log }: ActionsDeps) {
  // Local mode allows webhooks and calendars on this machine, for development.
  const fetchPublic = createPublicFetch({ allowLoopback: config.localMode })
  const leads = createLeads(db, outbox, webhooks, publicUrl)
  const calendars = createBusyCalendars({ fetchPublic, log })
  const freeTimes = createFreeTimes({ db, calendars })
  const mailFrom = config.MAIL_FROM
  const appointments = createAppointments({ db, outbox, webhooks, freeTimes, publicUrl, mailFrom })
  const lists = createAppointmentLists(db)
  const codeTries = createCodeTries(db)
  return {
    /** Undefined if the owner has switched no action on. Cheap: no database query. */
    forCall({ settings: kept, timeZone, ...call }: ActionsWish): CallActions | undefined {
      const parsed = actionSettingsSchema.safeParse(kept)
      if (!parsed.success) {
        log.error({ assistantId: call.assistantId, err: parsed.error }, 'kept settings of actions cannot be read')
        return undefined
      }
      const settings = { ...parsed.data, timeZone }
      const tools = toolsOf(settings)
      if (tools.length === 0) return undefined
      return createCallActions(
        { leads, appointments, freeTimes, codeTries, fetchPublic, log },
        { ...call, settings, tools },
      )
    },
    /** For the API of owners' programs. */
    leadsOf: leads.ofOwner,
    appointmentsOf: lists.ofOwner,
    chores: [() => codeTries.deleteOld()],
    routes: createActionRoutes({
      db,
      allowLoopback: config.localMode,
      assistants,
      leads,
      appointments,
      lists,
      freeTimes,
      calendars,
    }),
  }
}
