import type { BetterAuthOptions } from 'better-auth'
import type { Logger } from 'pino'
import type { Database } from '../../infra/db/client.ts'
import type { Outbox } from '../../infra/mail/outbox.ts'
import type { Crm } from '../crm/crm.ts'

/** Functions that hash a password and verify it against a hash. */
type Passwords = NonNullable<NonNullable<BetterAuthOptions['emailAndPassword']>['password']>

/** What accounts depend on. */
export interface AuthDeps {
  readonly db: Database
  readonly secret: string
  readonly publicUrl: string
  readonly outbox: Outbox
  readonly log: Logger
  /** Refuses sign-ups with addresses of disposable mail services. */
  readonly refusesThrowAwayMail: boolean
  /** Replaces Better Auth's scrypt. */
  readonly passwords?: Passwords | undefined
  readonly crm: Pick<Crm, 'recordSignUp'>
}
