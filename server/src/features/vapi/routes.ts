import { z } from '@hono/zod-openapi'
import { doneSchema } from '#contract/account.ts'
import { AppError } from '#contract/errors.ts'
import {
  callEnginesSchema,
  startVapiCallRequestSchema,
  startVapiCallResponseSchema,
  vapiCallStartedRequestSchema,
  type CallEngines,
} from '#contract/vapi.ts'
import { apiRouter, apiRoutes, json, jsonBody, refused } from '../../infra/http/api-route.ts'
import { ownerOf } from '../../infra/http/session.ts'
import type { Calls } from '../calls/calls.ts'
import { isSameSecret, SECRET_HEADER, vapiServerMessageSchema } from './server-messages.ts'
import type { VapiDesk } from './vapi-desk.ts'

export const VAPI_WEBHOOK_PATH = '/api/webhooks/vapi'
/** A report holds everything that was said and prompted, several times over. */
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

const startedRoute = forUser.post('/api/calls/vapi/{id}/started', "Report the call's id at Vapi", {
  description: 'A hint only: what Vapi itself reports takes precedence.',
  request: { params: z.object({ id: z.string().max(64) }), body: jsonBody(vapiCallStartedRequestSchema) },
  responses: { 200: json(doneSchema, 'Noted.'), 404: refused('No such call of yours.') },
})

const webhookRoute = forAnyone.post(VAPI_WEBHOOK_PATH, 'Receive a message from Vapi', {
  'x-max-body-bytes': MAX_REPORT_BYTES,
  description: `For Vapi alone, which shows a secret in \`${SECRET_HEADER}\`. Answered with 200 once it is written.`,
  responses: {
    200: json(doneSchema, 'It is stored, was already, or is not needed.'),
    400: refused('The secret is wrong or missing.'),
  },
})

export interface VapiRoutesOptions {
  /** Whether this deployment lets people call through Vapi. */
  isOn: boolean
  /** Read for each answer: `vapi:push` may have made assistants meanwhile. */
  engines: () => CallEngines
  desk: VapiDesk
  hinted: Calls['atVapi']['hinted']
  /** Undefined: no reports are accepted. */
  webhookSecret: string | undefined
}

export function createVapiRoutes({ isOn, engines, desk, hinted, webhookSecret }: VapiRoutesOptions) {
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
      const request = { ...c.req.valid('json'), clientKey: c.var.clientKey }
      const granted = await desk.grant(ownerOf(await c.var.viewer()), request)
      c.header('Cache-Control', 'no-store')
      return c.json(granted, 201)
    })
    .openapi(startedRoute, async (c) => {
      const { vapiCallId } = c.req.valid('json')
      await hinted(c.req.valid('param').id, ownerOf(await c.var.viewer()), vapiCallId)
      return c.json({ status: true as const }, 200)
    })
    .openapi(webhookRoute, async (c) => {
      if (webhookSecret === undefined || !isSameSecret(c.req.header(SECRET_HEADER) ?? '', webhookSecret)) {
        c.var.log.warn('a webhook in the name of Vapi was refused')
        throw new AppError('bad-request', { detail: 'The secret is not Vapi’s.' })
      }
      const message = vapiServerMessageSchema.safeParse(await c.req.json().catch(() => null))
      if (message.success) await desk.receive(message.data.message)
      // Vapi sends many kinds of messages. A message that is not read is accepted as well, else Vapi would send it again.
      return c.json({ status: true as const }, 200)
    })
}
