import { randomUUID } from 'node:crypto'
import type { emailCrm } from '../../infra/db/schema/email-crm.ts'
import type { subscribers } from '../../infra/db/schema/subscribers.ts'

export function subscriberOf(fields: Partial<typeof subscribers.$inferInsert> = {}): typeof subscribers.$inferInsert {
  const id = randomUUID()
  const now = new Date()
  return {
    id,
    email: `${id}@example.com`,
    stripeCustomerId: `cus_${id}`,
    stripeSubscriptionId: `sub_${id}`,
    subscriptionStatus: 'active',
    providerStatus: 'active',
    subscriptionTier: 'Basic',
    monthlyRevenueCents: 999,
    monthlyLimitMinutes: 250,
    subscriptionStart: now,
    periodStart: now,
    periodEnd: new Date(now.getTime() + 30 * 86_400_000),
    ...fields,
  }
}

export function emailOf(fields: Partial<typeof emailCrm.$inferInsert> = {}): typeof emailCrm.$inferInsert {
  const id = randomUUID()
  return { id, email: `${id}@example.com`, signupDate: new Date(), ...fields }
}
