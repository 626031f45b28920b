import { createHmac, randomBytes } from 'node:crypto'
import { and, asc, eq, isNull, lt, or, type SQL } from 'drizzle-orm'
import type { ClaimState } from '#contract/billing.ts'
import { AppError } from '#contract/errors.ts'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { billingCustomers } from '../../infra/db/schema/billing-customers.ts'
import { subscribers } from '../../infra/db/schema/subscribers.ts'
import type { Outbox } from '../../infra/mail/outbox.ts'
import { isSameSecret } from '../../infra/secrets.ts'
import { claimMail } from './billing-mails.ts'
import { carryUsageOver } from './carry-over.ts'

/** The link never expires; this pause only keeps it from being mailed too often. */
const REMIND_PAUSE_MS = 10 * 60_000

interface ClaimsDeps {
  db: Database
  secret: string
  outbox: Outbox
  publicUrl: string
}

export type Claims = ReturnType<typeof createClaims>

type Customer = typeof billingCustomers.$inferSelect

/**
 * A purchase without an account belongs to the owner of the mailbox that the payer named. A mail to it holds the only
 * link that adds the purchase to an account; having the same e-mail address is not enough.
 */
export function createClaims({ db, secret, outbox, publicUrl }: ClaimsDeps) {
  const key = createHmac('sha256', secret).update('claims of purchases').digest()
  const tokenOf = (claimKey: string) =>
    `${claimKey}.${createHmac('sha256', key).update(claimKey).digest('base64url').slice(0, 27)}`

  async function linkFor(tx: Transaction, customerId: string): Promise<string | null> {
    const customer = await lockCustomer(tx, eq(billingCustomers.id, customerId))
    if (!customer || (await ownersOf(tx, customer)).length > 0) return null
    const claimKey = customer.claimKey ?? randomBytes(18).toString('base64url')
    await tx
      .update(billingCustomers)
      .set({ claimKey, claimMailedAt: new Date() })
      .where(eq(billingCustomers.id, customerId))
    return `${publicUrl}/claim?${new URLSearchParams({ token: tokenOf(claimKey) }).toString()}`
  }

  /** Undefined for a token that this server never issued or that was invalidated. */
  async function find(tx: Transaction, token: string): Promise<Customer | undefined> {
    const [claimKey = ''] = token.split('.')
    if (!isSameSecret(token, tokenOf(claimKey))) return undefined
    return lockCustomer(tx, eq(billingCustomers.claimKey, claimKey))
  }

  return {
    /** The link that claims this customer's purchase; null once the purchase belongs to an account. */
    linkFor,

    look: (token: string, userId: string | null): Promise<ClaimState> =>
      db.transaction(async (tx) => {
        const customer = await find(tx, token)
        if (!customer) return { status: 'unknown', plans: [] }
        const owners = await ownersOf(tx, customer)
        if (owners.some((owner) => owner !== userId)) return { status: 'claimed', plans: [] }
        return { status: owners.length > 0 ? 'yours' : 'open', plans: await plansOf(tx, customer.id) }
      }),

    /**
     * Adds the purchase to the account. Idempotent for the same account.
     * @throws AppError `link-invalid`, `claim-taken`
     */
    claim: (token: string, userId: string): Promise<ClaimState> =>
      db.transaction(async (tx) => {
        const customer = await find(tx, token)
        if (!customer) throw new AppError('link-invalid', { detail: CLAIM_UNKNOWN })
        if ((await ownersOf(tx, customer)).some((owner) => owner !== userId)) throw new AppError('claim-taken')
        await tx.update(billingCustomers).set({ userId }).where(eq(billingCustomers.id, customer.id))
        await tx
          .update(subscribers)
          .set({ userId, updatedAt: new Date() })
          .where(and(eq(subscribers.stripeCustomerId, customer.id), isNull(subscribers.userId)))
        await carryUsageOver(tx, customer.id)
        return { status: 'yours', plans: await plansOf(tx, customer.id) }
      }),

    /** Mails the link again to the address given at the payment. */
    async remind(customerIds: readonly string[]): Promise<void> {
      for (const customerId of customerIds) {
        await db.transaction(async (tx) => {
          const before = new Date(Date.now() - REMIND_PAUSE_MS)
          const isDue = or(isNull(billingCustomers.claimMailedAt), lt(billingCustomers.claimMailedAt, before))
          const customer = await lockCustomer(tx, and(eq(billingCustomers.id, customerId), isDue))
          const [row] = await rowsOf(tx, customerId)
          const url = customer && row?.email ? await linkFor(tx, customerId) : null
          if (url && row) await outbox.post(tx, claimMail({ to: row.email, plan: row.subscriptionTier, url }))
        })
      }
    },
  }
}

const CLAIM_UNKNOWN = 'Part of the address may be missing. Open it from the email again, or copy all of it.'

/** Takes the same lock as a sync, so that neither overwrites the other's result. */
async function lockCustomer(tx: Transaction, which: SQL | undefined): Promise<Customer | undefined> {
  const [customer] = await tx.select().from(billingCustomers).where(which).for('update')
  return customer
}

const rowsOf = (tx: Transaction, customerId: string) =>
  tx.select().from(subscribers).where(eq(subscribers.stripeCustomerId, customerId)).orderBy(asc(subscribers.createdAt))

async function ownersOf(tx: Transaction, { id, userId }: Customer): Promise<string[]> {
  const owners = [userId, ...(await rowsOf(tx, id)).map((row) => row.userId)]
  return [...new Set(owners.flatMap((owner) => owner ?? []))]
}

async function plansOf(tx: Transaction, customerId: string): Promise<string[]> {
  return (await rowsOf(tx, customerId)).map((row) => row.subscriptionTier)
}
