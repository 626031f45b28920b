import type { Env } from '../../config/env.ts'

/**
 * Whether a page may open sockets here. A browser always tells its page's origin; the site's own, under any name
 * that leads here, and those of ALLOWED_ORIGINS are let in.
 */
export function createOriginCheck(config: Pick<Env, 'PUBLIC_URL' | 'ALLOWED_ORIGINS'>) {
  const isOwn = createOwnOriginCheck(config)
  const allowed = new Set(config.ALLOWED_ORIGINS)
  return (origin: string, host: string | undefined): boolean => allowed.has(origin) || isOwn(origin, host)
}

/** Whether a request comes from a page of this site, under whatever name it was reached. */
export function createOwnOriginCheck({ PUBLIC_URL: publicUrl }: Pick<Env, 'PUBLIC_URL'>) {
  const own = new URL(publicUrl).origin
  return (origin: string, host: string | undefined): boolean => {
    if (origin === own) return true
    return host !== undefined && URL.canParse(origin) && new URL(origin).host === host
  }
}
