import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { AppEnv } from './context.ts'

/** An entity tag that changes with the bytes, quoted as it stands in the header. */
export function etagOf(bytes: Uint8Array | string): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}

/** Whether the client holds this very version already. Proxies that compress turn the tag into a weak one. */
export function isHeldByClient(c: Context<AppEnv>, etag: string): boolean {
  const held = c.req.header('If-None-Match') ?? ''
  return held === '*' || held.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
