import type { BetterAuthOptions } from 'better-auth'
import { betterAuth } from 'better-auth/minimal'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { bearer } from 'better-auth/plugins/bearer'
import type { Logger } from 'pino'
import { z } from 'zod'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#contract/account-limits.ts'
import type { Database } from '../../infra/db/client.ts'
import { accounts, sessions, users, verifications } from '../../infra/db/schema/auth.ts'
import type { Outbox } from '../../infra/mail/outbox.ts'
import type { Crm } from '../crm/crm.ts'
import type { KnownDevices } from './known-devices.ts'
import type { MailLinks } from './mail-links.ts'

/** Functions that hash a password and verify it against a hash. */
type Passwords = NonNullable<NonNullable<BetterAuthOptions['emailAndPassword']>['password']>

/** What accounts depend on. */
export interface AuthDeps {
  db: Database
  secret: string
  publicUrl: string
  outbox: Outbox
  log: Logger
  /** Refuses sign-ups with addresses of disposable mail services. */
  refusesThrowAwayMail: boolean
  /** Replaces Better Auth's scrypt. */
  passwords?: Passwords | undefined
  crm: Pick<Crm, 'recordSignUp' | 'recordOwner'>
}

const SESSION_LIFETIME_SECONDS = 7 * 24 * 3_600
/** A session in use is prolonged once a day. */
const SESSION_REFRESH_SECONDS = 24 * 3_600

/**
 * Passes the client's address to Better Auth, which stores it with the session. The server sets this header itself and
 * never takes it from a request.
 */
export const CLIENT_ADDRESS_HEADER = 'x-voxhall-client'

/** Opens a session for a person who has just proved to own the mailbox. Only our own routes call it. */
const sessionsByLink = {
  id: 'sessions-by-link',
  endpoints: {
    openSession: createAuthEndpoint(
      '/open-session',
      { method: 'POST', body: z.object({ userId: z.string() }) },
      async (ctx) => {
        const { internalAdapter } = ctx.context
        const user = await internalAdapter.findUserById(ctx.body.userId)
        if (!user) throw new Error('the account was deleted as it was opened')
        const session = await internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ user })
      },
    ),
  },
}

export type Auth = ReturnType<typeof createAuth>

/** What the routes of accounts share. */
export interface AccountParts {
  deps: AuthDeps
  auth: Auth
  links: MailLinks
  devices: KnownDevices
}

/**
 * Better Auth stores passwords and sessions. Only our own routes call it, through `auth.api`, so its cookies, its other
 * endpoints and its error format never reach the network.
 */
export function createAuth(deps: Pick<AuthDeps, 'db' | 'secret' | 'publicUrl' | 'log' | 'passwords'>) {
  const { db, secret, publicUrl, log, passwords } = deps
  return betterAuth({
    appName: 'Voxhall',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret,
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
    }),
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: PASSWORD_MIN_LENGTH,
      maxPasswordLength: PASSWORD_MAX_LENGTH,
      ...(passwords && { password: passwords }),
    },
    emailVerification: { sendOnSignUp: false, sendOnSignIn: false },
    session: { expiresIn: SESSION_LIFETIME_SECONDS, updateAge: SESSION_REFRESH_SECONDS },
    // A token read from the database is useless: clients must send it with a signature.
    plugins: [bearer({ requireSignature: true }), sessionsByLink],
    advanced: { ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] } },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message) => {
        if (level === 'error') log.error({ source: 'better-auth' }, message)
        else log.debug({ source: 'better-auth' }, message)
      },
    },
  })
}
