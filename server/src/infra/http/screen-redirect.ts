import { createMiddleware } from 'hono/factory'
import { screenAddress } from '#contract/screens.ts'
import type { AppEnv } from './context.ts'

/** Redirects a screen's address in capitals or with extra slashes to its canonical form. */
export const toScreenAddress = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
  // As it was sent: Hono's own path is decoded, and no longer fit for a header.
  const { pathname, search } = new URL(c.req.url)
  const address = screenAddress(pathname)
  if (address === null || address === pathname) return next()
  return c.redirect(`${address}${search}`, 308)
})
