import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

// The state of the payment sandbox. Times are in Unix seconds, as in its API; a test clock may be far ahead of real time.

const seconds = (name: string) => bigint(name, { mode: 'number' })

/** One row for each object of the sandbox. The other columns repeat fields of `data` for filtering. */
export const sandboxStripeObjects = pgTable(
  'sandbox_stripe_objects',
  {
    id: text('id').primaryKey(),
    /** The order of creation, which is the order of lists. */
    seq: bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** The API's `object` field: `customer`, `checkout.session` … */
    kind: text('kind').notNull(),
    created: seconds('created').notNull(),
    customer: text('customer'),
    subscription: text('subscription'),
    status: text('status'),
    email: text('email'),
    lookupKey: text('lookup_key'),
    testClock: text('test_clock'),
    deleted: boolean('deleted').notNull().default(false),
    /** When the next change of this object by time is due. */
    dueAt: seconds('due_at'),
    /** The object as the API shows it. */
    data: jsonb('data').notNull(),
    /** Data about the object that the API never shows. */
    hidden: jsonb('hidden').notNull(),
  },
  (table) => [
    index('sandbox_stripe_objects_kind').on(table.kind, table.seq),
    index('sandbox_stripe_objects_customer').on(table.customer, table.kind),
    index('sandbox_stripe_objects_subscription').on(table.subscription, table.kind),
    index('sandbox_stripe_objects_email').on(table.email),
    index('sandbox_stripe_objects_due').on(table.testClock, table.dueAt),
    uniqueIndex('sandbox_stripe_objects_lookup_key').on(table.lookupKey),
  ],
)

export const sandboxStripeEvents = pgTable(
  'sandbox_stripe_events',
  {
    id: text('id').primaryKey(),
    seq: bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    type: text('type').notNull(),
    created: seconds('created').notNull(),
    /** The event as it is sent. */
    data: jsonb('data').notNull(),
  },
  (table) => [
    index('sandbox_stripe_events_seq').on(table.seq),
    index('sandbox_stripe_events_created').on(table.created),
  ],
)

/** One row for each event and each address that it is sent to. */
export const sandboxStripeDeliveries = pgTable(
  'sandbox_stripe_deliveries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    eventId: text('event_id')
      .notNull()
      .references(() => sandboxStripeEvents.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    /** The `we_…` endpoint; null for the address that the server was started with. */
    endpointId: text('endpoint_id'),
    status: text('status').$type<'pending' | 'delivered' | 'given-up'>().notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /**
     * In milliseconds of real time since 1970. The process that claims a delivery sets this to a later time, so that no
     * other process sends it.
     */
    nextAttemptAtMs: bigint('next_attempt_at_ms', { mode: 'number' }).notNull(),
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
  },
  (table) => [
    index('sandbox_stripe_deliveries_due').on(table.status, table.nextAttemptAtMs),
    index('sandbox_stripe_deliveries_event').on(table.eventId),
  ],
)

/** Responses that are returned again for a repeated `Idempotency-Key`. */
export const sandboxStripeAnswers = pgTable(
  'sandbox_stripe_answers',
  {
    key: text('key').primaryKey(),
    path: text('path').notNull(),
    paramsHash: text('params_hash').notNull(),
    status: integer('status').notNull(),
    body: jsonb('body').notNull(),
    createdAtMs: bigint('created_at_ms', { mode: 'number' }).notNull(),
  },
  (table) => [index('sandbox_stripe_answers_created').on(table.createdAtMs)],
)
