import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import {
  continuedCallSchema,
  startCallResponseSchema,
  type ContinuedCall,
  type StartCallResponse,
} from '#contract/calls.ts'
import { AppError } from '#contract/errors.ts'
import { apiRouter, apiRoutes, json, jsonBody, refused } from '../../infra/http/api-route.ts'
import type { AppEnv } from '../../infra/http/context.ts'
import type { EmbedTickets } from './tickets.ts'

const SITE_KNOWN_FOR_SECONDS = 300
const TICKETS_PATH = '/api/embed/{assistantId}/tickets'

const forAnyone = apiRoutes('anonymous', 'Embed')

const ticketRoute = forAnyone.post(TICKETS_PATH, 'Ask, from another site, for permission to call an assistant', {
  'x-rate-limit': 'call',
  description:
    'Used by `/embed.js` in the page of the site. The browser names the page’s origin, which must be one that the ' +
    'assistant is allowed on.',
  request: { params: z.object({ assistantId: z.string().max(80) }) },
  responses: {
    201: json(z.object({ ticket: z.string(), expiresAt: z.iso.datetime() }), 'Valid for about two minutes.'),
    403: refused('This site is not allowed.'),
    404: refused('There is no such assistant.'),
  },
})

const siteRoute = forAnyone.get(
  '/api/embed/{assistantId}/site',
  'Ask, from another site, whether it may show an assistant',
  {
    description:
      'Used by `/embed.js` before it shows anything, so that visitors of a site that is not allowed never see a broken ' +
      'frame. The browser names the page’s origin.',
    request: { params: z.object({ assistantId: z.string().max(80) }) },
    responses: {
      204: { description: 'This site is allowed.' },
      403: refused('This site is not allowed.'),
      404: refused('There is no such assistant.'),
    },
  },
)

const callRoute = forAnyone.post('/api/embed/calls', 'Start a call from a frame on another site', {
  'x-rate-limit': 'call',
  description: 'Answers as `POST /api/calls` does. Nothing is known about the caller, and no words are kept.',
  request: { body: jsonBody(continuedCallSchema.extend({ ticket: z.string().max(1_000) })) },
  responses: {
    201: json(startCallResponseSchema, 'The call may be joined.'),
    403: refused('The ticket is invalid or has expired, or its site is no longer allowed.'),
    404: refused('There is no such assistant.'),
    429: refused('Too many calls from one address, or too many attempts.'),
    503: refused('Its minutes are used up, or too many people are talking with it.'),
  },
})

export interface EmbedRoutesOptions {
  publicUrl: string
  /** The origins that may call an assistant; undefined where there is no such assistant. */
  originsOf: (assistant: string) => Promise<readonly string[] | undefined>
  tickets: EmbedTickets
  /** A call of a visitor without an account here. `site` is the origin that embeds the assistant. */
  grantGuestCall: (
    wish: ContinuedCall & { clientKey: string; assistantId: string; site: string },
  ) => Promise<StartCallResponse>
}

export function createEmbedRoutes({ publicUrl, originsOf, tickets, grantGuestCall }: EmbedRoutesOptions) {
  const ownOrigin = new URL(publicUrl).origin

  /** @throws AppError `assistant-unavailable`, `origin-refused` */
  async function refuseUnlessAllowed(assistantId: string, origin: string): Promise<void> {
    const allowed = await originsOf(assistantId)
    if (!allowed) throw new AppError('assistant-unavailable')
    // On our own site calls are started by people who are known: `POST /api/calls`.
    if (!allowed.includes(origin) || origin === ownOrigin) throw new AppError('origin-refused')
  }

  const router = apiRouter()
    .openapi(siteRoute, async (c) => {
      const origin = c.req.header('Origin') ?? ''
      letRead(c, origin)
      await refuseUnlessAllowed(c.req.valid('param').assistantId, origin)
      // For visitors who turn many pages of a site; a refused is asked about anew, since its developer is at work.
      c.header('Cache-Control', `private, max-age=${SITE_KNOWN_FOR_SECONDS}`)
      return c.body(null, 204)
    })
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
      const { ticket, ...continued } = c.req.valid('json')
      const read = tickets.read(ticket)
      if (!read)
        throw new AppError('origin-refused', {
          detail: 'This page’s permission to start calls has expired. Please try again.',
        })
      // Asked again: it may have been taken back meanwhile.
      await refuseUnlessAllowed(read.assistantId, read.origin)
      const granted = await grantGuestCall({
        ...continued,
        clientKey: c.var.clientKey,
        assistantId: read.assistantId,
        site: read.origin,
      })
      c.header('Cache-Control', 'no-store')
      return c.json(granted, 201)
    })
  return router
}

/**
 * The answer, also a refused, may be read by the page that asked: it holds nothing that depends on who is signed in.
 * What needs a preflight is never allowed, so the request has no body and no headers of its own.
 */
function letRead(c: Context<AppEnv>, origin: string): void {
  c.header('Access-Control-Allow-Origin', origin === '' ? '*' : origin)
  c.header('Vary', 'Origin')
}
