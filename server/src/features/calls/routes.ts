import {
  continuedCallSchema,
  listCallsResponseSchema,
  startCallRequestSchema,
  startCallResponseSchema,
} from '#contract/calls.ts'
import { apiRouter, apiRoutes, json, jsonBody, refused } from '../../infra/http/api-route.ts'
import { pageQuery } from '../../infra/http/page-query.ts'
import { callerFrom } from '../../infra/http/session.ts'
import { oneOwn } from '../assistants/assistants.ts'
import type { FeatureCallDesk } from './call-desk.ts'
import type { CallReads, ListedCall } from './call-reads.ts'

const CALLS_PER_PAGE = 20

const forUser = apiRoutes('user', 'Calls')

const startCall = forUser.post('/api/calls', 'Start a call with an assistant', {
  'x-rate-limit': 'call',
  description:
    'Answers with a token that opens the socket once, within a minute: as a bearer token or as the subprotocol ' +
    '`openai-insecure-api-key.<token>`. The socket speaks the OpenAI Realtime protocol; a `response.create` before ' +
    'anything was said makes the assistant say its first message. The server ends the call at `limitMs`. A caller whose ' +
    'connection broke names the lost call in `continues`: the remaining time and what was said carry over.',
  request: { body: jsonBody(startCallRequestSchema) },
  responses: {
    201: json(startCallResponseSchema, 'The call may be joined.'),
    402: refused('The minutes of the plan are used up.'),
    404: refused('There is no such assistant.'),
    429: refused('Too many calls at once, too many attempts, or today’s free minutes are used up.'),
    503: refused('Free demos are taking a break.'),
  },
})

const startOwnCall = apiRoutes('anonymous', 'Calls', 'Own assistants').post(
  '/api/own-assistants/{id}/calls',
  "Start a call with a business's own assistant",
  {
    'x-rate-limit': 'call',
    description:
      'Needs no account: the minutes are those of its owner’s business plan. A caller without one must be on a page of ' +
      'this site; other sites start calls by `/api/embed`. Answers as `POST /api/calls` does.',
    request: {
      ...oneOwn,
      body: { required: false, content: { 'application/json': { schema: continuedCallSchema } } },
    },
    responses: {
      201: json(startCallResponseSchema, 'The call may be joined.'),
      402: refused('It is your own, and the minutes of your plan are used up.'),
      403: refused('The request comes from a page of another site.'),
      404: refused('There is no such assistant, or it is not live.'),
      429: refused('Too many attempts.'),
      503: refused('Its minutes are used up, or too many people are talking with it.'),
    },
  },
)

const listCalls = forUser.get('/api/calls', 'List your calls with what was said and how long the answers took', {
  request: {
    query: pageQuery('call_[0-9a-f-]{36}', CALLS_PER_PAGE),
  },
  responses: { 200: json(listCallsResponseSchema, 'Newest first.') },
})

interface CallRoutesOptions {
  desk: FeatureCallDesk
  reads: Pick<CallReads, 'list'>
  /** Whether this origin is this site's own. */
  isOwnOrigin: (origin: string, host: string | undefined) => boolean
  /** Names of assistants by id, including deleted ones. */
  namesOf: (assistantIds: readonly string[]) => Promise<(assistantId: string) => string>
}

export function createCallRoutes({ desk, reads, namesOf, isOwnOrigin }: CallRoutesOptions) {
  return apiRouter()
    .openapi(startCall, async (c) => {
      const wish = { ...c.req.valid('json'), clientKey: c.var.clientKey }
      return c.json(await desk.grant(c.var.owner, wish), 201)
    })
    .openapi(startOwnCall, async (c) => {
      const caller = await callerFrom(c, isOwnOrigin)
      const wish = { ...c.req.valid('json'), assistantId: c.req.valid('param').id, clientKey: c.var.clientKey }
      return c.json(await desk.grant(caller, wish), 201)
    })
    .openapi(listCalls, async (c) => {
      const { rows, nextBefore } = await reads.list(c.var.owner, c.req.valid('query'))
      const nameOf = await namesOf(rows.map(({ call }) => call.assistantId))
      return c.json({ calls: rows.map((row) => toRecord(row, nameOf)), nextBefore }, 200)
    })
}

function toRecord({ call, lines }: ListedCall, nameOf: (assistantId: string) => string) {
  const { id, assistantId, status, endReason, createdAt, startedAt, endedAt, durationMs } = call
  const assistantName = nameOf(assistantId)
  return { id, assistantId, assistantName, status, endReason, createdAt, startedAt, endedAt, durationMs, lines }
}
