import { z } from '@hono/zod-openapi'
import {
  v1AppointmentsSchema,
  v1AssistantsSchema,
  v1ConversationDetailSchema,
  v1ConversationsSchema,
  v1FiguresSchema,
  v1LeadsSchema,
} from '#contract/api-keys.ts'
import { conversationFilterSchema } from '#contract/conversations.ts'
import { ownAssistantIdSchema } from '#contract/own-assistant.ts'
import { apiRouter, apiRoutes, json, refused } from '../../infra/http/api-route.ts'
import { placeSchema, limitSchema } from '../../infra/http/page-query.ts'
import type { Actions } from '../actions/actions.ts'
import { missingOwn, oneOwn, type Assistants } from '../assistants/assistants.ts'
import { figuresQuery, type Conversations } from '../conversations/conversations.ts'

const PER_PAGE = 50

const forProgram = apiRoutes('program', 'For your programs')

const pageQuery = z.object({
  cursor: placeSchema('[a-z]{3,4}_[0-9a-f-]{32,36}', 'That is not a page of this list. Please begin without a cursor.')
    .optional()
    .describe('`nextCursor` of the page before.'),
  limit: limitSchema(PER_PAGE),
  assistantId: ownAssistantIdSchema.optional().describe('Only of this assistant.'),
})
/** Programs say `cursor` where the rest of the server says `before`. */
const toPlace = <Query extends { cursor?: string | undefined }>({ cursor: before, ...query }: Query) => ({
  ...query,
  before,
})

const assistantsRoute = forProgram.get('/api/v1/assistants', 'List your assistants', {
  'x-scope': 'assistants:read',
  responses: { 200: json(v1AssistantsSchema, 'All on one page, newest first.') },
})
const leadsRoute = forProgram.get('/api/v1/leads', 'List what callers left', {
  'x-scope': 'leads:read',
  request: { query: pageQuery.transform(toPlace) },
  responses: { 200: json(v1LeadsSchema, 'Newest first.') },
})
const appointmentsRoute = forProgram.get('/api/v1/appointments', 'List appointments', {
  'x-scope': 'appointments:read',
  request: { query: pageQuery.transform(toPlace) },
  responses: { 200: json(v1AppointmentsSchema, 'By when they begin, the latest first; cancelled ones included.') },
})
const conversationsRoute = forProgram.get('/api/v1/conversations', 'List conversations that have ended', {
  'x-scope': 'conversations:read',
  description: 'Those in which the visitor said something, kept or not. `search` finds words of kept ones only.',
  request: { query: pageQuery.extend(conversationFilterSchema.shape).transform(toPlace) },
  responses: { 200: json(v1ConversationsSchema, 'Newest first.') },
})
const conversationRoute = forProgram.get('/api/v1/conversations/{conversationId}', 'Get one conversation', {
  'x-scope': 'conversations:read',
  request: { params: z.object({ conversationId: z.string().max(64) }) },
  responses: {
    200: json(v1ConversationDetailSchema, 'With its lines, where words are kept.'),
    404: refused('There is no such conversation.'),
  },
})
const figuresRoute = forProgram.get('/api/v1/assistants/{id}/figures', 'Get an assistant’s figures', {
  'x-scope': 'figures:read',
  request: { ...oneOwn, query: figuresQuery },
  responses: {
    200: json(v1FiguresSchema, 'Of conversations in which the visitor said something, kept or not.'),
    400: refused('The period is too long, or ends before it begins.'),
    404: missingOwn,
  },
})

export interface V1Deps {
  assistants: Pick<Assistants, 'ownedBy'>
  actions: Pick<Actions, 'leadsOf' | 'appointmentsOf'>
  conversations: Pick<Conversations, 'conversationsOf' | 'conversationOf' | 'figuresOf'>
}

/** Lists only what belongs to the owner of the key. */
export function createV1Routes({ assistants, actions, conversations }: V1Deps) {
  return apiRouter()
    .openapi(assistantsRoute, async (c) =>
      c.json({ data: await assistants.ownedBy(c.var.program.ownerId), nextCursor: null }, 200),
    )
    .openapi(leadsRoute, async (c) => c.json(await actions.leadsOf(c.var.program.ownerId, c.req.valid('query')), 200))
    .openapi(appointmentsRoute, async (c) =>
      c.json(await actions.appointmentsOf(c.var.program.ownerId, c.req.valid('query')), 200),
    )
    .openapi(conversationsRoute, async (c) =>
      c.json(await conversations.conversationsOf(c.var.program.ownerId, c.req.valid('query')), 200),
    )
    .openapi(conversationRoute, async (c) =>
      c.json(await conversations.conversationOf(c.var.program.ownerId, c.req.valid('param').conversationId), 200),
    )
    .openapi(figuresRoute, async (c) => {
      const { id: assistantId } = c.req.valid('param')
      const figures = await conversations.figuresOf(c.var.program.ownerId, assistantId, c.req.valid('query'))
      return c.json({ ...figures, assistantId }, 200)
    })
}
