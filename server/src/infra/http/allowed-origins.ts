import type { Env } from '../../config/env.ts'

/**
 * Whether a page may open sockets here. A browser always tells its page's origin; the site's own, under any name
 * that leads here, and those of ALLOWED_ORIGINS are let in.
 */
export function createOriginCheck(config: Pick<Env, 'PUBLIC_URL' | 'ALLOWED_ORIGINS'>) {
  const allowed = new Set([new URL(config.PUBLIC_URL).origin, ...config.ALLOWED_ORIGINS])
  return (origin: string, host: string | undefined): boolean => {
    if (allowed.has(origin)) return true
    return host !== undefined && URL.canParse(origin) && new URL(origin).host === host
  }
}
