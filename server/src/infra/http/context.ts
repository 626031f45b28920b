import type { HttpBindings } from '@hono/node-server'
import type { Logger } from 'pino'
import type { ApiScope } from '#contract/api-keys.ts'
import type { RateLimiter } from './rate-limit.ts'

/** The sender of a request. A signed-in person may have entered the access code as well (`team`). */
export type Viewer =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'user'
      readonly userId: string
      readonly email: string
      readonly displayName: string
      readonly team: boolean
    }
  | { readonly kind: 'team'; readonly teamSessionId: string }
  /** A program with an API key of the owner. */
  | { readonly kind: 'program'; readonly keyId: string; readonly ownerId: string; readonly scopes: readonly ApiScope[] }

export interface AppEnv {
  /** Node's own request and response; absent when a test calls the app without a socket. */
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    /** Bound to the request's id. Never log bodies, speech, tokens or query strings. */
    log: Logger
    /** The client as rate limits count it: an IPv4 address or an IPv6 /64 network. */
    clientKey: string
    rateLimiter: RateLimiter
    /** The request's viewer, looked up once on first use. */
    viewer: () => Promise<Viewer>
  }
}
