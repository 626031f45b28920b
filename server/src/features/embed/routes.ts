import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { startCallResponseSchema, type StartCallResponse } from '#contract/calls.ts'
import { AppError } from '#contract/errors.ts'
import { apiRoute, apiRouter, json, jsonBody } from '../../http/api-route.ts'
import type { AppEnv } from '../../http/context.ts'
import { problemSchema } from '../../http/problem.ts'
import type { EmbedSites } from './sites.ts'
import type { EmbedTickets } from './tickets.ts'

const TICKETS_PATH = '/api/embed/{assistantId}/tickets'

const ticketRoute = apiRoute({
  method: 'post',
  path: TICKETS_PATH,
  'x-role': 'anonymous',
  'x-rate-limit': 'call',
  tags: ['Embed'],
  summary: 'Ask, from another site, for leave to call an assistant',
  description:
    'Asked by `/embed.js` in the page of the site. The browser names the page’s origin, which must be one that the ' +
    'assistant is allowed on.',
  request: { params: z.object({ assistantId: z.string().max(80) }) },
  responses: {
    201: json(z.object({ ticket: z.string(), expiresAt: z.iso.datetime() }), 'Good for some two minutes.'),
    403: json(problemSchema, 'This site may not.'),
    404: json(problemSchema, 'No such assistant.'),
  },
})

const callRoute = apiRoute({
  method: 'post',
  path: '/api/embed/calls',
  'x-role': 'anonymous',
  'x-rate-limit': 'call',
  tags: ['Embed'],
  summary: 'Start a call from a frame on another site',
  description: 'Answers as `POST /api/calls` does. Of the caller nothing is known, and no words are kept.',
  request: { body: jsonBody(z.object({ ticket: z.string().max(1_000) })) },
  responses: {
    201: json(startCallResponseSchema, 'The call may be joined.'),
    403: json(problemSchema, 'The ticket is wrong or too old, or its site may no longer.'),
    404: json(problemSchema, 'No such assistant.'),
    429: json(problemSchema, 'Too many calls from one address, or too many tries.'),
    503: json(problemSchema, 'Its minutes are used up, or too many people talk with it.'),
  },
})

export interface EmbedRoutesOptions {
  publicUrl: string
  sites: EmbedSites
  tickets: EmbedTickets
  /** A call of somebody without an account on this site. */
  grantGuestCall: (guest: { clientKey: string }, assistantId: string) => Promise<StartCallResponse>
}

export function createEmbedRoutes({ publicUrl, sites, tickets, grantGuestCall }: EmbedRoutesOptions) {
  const ownOrigin = new URL(publicUrl).origin

  /** @throws AppError `assistant-unavailable`, `origin-refused` */
  async function refuseUnlessAllowed(assistantId: string, origin: string): Promise<void> {
    const allowed = await sites.allowed(assistantId)
    if (!allowed) throw new AppError('assistant-unavailable')
    // On our own site calls are started by people who are known: `POST /api/calls`.
    if (!allowed.includes(origin) || origin === ownOrigin) throw new AppError('origin-refused')
  }

  const router = apiRouter()
    .openapi(ticketRoute, async (c) => {
      const { assistantId } = c.req.valid('param')
      const origin = c.req.header('Origin') ?? ''
      letRead(c, origin)
      await refuseUnlessAllowed(assistantId, origin)
      const { ticket, expiresAt } = tickets.issue(assistantId, origin)
      c.header('Cache-Control', 'no-store')
      return c.json({ ticket, expiresAt: expiresAt.toISOString() }, 201)
    })
    .openapi(callRoute, async (c) => {
      const read = tickets.read(c.req.valid('json').ticket)
      if (!read)
        throw new AppError('origin-refused', { detail: 'The leave of this page has expired. Please try again.' })
      // Asked again: it may have been taken back meanwhile.
      await refuseUnlessAllowed(read.assistantId, read.origin)
      const granted = await grantGuestCall({ clientKey: c.var.clientKey }, read.assistantId)
      c.header('Cache-Control', 'no-store')
      return c.json(granted, 201)
    })
  return router
}

/**
 * The answer, also a refusal, may be read by the page that asked: it holds nothing that depends on who is signed in.
 * What needs a preflight is never allowed, so the request has no body and no headers of its own.
 */
function letRead(c: Context<AppEnv>, origin: string): void {
  c.header('Access-Control-Allow-Origin', origin === '' ? '*' : origin)
  c.header('Vary', 'Origin')
}
