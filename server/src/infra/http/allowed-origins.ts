import type { Env } from '../../config/env.ts'

/**
 * Whether a page may open sockets here. A browser always tells its page's origin; the site's own, under any name
 * that leads here, and those of ALLOWED_ORIGINS are let in.
 */
export function createOriginCheck(config: Pick<Env, 'PUBLIC_URL' | 'ALLOWED_ORIGINS'>) {
  // Without the token of a call a socket opens nothing, so any name that leads here will do.
  const isOwn = createOwnOriginCheck({ ...config, localMode: true })
  const allowed = new Set(config.ALLOWED_ORIGINS)
  return (origin: string, host: string | undefined): boolean => allowed.has(origin) || isOwn(origin, host)
}

/**
 * Whether a request comes from a page of this site. In local mode it may have been reached under any name; elsewhere another
 * site could give this server a name of its own, so only the name in `PUBLIC_URL` counts.
 */
export function createOwnOriginCheck({ PUBLIC_URL: publicUrl, localMode }: Pick<Env, 'PUBLIC_URL' | 'localMode'>) {
  const own = new URL(publicUrl).origin
  return (origin: string, host: string | undefined): boolean => {
    if (origin === own) return true
    if (!localMode) return false
    return host !== undefined && URL.canParse(origin) && new URL(origin).host === host
  }
}
