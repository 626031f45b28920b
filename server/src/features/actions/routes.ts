import { randomBytes } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import { Temporal } from 'temporal-polyfill'
import {
  actionSettingsSchema,
  actionsResponseSchema,
  appointmentSchema,
  freeTimesResponseSchema,
  listAppointmentsResponseSchema,
  listLeadsResponseSchema,
  saveActionsRequestSchema,
  type ActionSettings,
} from '#contract/actions.ts'
import { AppError } from '#contract/errors.ts'
import { REVISION_WORDS } from '#contract/settings-revision.ts'
import type { Database } from '../../infra/db/client.ts'
import { apiRouter, apiRoutes, json, jsonBody, refused } from '../../infra/http/api-route.ts'
import { csv, csvHeaders } from '../../infra/http/csv-answer.ts'
import { pageQuery } from '../../infra/http/page-query.ts'
import { webhookAddressProblem } from '../../infra/http/webhook-address.ts'
import { missingOwn, oneOwn, settingsRevision, type Assistants, type OwnedAssistant } from '../assistants/assistants.ts'
import { actionRules, type ActionRules } from './action-rules.ts'
import type { AppointmentLists } from './appointment-lists.ts'
import type { Appointments } from './appointments.ts'
import type { BusyCalendars } from './busy-calendars.ts'
import type { FreeTimes } from './free-times.ts'
import type { Leads } from './leads.ts'

const SHOWN_DAYS = 7
const LEADS_PER_PAGE = 20

const forAccount = apiRoutes('account', 'Actions')

const readRoute = forAccount.get('/api/own-assistants/{id}/actions', 'Get what an assistant can do in a call', {
  request: oneOwn,
  responses: { 200: json(actionsResponseSchema, 'As it is now.'), 404: missingOwn },
})

const saveRoute = forAccount.put('/api/own-assistants/{id}/actions', 'Change what an assistant can do in a call', {
  description:
    'Replaces all settings and applies to calls that begin afterwards. What is left out is as by default. A webhook ' +
    `without a secret keeps the one it has, or gets one. ${REVISION_WORDS}`,
  request: { ...oneOwn, body: jsonBody(saveActionsRequestSchema) },
  responses: {
    200: json(actionsResponseSchema, 'As it is now.'),
    404: missingOwn,
    409: refused('It was changed in the meantime.'),
  },
})

const freeTimesRoute = forAccount.post(
  '/api/own-assistants/{id}/free-times',
  'Look up the next free times for appointments',
  {
    description: `As callers would be offered them: the next ${SHOWN_DAYS} days on which there is any. Reads the calendar.`,
    request: oneOwn,
    'x-rate-limit': 'outgoing',
    responses: { 200: json(freeTimesResponseSchema, 'Nothing is kept free.'), 404: missingOwn },
  },
)

const leadsRoute = forAccount.get('/api/own-assistants/{id}/leads', 'List what callers left with an assistant', {
  request: { ...oneOwn, query: pageQuery('lead_[0-9a-f]{32}', LEADS_PER_PAGE) },
  responses: { 200: json(listLeadsResponseSchema, 'Newest first.'), 404: missingOwn },
})

const leadsCsvRoute = forAccount.get('/api/own-assistants/{id}/leads.csv', 'Download what callers left as CSV', {
  request: oneOwn,
  responses: { 200: csv('Newest first.'), 404: missingOwn },
})

const appointmentsRoute = forAccount.get('/api/own-assistants/{id}/appointments', 'List appointments', {
  request: {
    ...oneOwn,
    query: z.object({
      range: z.enum(['coming', 'all']).default('coming').describe('`all`: with those of the last 30 days.'),
    }),
  },
  responses: { 200: json(listAppointmentsResponseSchema, 'The earliest first.'), 404: missingOwn },
})

const cancelRoute = forAccount.post(
  '/api/own-assistants/{id}/appointments/{appointmentId}/cancel',
  'Cancel an appointment',
  {
    description: 'Mails the visitor, where an address was left. Idempotent.',
    request: { params: oneOwn.params.extend({ appointmentId: z.string().max(64) }) },
    responses: { 200: json(appointmentSchema, 'It is cancelled.'), 404: refused('There is no such appointment.') },
  },
)

interface ActionRoutesDeps {
  db: Database
  /** Also accepts webhooks on this machine and without TLS. */
  allowLoopback: boolean
  assistants: Pick<Assistants, 'inAddress' | 'saveSettings'>
  leads: Pick<Leads, 'list' | 'csv'>
  appointments: Pick<Appointments, 'cancelAsOwner'>
  lists: Pick<AppointmentLists, 'list'>
  freeTimes: Pick<FreeTimes, 'freeDays'>
  calendars: Pick<BusyCalendars, 'peek' | 'read'>
}

export function createActionRoutes(deps: ActionRoutesDeps) {
  const { db, assistants, leads, appointments, lists, freeTimes, calendars } = deps
  const rulesOf = ({ settings, timeZone }: OwnedAssistant) => actionRules({ ...settings, timeZone })
  const calendarOf = (rules: ActionRules) => calendars.peek(rules.appointments.busyUrl, rules.timeZone)
  const answer = (assistant: OwnedAssistant) => {
    const { timeZone, ...settings } = rulesOf(assistant)
    const revision = settingsRevision(assistant.settings.actions)
    return { settings, revision, calendar: calendarOf({ ...settings, timeZone }) }
  }

  return apiRouter()
    .openapi(readRoute, async (c) => c.json(answer(await assistants.inAddress(c)), 200))
    .openapi(saveRoute, async (c) => {
      const { revision, ...sent } = c.req.valid('json')
      checkWebhooks(sent, deps.allowLoopback)
      const change = (kept: unknown) => withSecrets(sent, actionSettingsSchema.parse(kept))
      const { id } = c.req.valid('param')
      const saved = await assistants.saveSettings(db, c.var.account.userId, id, 'actions', change, revision)
      return c.json(answer(saved), 200)
    })
    .openapi(freeTimesRoute, async (c) => {
      const assistant = await assistants.inAddress(c)
      const { id: assistantId, ownerId, timeZone } = assistant
      const rules = rulesOf(assistant)
      const today = Temporal.Now.plainDateISO(timeZone)
      const found = await freeTimes.freeDays({ assistantId, ownerId }, rules, today, SHOWN_DAYS)
      const days = found.map((slots) => ({
        day: slots[0]?.start.toPlainDate().toString() ?? '',
        starts: slots.map(({ start }) => start.toString({ smallestUnit: 'minute' })),
      }))
      return c.json({ timeZone, calendar: calendarOf(rules), days }, 200)
    })
    .openapi(leadsRoute, async (c) => {
      const { id } = await assistants.inAddress(c)
      return c.json(await leads.list(id, c.req.valid('query')), 200)
    })
    .openapi(leadsCsvRoute, async (c) => {
      const { id } = await assistants.inAddress(c)
      return c.body(leads.csv(id), 200, csvHeaders('leads.csv'))
    })
    .openapi(appointmentsRoute, async (c) => {
      const { id, timeZone } = await assistants.inAddress(c)
      return c.json({ timeZone, appointments: await lists.list(id, c.req.valid('query').range) }, 200)
    })
    .openapi(cancelRoute, async (c) => {
      const { id } = await assistants.inAddress(c)
      return c.json(await appointments.cancelAsOwner(id, c.req.valid('param').appointmentId), 200)
    })
}

/** Checks the addresses of webhooks. @throws AppError `bad-request` */
function checkWebhooks({ webhooks }: ActionSettings, allowLoopback: boolean): void {
  const issues = webhooks.flatMap(({ url }, index) => {
    const message = webhookAddressProblem(url, allowLoopback)
    return message === undefined ? [] : [{ path: `webhooks.${index}.url`, message }]
  })
  if (issues[0]) throw new AppError('bad-request', { detail: issues[0].message, issues })
}

/** A webhook that is sent without a secret keeps the one that it has, or gets one. */
function withSecrets(sent: ActionSettings, kept: ActionSettings): ActionSettings {
  const secretOf = (id: string) =>
    kept.webhooks.find((webhook) => webhook.id === id)?.secret ?? `whsec_${randomBytes(32).toString('base64')}`
  const webhooks = sent.webhooks.map((webhook) =>
    webhook.secret === '' ? { ...webhook, secret: secretOf(webhook.id) } : webhook,
  )
  return { ...sent, webhooks }
}
