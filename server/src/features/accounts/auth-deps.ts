import type { Logger } from 'pino'
import type { Database, Transaction } from '../../infra/db/client.ts'
import type { Outbox } from '../../infra/mail/outbox.ts'

/** What accounts are built on. */
export interface AuthDeps {
  readonly db: Database
  readonly secret: string
  readonly publicUrl: string
  readonly outbox: Outbox
  readonly log: Logger
  /** Addresses of throw-away mail services may not sign up. */
  readonly refusesThrowAwayMail?: boolean
  /** Told of every new account, in the transaction that makes it. */
  readonly onSignUp: (tx: Transaction, person: { email: string; displayName: string }) => Promise<void>
}
