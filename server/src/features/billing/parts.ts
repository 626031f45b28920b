import type { Logger } from 'pino'
import type { Database } from '../../infra/db/client.ts'
import type { Jobs } from '../../infra/jobs/jobs.ts'
import type { Outbox } from '../../infra/mail/outbox.ts'
import type { Payments } from '../../vendors/stripe.ts'
import { createCheckout } from './checkout.ts'
import { createClaims } from './claims.ts'
import { createBillingEvents } from './events.ts'
import { readInvoices } from './invoices.ts'
import { createManage } from './manage.ts'
import { createMyBilling } from './my-billing.ts'
import { createReceipts } from './receipts.ts'
import { createSubscriberStore } from './subscriber-store.ts'
import { createSync } from './sync.ts'
import { checkUsage } from './usage-check.ts'
import { createUsage } from './usage.ts'

export interface BillingPartsDeps {
  db: Database
  jobs: Jobs
  outbox: Outbox
  log: Logger
  publicUrl: string
  /** Signs the links that claim purchases. The sandbox's webhook secret is derived from it. */
  secret: string
  payments: Payments
  paymentLinks: ReadonlyMap<string, string>
  /** Events of one customer that arrive within this time share one read of the customer. */
  eventGatherMs?: number | undefined
}

export type BillingParts = Awaited<ReturnType<typeof createBillingParts>>

/** Payments, plans and minutes with a payment provider (docs/boundaries/billing.md). */
export async function createBillingParts(deps: BillingPartsDeps) {
  const { db, jobs, outbox, log, publicUrl, secret, payments, paymentLinks } = deps
  const claims = createClaims({ db, secret, outbox, publicUrl })
  const receipts = createReceipts({ db, outbox, publicUrl, claims })
  const sync = createSync(payments, createSubscriberStore(db), async (read) =>
    receipts.send(read.customerId, await readInvoices(db, payments, read)),
  )
  const usage = createUsage({ db, outbox, publicUrl, onPast: (event) => events.receive(event) })
  const check = () => checkUsage(db, { outbox, publicUrl })
  const events = await createBillingEvents({
    db,
    jobs,
    sync,
    checkUsage: check,
    settleForgotten: () => usage.settleForgotten(),
    log,
    gatherMs: deps.eventGatherMs,
  })
  return {
    payments,
    sync,
    usage,
    events,
    checkUsage: check,
    claims,
    checkout: createCheckout({ db, payments, sync, claims, publicUrl, paymentLinks }),
    manage: createManage({ db, payments, sync, publicUrl }),
    mine: createMyBilling({ db, payments, sync, events, claims, publicUrl }),
  }
}
