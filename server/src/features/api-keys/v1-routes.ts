import { z } from '@hono/zod-openapi'
import { v1AppointmentsSchema, v1AssistantsSchema, v1LeadsSchema } from '#contract/api-keys.ts'
import { ownAssistantIdSchema } from '#contract/own-assistant.ts'
import { apiRouter, apiRoutes, json } from '../../infra/http/api-route.ts'
import { programOf } from '../../infra/http/session.ts'
import type { Actions } from '../actions/actions.ts'
import type { Assistants } from '../assistants/assistants.ts'

const PER_PAGE = 50
/** What `nextCursor` looks like; the years are those that every date type knows. */
const CURSOR = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z~[a-z]{3,4}_[0-9a-f-]{32,36}$/

const forProgram = apiRoutes('program', 'For your programs')

const page = {
  query: z.object({
    cursor: z
      .string()
      .regex(CURSOR, 'That is not a page of this list. Please begin without a cursor.')
      .optional()
      .describe('`nextCursor` of the page before.'),
    limit: z.coerce.number().int().min(1).max(100).default(PER_PAGE),
    assistantId: ownAssistantIdSchema.optional().describe('Only of this assistant.'),
  }),
}

const assistantsRoute = forProgram.get('/api/v1/assistants', 'List your assistants', {
  'x-scope': 'assistants:read',
  responses: { 200: json(v1AssistantsSchema, 'All on one page, newest first.') },
})
const leadsRoute = forProgram.get('/api/v1/leads', 'List what callers left', {
  'x-scope': 'leads:read',
  request: page,
  responses: { 200: json(v1LeadsSchema, 'Newest first.') },
})
const appointmentsRoute = forProgram.get('/api/v1/appointments', 'List appointments', {
  'x-scope': 'appointments:read',
  request: page,
  responses: { 200: json(v1AppointmentsSchema, 'By when they begin, the latest first; cancelled ones included.') },
})

export interface V1Deps {
  assistants: Pick<Assistants, 'ownedBy'>
  actions: Pick<Actions, 'leadsOf' | 'appointmentsOf'>
}

/** Lists only what belongs to the owner of the key. */
export function createV1Routes({ assistants, actions }: V1Deps) {
  return apiRouter()
    .openapi(assistantsRoute, async (c) => {
      const { ownerId } = await programOf(c)
      return c.json({ data: await assistants.ownedBy(ownerId), nextCursor: null }, 200)
    })
    .openapi(leadsRoute, async (c) => {
      const { ownerId } = await programOf(c)
      return c.json(await actions.leadsOf(ownerId, c.req.valid('query')), 200)
    })
    .openapi(appointmentsRoute, async (c) => {
      const { ownerId } = await programOf(c)
      return c.json(await actions.appointmentsOf(ownerId, c.req.valid('query')), 200)
    })
}
