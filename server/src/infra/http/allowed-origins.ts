import type { Env } from '../../config/env.ts'

/**
 * Whether a page may open WebSockets to this server. Browsers always send the page's origin; allowed are the site's own
 * origin, under any host name that leads here, and those of ALLOWED_ORIGINS.
 */
export function createOriginCheck(config: Pick<Env, 'PUBLIC_URL' | 'ALLOWED_ORIGINS'>) {
  // Any host name that leads here is accepted: a socket is useless without the token of a call.
  const isOwn = createOwnOriginCheck({ ...config, localMode: true })
  const allowed = new Set(config.ALLOWED_ORIGINS)
  return (origin: string, host: string | undefined): boolean => allowed.has(origin) || isOwn(origin, host)
}

/**
 * Whether a request comes from a page of this site. Local mode accepts any host name under which it was reached. In
 * production another site could point its own name at this server, so only the name in `PUBLIC_URL` counts.
 */
export function createOwnOriginCheck({ PUBLIC_URL: publicUrl, localMode }: Pick<Env, 'PUBLIC_URL' | 'localMode'>) {
  const own = new URL(publicUrl).origin
  return (origin: string, host: string | undefined): boolean => {
    if (origin === own) return true
    if (!localMode) return false
    return host !== undefined && URL.canParse(origin) && new URL(origin).host === host
  }
}
