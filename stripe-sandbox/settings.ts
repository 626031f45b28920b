import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** What the sandbox needs of a database: Drizzle on PGlite or PostgreSQL, with the tables of `schema.ts` in it. */
export interface Database extends Pick<
  PgDatabase<PgQueryResultHKT>,
  'select' | 'insert' | 'update' | 'delete' | 'execute'
> {
  transaction<Result>(task: (tx: Database) => Promise<Result>): Promise<Result>
}

export interface Settings {
  /** Where the sandbox's pages are reached, without a slash at the end. */
  readonly publicUrl: string
  /** The address that gets every event, beside the endpoints that were made through the API. */
  readonly webhookUrl: string | undefined
  readonly clock: () => Date
  /** What becomes of a subscription after the last failed retry; Stripe lets the account choose, too. */
  readonly afterLastRetry: 'canceled' | 'unpaid'
}
