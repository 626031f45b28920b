import type { BetterAuthOptions } from 'better-auth'
import type { Logger } from 'pino'
import type { Database } from '../../infra/db/client.ts'
import type { Outbox } from '../../infra/mail/outbox.ts'
import type { Crm } from '../crm/crm.ts'

/** How passwords are hashed, and compared with the hash. */
type Passwords = NonNullable<NonNullable<BetterAuthOptions['emailAndPassword']>['password']>

/** What accounts are built on. */
export interface AuthDeps {
  readonly db: Database
  readonly secret: string
  readonly publicUrl: string
  readonly outbox: Outbox
  readonly log: Logger
  /** Addresses of throw-away mail services may not sign up. */
  readonly refusesThrowAwayMail: boolean
  /** Replaces Better Auth's scrypt. */
  readonly passwords?: Passwords | undefined
  readonly crm: Pick<Crm, 'recordSignUp'>
}
