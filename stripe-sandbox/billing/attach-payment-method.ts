import { createHash } from 'node:crypto'
import type { CardDetails, Stored } from '../kinds.ts'
import { newId } from '../wire/ids.ts'
import { noSuch, StripeError } from '../wire/stripe-error.ts'
import type { WirePaymentMethod } from '../wire/wire-types.ts'
import type { Work } from '../work.ts'
import { brandOf, TEST_CARDS, type Decline, type TestCard } from './test-cards.ts'

/** A card in the vendor's shape; its number is gone but for the last four digits. */
export async function createCardMethod(
  work: Work,
  card: CardDetails,
  owner: { customer: string | null; testClock: string | null; email: string | null },
): Promise<Stored<'payment_method'>> {
  const data: WirePaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: null, email: owner.email, name: card.name || null, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: card.brand === 'amex' ? 'american_express' : card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: card.fingerprint,
      funding: 'credit',
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: await work.nowOn(owner.testClock),
    customer: owner.customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
  const stored = await work.create('payment_method', data, { behaviour: card.behaviour })
  if (owner.customer) await work.emit('payment_method.attached', data, data.created)
  return stored
}

/** A test card as it would be typed in; it expires in three years. */
export function cardDetailsOf(card: Pick<TestCard, 'number' | 'behaviour'>, realNow: number): CardDetails {
  return {
    last4: card.number.slice(-4),
    brand: brandOf(card.number),
    expMonth: 12,
    expYear: new Date(realNow * 1_000).getUTCFullYear() + 3,
    name: '',
    fingerprint: fingerprintOf(card.number),
    behaviour: card.behaviour,
  }
}

/** Tells cards of the same number from others without keeping it. */
export function fingerprintOf(number: string): string {
  return createHash('sha256').update(`voxhall sandbox card ${number}`).digest('base64url').slice(0, 16)
}

/**
 * Gives a customer a payment method: one that exists, or one of the shared test cards (`pm_card_visa`), of which
 * everybody gets a copy.
 * @throws {StripeError} 402 for a card that is always declined.
 */
export async function attachPaymentMethod(
  work: Work,
  id: string,
  customerId: string,
  param: string,
): Promise<Stored<'payment_method'>> {
  const customer = await work.need('customer', customerId, 'customer')
  const shared = TEST_CARDS.find((card) => card.method === id)
  if (shared) {
    if (shared.declines) throw cardError(shared.declines)
    const owner = { customer: customerId, testClock: customer.data.test_clock ?? null, email: null }
    return createCardMethod(work, cardDetailsOf(shared, work.realNow), owner)
  }
  const method = await work.find('payment_method', id)
  if (!method || method.deleted) throw noSuch('PaymentMethod', id, param, 400)
  if (method.data.customer !== null && method.data.customer !== customerId) {
    throw new StripeError('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
      param,
    })
  }
  const attached = await work.update(method, { data: { customer: customerId } })
  if (method.data.customer === null) {
    await work.emit('payment_method.attached', attached.data, await work.nowOn(customer.data.test_clock))
  }
  return attached
}

export function cardError(decline: Decline, options: { keepsChanges?: boolean } = {}): StripeError {
  const { code, declineCode, message } = decline
  return new StripeError(message, { status: 402, type: 'card_error', code, declineCode, ...options })
}
