import type { MySubscription } from '#contract/billing.ts'

/** A subscription with all its minutes left, as the server describes it to its owner. */
export const BASIC_PLAN: MySubscription = {
  id: 'one',
  plan: 'Basic',
  priceId: 'basic-monthly',
  period: 'monthly',
  status: 'active',
  isUsable: true,
  usedMinutes: 0,
  limitMinutes: 250,
  periodStart: '2026-11-21T12:00:00.000Z',
  periodEnd: '2026-12-21T12:00:00.000Z',
  endsAt: null,
}
