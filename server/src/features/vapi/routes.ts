import { z } from '@hono/zod-openapi'
import { doneSchema } from '#contract/account.ts'
import { AppError } from '#contract/errors.ts'
import {
  callEnginesSchema,
  makeOwnVapiCallRequestSchema,
  makeOwnVapiCallResponseSchema,
  startVapiCallRequestSchema,
  startVapiCallResponseSchema,
  vapiCallStartedRequestSchema,
  type CallEngines,
} from '#contract/vapi.ts'
import { apiRouter, apiRoutes, json, jsonBody, refused } from '../../infra/http/api-route.ts'
import { callerFrom } from '../../infra/http/session.ts'
import { oneOwn } from '../assistants/assistants.ts'
import type { Calls } from '../calls/calls.ts'
import { isSameSecret } from '../../infra/secrets.ts'
import { SECRET_HEADER, vapiServerMessageSchema } from './server-messages.ts'
import type { OwnCalls } from './own-calls.ts'
import type { createToolCalls } from './tool-calls.ts'
import type { VapiDesk } from './vapi-desk.ts'

export const VAPI_WEBHOOK_PATH = '/api/webhooks/vapi'
/** A report contains everything that was said and prompted, several times over. */
const MAX_REPORT_BYTES = 8 * 1024 * 1024

const forAnyone = apiRoutes('anonymous', 'Calls')
const forUser = apiRoutes('user', 'Calls')

const enginesRoute = forAnyone.get('/api/call-engines', 'List the engines that can make a call in this deployment', {
  responses: { 200: json(callEnginesSchema, 'Public facts only, no secrets.') },
})

const startRoute = forUser.post('/api/calls/vapi', 'Ask for permission to call an assistant through Vapi', {
  'x-rate-limit': 'call',
  description:
    'Answers with what the browser passes to Vapi: the limit, and a signed mark by which the call is counted.',
  request: { body: jsonBody(startVapiCallRequestSchema) },
  responses: {
    201: json(startVapiCallResponseSchema, 'The call may be made.'),
    402: refused('No minutes are left.'),
    404: refused('There is no such assistant.'),
    429: refused('Too many calls at once, or too many attempts.'),
    503: refused('Vapi is switched off here.'),
  },
})

const startOwnRoute = apiRoutes('anonymous', 'Calls', 'Own assistants').post(
  '/api/own-assistants/{id}/calls/vapi',
  "Ask for permission to call a business's own assistant through Vapi",
  {
    'x-rate-limit': 'call',
    description:
      'As `POST /api/own-assistants/{id}/calls`. The answer holds a permit with which the web SDK makes the call at ' +
      '`POST /api/vapi/call/web`.',
    request: oneOwn,
    responses: {
      201: json(startVapiCallResponseSchema, 'The call may be made.'),
      402: refused('It is your own, and the minutes of your plan are used up.'),
      403: refused('The request comes from a page of another site.'),
      404: refused('There is no such assistant, or it is not live.'),
      429: refused('Too many attempts.'),
      503: refused('Its minutes are used up, or Vapi does not carry own assistants here.'),
    },
  },
)

const makeOwnRoute = forAnyone.post('/api/vapi/call/web', 'Make a permitted call with an own assistant at Vapi', {
  description: 'For the web SDK of Vapi, in the place of its `POST /call/web`. A permit is good for one call.',
  request: { body: jsonBody(makeOwnVapiCallRequestSchema) },
  responses: {
    201: json(makeOwnVapiCallResponseSchema, 'The room of the call.'),
    401: refused('The permit is wrong, was used or has expired.'),
    503: refused('Vapi does not carry own assistants here, or does not answer.'),
  },
})

const startedRoute = forUser.post('/api/calls/vapi/{id}/started', "Report the call's id at Vapi", {
  description: 'A hint only: what Vapi itself reports takes precedence.',
  request: { params: z.object({ id: z.string().max(64) }), body: jsonBody(vapiCallStartedRequestSchema) },
  responses: { 200: json(doneSchema, 'Noted.'), 404: refused('No such call of yours.') },
})

const toolResultsSchema = z.object({
  results: z.array(z.object({ toolCallId: z.string(), name: z.string(), result: z.string() })),
})

const webhookRoute = forAnyone.post(VAPI_WEBHOOK_PATH, 'Receive a message from Vapi', {
  'x-max-body-bytes': MAX_REPORT_BYTES,
  description: `For Vapi alone, which shows a secret in \`${SECRET_HEADER}\`. Answered with 200 once it is written.`,
  responses: {
    200: json(
      z.union([doneSchema, toolResultsSchema]),
      'It is stored, was already, or is not needed. Of `tool-calls`: what the actions gave.',
    ),
    400: refused('The secret is wrong or missing.'),
  },
})

interface VapiRoutesOptions {
  /** Whether this deployment lets people call through Vapi. */
  isOn: boolean
  /** Read for each response, since `vapi:push` may have created assistants meanwhile. */
  engines: () => CallEngines
  desk: VapiDesk
  /** Undefined if Vapi does not carry own assistants here. */
  ownCalls: OwnCalls | undefined
  answerToolCalls: ReturnType<typeof createToolCalls>
  /** Whether this origin is this site's own. */
  isOwnOrigin: (origin: string, host: string | undefined) => boolean
  hinted: Calls['atVapi']['hinted']
  /** Undefined refuses all reports. */
  webhookSecret: string | undefined
}

export function createVapiRoutes(options: VapiRoutesOptions) {
  const { isOn, engines, desk, ownCalls, answerToolCalls, isOwnOrigin, hinted, webhookSecret } = options
  const ownCallsOrRefuse = () => {
    if (ownCalls) return ownCalls
    throw new AppError('unavailable', { detail: 'Own assistants are not called through Vapi here.' })
  }
  const refuseWhenOff = () => {
    if (isOn) return
    throw new AppError('unavailable', { detail: 'Calls through Vapi are switched off here. Use the built-in engine.' })
  }
  return apiRouter()
    .openapi(enginesRoute, (c) => {
      c.header('Cache-Control', 'no-cache')
      return c.json(engines(), 200)
    })
    .openapi(startRoute, async (c) => {
      refuseWhenOff()
      const wish = { ...c.req.valid('json'), clientKey: c.var.clientKey }
      return c.json(await desk.grant(c.var.owner, wish), 201)
    })
    .openapi(startOwnRoute, async (c) => {
      ownCallsOrRefuse()
      const caller = await callerFrom(c, isOwnOrigin)
      const wish = { assistantId: c.req.valid('param').id, clientKey: c.var.clientKey }
      return c.json(await desk.grantOwn(caller, wish), 201)
    })
    .openapi(makeOwnRoute, async (c) => {
      const { voxhall: permit } = c.req.valid('json').assistantOverrides.metadata
      return c.json(await ownCallsOrRefuse().make(permit), 201)
    })
    .openapi(startedRoute, async (c) => {
      await hinted(c.req.valid('param').id, c.var.owner, c.req.valid('json').vapiCallId)
      return c.json({ status: true as const }, 200)
    })
    .openapi(webhookRoute, async (c) => {
      if (webhookSecret === undefined || !isSameSecret(c.req.header(SECRET_HEADER) ?? '', webhookSecret)) {
        c.var.log.warn('a webhook in the name of Vapi was refused')
        throw new AppError('bad-request', { detail: 'The secret is not Vapi’s.' })
      }
      const body = vapiServerMessageSchema.safeParse(await c.req.json().catch(() => null))
      const message = body.data?.message
      if (message?.type === 'tool-calls') return c.json(await answerToolCalls(message), 200)
      if (message) await desk.receive(message)
      // Vapi sends many kinds of messages. Those that are not read are accepted too, or Vapi would send them again.
      return c.json({ status: true as const }, 200)
    })
}
