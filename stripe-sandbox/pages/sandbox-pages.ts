import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { AppEnv } from '../../server/src/infra/http/context.ts'
import { createCheckoutRoutes } from './checkout-routes.ts'
import { createInvoiceRoutes } from './invoice-routes.ts'
import { createLinkRoutes } from './link-routes.ts'
import type { PageDeps } from './page-answers.ts'
import { createPortalRoutes } from './portal-routes.ts'
import { messagePage, SANDBOX_STYLES, SANDBOX_STYLES_PATH } from './shell.ts'

const MAX_FORM_BYTES = 16 * 1024

/** The provider's own pages, under `/sandbox/stripe/`. */
export function createSandboxPages(deps: PageDeps): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .use('/sandbox/stripe/*', bodyLimit({ maxSize: MAX_FORM_BYTES }))
    .get(SANDBOX_STYLES_PATH, (c) => c.body(SANDBOX_STYLES, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
    .route('/', createCheckoutRoutes(deps))
    .route('/', createLinkRoutes(deps))
    .route('/', createPortalRoutes(deps))
    .route('/', createInvoiceRoutes(deps))
    .all('/sandbox/stripe/*', (c) => {
      const text = 'That page does not exist in the sandbox. Go back to where you came from and try again.'
      return c.html(messagePage({ title: 'Not found', text }), 404)
    })
}
