import { z } from '@hono/zod-openapi'
import {
  crmStatsSchema,
  emailEditSchema,
  emailFiltersSchema,
  emailPageSchema,
  emailQuerySchema,
  emailRowSchema,
  subscriberFiltersSchema,
  subscriberPageSchema,
  subscriberQuerySchema,
} from '#contract/crm.ts'
import { AppError } from '#contract/errors.ts'
import type { Database } from '../../infra/db/client.ts'
import { apiRouter, apiRoutes, json, jsonBody, refused } from '../../infra/http/api-route.ts'
import { csv, csvHeaders } from '../../infra/http/csv-answer.ts'
import type { CrmEvents } from './crm-events.ts'
import { emailsCsv, subscribersCsv } from './csv-export.ts'
import { editEmail } from './email-records.ts'
import { findEmail, listEmails } from './email-list.ts'
import { eventStream } from './event-stream.ts'
import { readStats } from './stats.ts'
import { listSubscribers } from './subscriber-list.ts'

const forTeam = apiRoutes('team', 'CRM')
const idParams = z.object({ id: z.string().max(100) })

const subscribersRoute = forTeam.get('/api/crm/subscribers', 'List subscribers', {
  request: { query: subscriberQuerySchema },
  responses: { 200: json(subscriberPageSchema, 'A page of them, newest first unless asked otherwise.') },
})

const emailsRoute = forTeam.get('/api/crm/emails', 'List people to follow up by email', {
  request: { query: emailQuerySchema },
  responses: { 200: json(emailPageSchema, 'A page of them, newest first unless asked otherwise.') },
})

const emailRoute = forTeam.get('/api/crm/emails/{id}', 'Get one email record', {
  request: { params: idParams },
  responses: { 200: json(emailRowSchema, 'As it is now.'), 404: refused('It is gone.') },
})

const editRoute = forTeam.patch('/api/crm/emails/{id}', 'Change the follow-up status or the notes', {
  description:
    'Contacted sets the date of the last contact, any other status clears it. `version` is that of the row which the ' +
    'edit is based on; if it was changed since then, nothing is saved.',
  request: { params: idParams, body: jsonBody(emailEditSchema) },
  responses: {
    200: json(emailRowSchema, 'As it is now.'),
    404: refused('It is gone.'),
    409: refused('It was changed since then.'),
  },
})

const statsRoute = forTeam.get('/api/crm/stats', 'Get the figures above the tables', {
  responses: { 200: json(crmStatsSchema, 'As they are now.') },
})

const wholeList = csv(
  'In the order of the list. Text that a spreadsheet would run as a formula is prefixed with an apostrophe.',
)

const subscribersCsvRoute = forTeam.get(
  '/api/crm/subscribers.csv',
  'Export all matching subscribers for a spreadsheet',
  { request: { query: subscriberFiltersSchema }, responses: { 200: wholeList } },
)

const emailsCsvRoute = forTeam.get('/api/crm/emails.csv', 'Export all matching people to follow up for a spreadsheet', {
  request: { query: emailFiltersSchema },
  responses: { 200: wholeList },
})

const eventsRoute = forTeam.get('/api/crm/events', 'Receive changes as they happen', {
  description:
    'Server-sent events: `ready` at the start, then `changed` whose data is `subscribers` or `emails`. The stream ends ' +
    'after some minutes; open it again, and read the lists again, since a change may have come between.',
  responses: { 200: { description: 'Never ends by itself before that.', content: { 'text/event-stream': {} } } },
})

export function createCrmRoutes({ db, events }: { db: Database; events: CrmEvents }) {
  return apiRouter()
    .openapi(subscribersRoute, async (c) => {
      const { cursor, limit, ...filters } = c.req.valid('query')
      return c.json(await listSubscribers(db, filters, { cursor, limit }), 200)
    })
    .openapi(emailsRoute, async (c) => {
      const { cursor, limit, ...filters } = c.req.valid('query')
      return c.json(await listEmails(db, filters, { cursor, limit }), 200)
    })
    .openapi(emailRoute, async (c) => {
      const row = await findEmail(db, c.req.valid('param').id)
      if (!row) throw new AppError('not-found')
      return c.json(row, 200)
    })
    .openapi(editRoute, async (c) => c.json(await editEmail(db, c.req.valid('param').id, c.req.valid('json')), 200))
    .openapi(statsRoute, async (c) => c.json(await readStats(db), 200))
    .openapi(subscribersCsvRoute, (c) =>
      c.body(subscribersCsv(db, c.req.valid('query')), 200, csvHeaders('voxhall-subscribers.csv')),
    )
    .openapi(emailsCsvRoute, (c) =>
      c.body(emailsCsv(db, c.req.valid('query')), 200, csvHeaders('voxhall-email-crm.csv')),
    )
    .openapi(eventsRoute, (c) =>
      c.body(eventStream(events), 200, {
        'Content-Type': 'text/event-stream',
        // Tells nginx and similar proxies not to buffer the stream.
        'X-Accel-Buffering': 'no',
      }),
    )
}
