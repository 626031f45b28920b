import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../../server/src/infra/http/context.ts'
import { createSession } from '../resources/checkout-sessions.ts'
import { noSuch } from '../wire/stripe-error.ts'
import { holds } from '../work.ts'
import { goTo, page, writes, type PageDeps } from './page-answers.ts'
import { messagePage } from './shell.ts'

/** What an address may add; anything else in these places is dropped without a word, as at Stripe. */
const querySchema = z.object({
  client_reference_id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,200}$/)
    .optional()
    .catch(undefined),
  prefilled_email: z.email().optional().catch(undefined),
})

/** A payment link opens a checkout of its own for each visit. */
export function createLinkRoutes(deps: PageDeps): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/sandbox/stripe/link/:code', (c) =>
    writes(deps, c, async (work) => {
      const url = `${deps.settings.publicUrl}/sandbox/stripe/link/${c.req.param('code')}`
      const [link] = await work.findAll('payment_link', holds({ url }))
      if (!link) throw noSuch('payment link', url, 'id')
      if (!link.data.active) {
        const text = link.data.inactive_message ?? 'This link is no longer active. Nothing was paid.'
        return page(messagePage({ title: 'Link not active', text }), 410)
      }
      const query = querySchema.parse(c.req.query())
      const session = await createSession(work, {
        lineItems: link.hidden.lineItems,
        plan: link.hidden.plan,
        successUrl: link.data.after_completion.redirect?.url ?? null,
        clientReferenceId: query.client_reference_id,
        prefilledEmail: query.prefilled_email,
        metadata: link.data.metadata,
        paymentLink: link.id,
        collection: link.data.payment_method_collection,
      })
      return goTo(deps, `/sandbox/stripe/pay/${session.id}`)
    }),
  )
}
