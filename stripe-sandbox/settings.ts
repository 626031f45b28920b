import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** The database that the sandbox needs: Drizzle on PGlite or PostgreSQL, with the tables of `schema.ts`. */
export interface Database extends Pick<
  PgDatabase<PgQueryResultHKT>,
  'select' | 'insert' | 'update' | 'delete' | 'execute'
> {
  transaction<Result>(task: (tx: Database) => Promise<Result>): Promise<Result>
}

export interface Settings {
  /** Where the sandbox's pages are reached, without a slash at the end. */
  readonly publicUrl: string
  /** An address that gets every event, in addition to the endpoints created through the API. */
  readonly webhookUrl: string | undefined
  readonly clock: () => Date
  /** The status of a subscription after its last failed retry, which is a setting of the account at Stripe too. */
  readonly afterLastRetry: 'canceled' | 'unpaid'
}
