import { z } from '@hono/zod-openapi'
import { doneSchema } from '#contract/account.ts'
import { AppError } from '#contract/errors.ts'
import {
  startVapiCallRequestSchema,
  startVapiCallResponseSchema,
  vapiCallStartedRequestSchema,
} from '#contract/vapi.ts'
import { apiRoute, apiRouter, json, jsonBody } from '../../infra/http/api-route.ts'
import { problemSchema } from '../../infra/http/problem.ts'
import { ownerOf } from '../../infra/http/session.ts'
import { isSameSecret, SECRET_HEADER, vapiServerMessageSchema } from './server-messages.ts'
import type { VapiCallStore } from './vapi-call-store.ts'
import type { VapiDesk } from './vapi-desk.ts'

/** A report holds all that was said, and all that was prompted, several times over. */
export const VAPI_WEBHOOK_PATH = '/api/webhooks/vapi'
const MAX_REPORT_BYTES = 8 * 1024 * 1024

const startRoute = apiRoute({
  method: 'post',
  path: '/api/calls/vapi',
  'x-role': 'user',
  'x-rate-limit': 'call',
  tags: ['Calls'],
  summary: 'Ask for permission to call an assistant through Vapi',
  description:
    'Answers with what the browser passes to Vapi: the limit, and a signed mark by which the call is counted.',
  request: { body: jsonBody(startVapiCallRequestSchema) },
  responses: {
    201: json(startVapiCallResponseSchema, 'The call may be made.'),
    402: json(problemSchema, 'No minutes are left.'),
    404: json(problemSchema, 'There is no such assistant.'),
    429: json(problemSchema, 'Too many calls at once, or too many attempts.'),
    503: json(problemSchema, 'Vapi is switched off here.'),
  },
})

const startedRoute = apiRoute({
  method: 'post',
  path: '/api/calls/vapi/{id}/started',
  'x-role': 'user',
  tags: ['Calls'],
  summary: "Report the call's id at Vapi",
  description: 'A hint only: what Vapi itself reports takes precedence.',
  request: { params: z.object({ id: z.string().max(64) }), body: jsonBody(vapiCallStartedRequestSchema) },
  responses: { 200: json(doneSchema, 'Noted.'), 404: json(problemSchema, 'No such call of yours.') },
})

const webhookRoute = apiRoute({
  method: 'post',
  path: VAPI_WEBHOOK_PATH,
  'x-role': 'anonymous',
  'x-max-body-bytes': MAX_REPORT_BYTES,
  tags: ['Calls'],
  summary: 'Receive a message from Vapi',
  description: `For Vapi alone, which shows a secret in \`${SECRET_HEADER}\`. Answered with 200 once it is written.`,
  responses: {
    200: json(doneSchema, 'It is stored, was already, or is not needed.'),
    400: json(problemSchema, 'The secret is wrong or missing.'),
  },
})

export interface VapiRoutesOptions {
  /** Whether this deployment lets people call through Vapi. */
  isOn: boolean
  desk: VapiDesk
  store: VapiCallStore
  /** None: nothing is taken from Vapi. */
  webhookSecret: string | undefined
}

export function createVapiRoutes({ isOn, desk, store, webhookSecret }: VapiRoutesOptions) {
  const refuseWhenOff = () => {
    if (isOn) return
    throw new AppError('unavailable', { detail: 'Calls through Vapi are switched off here. Use the built-in engine.' })
  }
  return apiRouter()
    .openapi(startRoute, async (c) => {
      refuseWhenOff()
      const request = { ...c.req.valid('json'), clientKey: c.var.clientKey }
      const granted = await desk.grant(ownerOf(await c.var.viewer()), request)
      c.header('Cache-Control', 'no-store')
      return c.json(granted, 201)
    })
    .openapi(startedRoute, async (c) => {
      const { vapiCallId } = c.req.valid('json')
      await store.hinted(c.req.valid('param').id, ownerOf(await c.var.viewer()), vapiCallId)
      return c.json({ status: true as const }, 200)
    })
    .openapi(webhookRoute, async (c) => {
      if (webhookSecret === undefined || !isSameSecret(c.req.header(SECRET_HEADER) ?? '', webhookSecret)) {
        c.var.log.warn('a webhook in the name of Vapi was refused')
        throw new AppError('bad-request', { detail: 'The secret is not Vapi’s.' })
      }
      const message = vapiServerMessageSchema.safeParse(await c.req.json().catch(() => null))
      if (message.success) await desk.receive(message.data.message)
      // Vapi sends many kinds, and may send others one day; what is not read is no reason for sending it again.
      return c.json({ status: true as const }, 200)
    })
}
