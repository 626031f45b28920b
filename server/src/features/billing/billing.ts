import type { Logger } from 'pino'
import type { Database } from '../../db/client.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Outbox } from '../../mail/outbox.ts'
import type { Payments } from '../../vendors/payments.ts'
import { createCheckout } from './checkout.ts'
import { createBillingEvents } from './events.ts'
import { createManage } from './manage.ts'
import { createMyBilling } from './my-billing.ts'
import { createSubscriberStore } from './subscriber-store.ts'
import { createSync } from './sync.ts'
import { checkUsage } from './usage-check.ts'
import { createUsage } from './usage.ts'

export interface BillingDeps {
  db: Database
  jobs: Jobs
  outbox: Outbox
  log: Logger
  publicUrl: string
  payments: Payments
  paymentLinks: ReadonlyMap<string, string>
}

export type Billing = Awaited<ReturnType<typeof createBilling>>

/** All of payments, plans and minutes (docs/boundaries/billing.md). */
export async function createBilling({ db, jobs, outbox, log, publicUrl, payments, paymentLinks }: BillingDeps) {
  const sync = createSync(payments, createSubscriberStore(db))
  const usage = createUsage({
    db,
    outbox,
    publicUrl,
    async refresh(customerId) {
      await sync.syncCustomer(customerId).catch((error: unknown) => {
        log.warn({ err: error, customerId }, 'billing: a customer could not be read')
        throw error
      })
    },
  })
  const check = () => checkUsage(db, { outbox, publicUrl })
  const events = await createBillingEvents({
    db,
    jobs,
    sync,
    checkUsage: check,
    settleForgotten: () => usage.settleForgotten(),
    log,
  })
  return {
    payments,
    sync,
    usage,
    events,
    checkUsage: check,
    checkout: createCheckout({ db, payments, sync, publicUrl, paymentLinks }),
    manage: createManage({ db, payments, sync, publicUrl }),
    mine: createMyBilling({ db, payments, sync, publicUrl }),
  }
}
