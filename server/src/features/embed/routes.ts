import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { continuedCallSchema, startCallResponseSchema } from '#contract/calls.ts'
import { AppError } from '#contract/errors.ts'
import { apiRouter, apiRoutes, json, jsonBody, refused } from '../../infra/http/api-route.ts'
import type { AppEnv } from '../../infra/http/context.ts'
import { isOnSite, siteAnswerSchema, type TagLook } from '#contract/website.ts'
import type { Calls } from '../calls/calls.ts'
import type { EmbedTickets } from './tickets.ts'

const SITE_KNOWN_FOR_SECONDS = 300
const TICKETS_PATH = '/api/embed/{assistantId}/tickets'

const forAnyone = apiRoutes('anonymous', 'Embed')

const params = z.object({ assistantId: z.string().max(80) })
const issued = json(z.object({ ticket: z.string(), expiresAt: z.iso.datetime() }), 'Valid for about two minutes.')
const refusals = {
  403: refused('This site is not allowed.'),
  404: refused('There is no such assistant.'),
}

const ticketRoute = forAnyone.post(TICKETS_PATH, 'Ask, from another site, for permission to call an assistant', {
  'x-rate-limit': 'call',
  description:
    'Used by `/embed.js` in the page of the site. The browser names the page’s origin, which must be one that the ' +
    'assistant is allowed on.',
  request: { params },
  responses: { 201: issued, ...refusals },
})

const siteRoute = forAnyone.get(
  '/api/embed/{assistantId}/site',
  'Ask, from another site, whether it may show an assistant',
  {
    description:
      'Used by `/embed.js` before it shows anything, so that visitors of a site that is not allowed never see a broken ' +
      'frame. The browser names the page’s origin.',
    request: { params },
    responses: {
      200: json(siteAnswerSchema, 'This site is allowed to show this own assistant, in this way.'),
      204: { description: 'This site is allowed to show this assistant of the catalogue.' },
      ...refusals,
    },
  },
)

const sightingRoute = forAnyone.post(
  '/api/embed/{assistantId}/sightings',
  'Report that a page of a site shows an own assistant',
  {
    'x-rate-limit': 'call',
    description: 'Sent by `/embed.js` where `isReportWanted` asked for it; tells the owner that the tag is in place.',
    request: { params },
    responses: { 204: { description: 'Noted.' }, ...refusals },
  },
)

const frameTicketRoute = forAnyone.post(
  '/api/embed/{assistantId}/frame-tickets',
  'Ask, from a frame without our script around it, for permission to call an assistant',
  {
    'x-rate-limit': 'call',
    description:
      'For a bare `<iframe>`. Only the page in our own frame may ask, and browsers show that frame on the allowed sites ' +
      'and nowhere else (`frame-ancestors`); `site` is the origin of the page around it.',
    request: {
      params,
      body: jsonBody(z.object({ site: z.string().max(300) })),
    },
    responses: { 201: issued, ...refusals },
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

export interface EmbeddedAssistant {
  id: string
  /** Exact origins, or origins with `*` as the first label of the host name. */
  sites: readonly string[]
  /** Set for own assistants only. */
  own?: { look: TagLook; isReportWanted: (site: string) => boolean }
}

interface EmbedRoutesOptions {
  publicUrl: string
  /** Undefined if there is no such assistant. */
  find: (assistant: string) => Promise<EmbeddedAssistant | undefined>
  /** Notes that the tag was seen on a page of this site. */
  markSeen: (assistantId: string, site: string) => Promise<void>
  tickets: EmbedTickets
  /** Grants a call to a visitor without an account. `site` is the origin that embeds the assistant. */
  grantGuestCall: Calls['desk']['grantGuest']
}

export function createEmbedRoutes({ publicUrl, find, markSeen, tickets, grantGuestCall }: EmbedRoutesOptions) {
  const ownOrigin = new URL(publicUrl).origin

  /** @throws AppError `assistant-unavailable`, `origin-refused` */
  async function allowedOn(assistant: string, origin: string): Promise<{ found: EmbeddedAssistant; site: string }> {
    const found = await find(assistant)
    if (!found) throw new AppError('assistant-unavailable')
    const site = found.sites.find((each) => isOnSite(origin, each))
    // Our own site starts calls through `POST /api/calls`, which knows the caller.
    if (site === undefined || origin === ownOrigin) throw new AppError('origin-refused')
    return { found, site }
  }

  return apiRouter()
    .openapi(siteRoute, async (c) => {
      const origin = letRead(c)
      const { found, site } = await allowedOn(c.req.valid('param').assistantId, origin)
      // Cached for visitors who open many pages of a site. Refusals are not cached, since the site's developer may be
      // fixing them.
      c.header('Cache-Control', `private, max-age=${SITE_KNOWN_FOR_SECONDS}`)
      if (!found.own) return c.body(null, 204)
      return c.json({ look: found.own.look, isReportWanted: found.own.isReportWanted(site) }, 200)
    })
    .openapi(sightingRoute, async (c) => {
      const origin = letRead(c)
      const { found, site } = await allowedOn(c.req.valid('param').assistantId, origin)
      if (found.own) await markSeen(found.id, site)
      return c.body(null, 204)
    })
    .openapi(frameTicketRoute, async (c) => {
      // Browsers send the origin with each POST, so a page of another site can't request a ticket as if it were the
      // frame.
      if (c.req.header('Origin') !== ownOrigin) throw new AppError('origin-refused')
      const { assistantId } = c.req.valid('param')
      const { site } = c.req.valid('json')
      await allowedOn(assistantId, site)
      return c.json(tickets.issue(assistantId, site), 201)
    })
    .openapi(ticketRoute, async (c) => {
      const { assistantId } = c.req.valid('param')
      const origin = letRead(c)
      await allowedOn(assistantId, origin)
      return c.json(tickets.issue(assistantId, origin), 201)
    })
    .openapi(callRoute, async (c) => {
      const { ticket, ...continued } = c.req.valid('json')
      const read = tickets.read(ticket)
      if (!read)
        throw new AppError('origin-refused', {
          detail: 'This page’s permission to start calls has expired. Please try again.',
        })
      // Checked again, since the owner may have removed the site meanwhile.
      const { found } = await allowedOn(read.assistantId, read.origin)
      const wish = { ...continued, clientKey: c.var.clientKey, assistantId: found.id, site: read.origin }
      return c.json(await grantGuestCall(wish), 201)
    })
}

/**
 * Lets the requesting page read the response, even a refusal, because nothing in it depends on who is signed in.
 * Preflights are never allowed, so these requests must do without a JSON body and headers of their own.
 * @returns the origin of the page, or an empty text
 */
function letRead(c: Context<AppEnv>): string {
  const origin = c.req.header('Origin') ?? ''
  c.header('Access-Control-Allow-Origin', origin === '' ? '*' : origin)
  c.header('Vary', 'Origin')
  return origin
}
