import type { CardBehaviour, CardDetails } from '../objects.ts'
import { StripeError } from '../wire.ts'

/** Why a payment was refused: Stripe's code, and words for the payer. */
export interface Decline {
  code: string
  message: string
}

interface TestCard {
  number: string
  /** The API's shared payment method for this card. */
  method: string
  /** Shown on the checkout page: what the card is for. */
  note: string
  behaviour: CardBehaviour
  /** Set if the card is declined even with its holder present. */
  declines?: Decline
  /** True if the holder must confirm the payment on a page of the bank. */
  asksFirst?: boolean
}

const DECLINED: Decline = { code: 'card_declined', message: 'Your card was declined.' }
const INSUFFICIENT: Decline = { code: 'card_declined', message: 'Your card has insufficient funds.' }
const EXPIRED: Decline = { code: 'expired_card', message: 'Your card has expired.' }
const WRONG_CVC: Decline = { code: 'incorrect_cvc', message: "Your card's security code is incorrect." }
const PROCESSING: Decline = {
  code: 'processing_error',
  message: 'An error occurred while processing your card. Try again in a little bit.',
}
const UNCONFIRMED: Decline = {
  code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

/** Those of Stripe's own test numbers that this sandbox supports. */
// oxfmt-ignore
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', method: 'pm_card_visa', note: 'succeeds', behaviour: 'succeeds' },
  { number: '5555555555554444', method: 'pm_card_mastercard', note: 'succeeds', behaviour: 'succeeds' },
  { number: '378282246310005', method: 'pm_card_amex', note: 'succeeds; four-digit security code on the front', behaviour: 'succeeds' },
  { number: '4000002500003155', method: 'pm_card_authenticationRequiredOnSetup', note: 'asks for a confirmation first', behaviour: 'succeeds', asksFirst: true },
  { number: '4000000000000341', method: 'pm_card_chargeCustomerFail', note: 'succeeds now, later payments fail', behaviour: 'fails-later' },
  { number: '4000002760003184', method: 'pm_card_authenticationRequired', note: 'asks every time, so later payments fail', behaviour: 'asks-each-time', asksFirst: true },
  { number: '4000000000000002', method: 'pm_card_chargeDeclined', note: 'is declined', behaviour: 'succeeds', declines: DECLINED },
  { number: '4000000000009995', method: 'pm_card_chargeDeclinedInsufficientFunds', note: 'has insufficient funds', behaviour: 'succeeds', declines: INSUFFICIENT },
  { number: '4000000000000069', method: 'pm_card_chargeDeclinedExpiredCard', note: 'has expired', behaviour: 'succeeds', declines: EXPIRED },
  { number: '4000000000000127', method: 'pm_card_chargeDeclinedIncorrectCvc', note: 'has a wrong security code', behaviour: 'succeeds', declines: WRONG_CVC },
  { number: '4000000000000119', method: 'pm_card_chargeDeclinedProcessingError', note: 'causes a processing error', behaviour: 'succeeds', declines: PROCESSING },
]

/** The outcome of an off-session charge; null if it succeeds. */
export const LATER_DECLINES: Readonly<Record<CardBehaviour, Decline | null>> = {
  succeeds: null,
  'fails-later': DECLINED,
  'asks-each-time': UNCONFIRMED,
}

export function cardError({ code, message }: Decline): StripeError {
  return new StripeError(message, { status: 402, type: 'card_error', code })
}

/** A test card as a person would type it in. */
export function cardDetailsOf(
  { number, behaviour }: TestCard,
  { expMonth, expYear, name }: Pick<CardDetails, 'expMonth' | 'expYear' | 'name'>,
): CardDetails {
  return { last4: number.slice(-4), brand: brandOf(number), expMonth, expYear, name, behaviour }
}

export function brandOf(number: string): 'visa' | 'mastercard' | 'amex' | 'unknown' {
  if (number.startsWith('4')) return 'visa'
  if (/^5[1-5]/.test(number)) return 'mastercard'
  return /^3[47]/.test(number) ? 'amex' : 'unknown'
}

/** Grouped as on the card. */
export function spacedNumber(number: string): string {
  const groups = brandOf(number) === 'amex' ? /^(\d{4})(\d{6})(\d{5})$/ : /^(\d{4})(\d{4})(\d{4})(\d{4})$/
  return groups.exec(number)?.slice(1).join(' ') ?? number
}

/** Checks the check digit of a card number. */
export function passesLuhn(number: string): boolean {
  const digits = [...number].map(Number).toReversed()
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return /^\d{12,19}$/.test(number) && sum % 10 === 0
}
