import type { CardBehaviour } from '../kinds.ts'

/** Why a payment was refused, in the vendor's codes and in words for people. */
export interface Decline {
  code: string
  declineCode: string
  message: string
}

export interface TestCard {
  number: string
  /** What it is for, on the checkout page. */
  note: string
  /** The shared payment method of the API that stands for it. */
  method: string
  behaviour: CardBehaviour
  declines?: Decline
  /** The person confirms the payment on a page of the bank. */
  asksFirst?: boolean
}

const DECLINED: Decline = { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' }

const INSUFFICIENT: Decline = {
  code: 'card_declined',
  declineCode: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
}

const EXPIRED: Decline = { code: 'expired_card', declineCode: 'expired_card', message: 'Your card has expired.' }

const WRONG_CVC: Decline = {
  code: 'incorrect_cvc',
  declineCode: 'incorrect_cvc',
  message: "Your card's security code is incorrect.",
}

const PROCESSING: Decline = {
  code: 'processing_error',
  declineCode: 'processing_error',
  message: 'An error occurred while processing your card. Try again in a little bit.',
}

/** Stripe's own test numbers, as far as this sandbox knows them. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', note: 'succeeds', method: 'pm_card_visa', behaviour: 'succeeds' },
  { number: '5555555555554444', note: 'succeeds', method: 'pm_card_mastercard', behaviour: 'succeeds' },
  {
    number: '378282246310005',
    note: 'succeeds; four-digit security code on the front',
    method: 'pm_card_amex',
    behaviour: 'succeeds',
  },
  {
    number: '4000002500003155',
    note: 'asks for a confirmation first',
    method: 'pm_card_authenticationRequiredOnSetup',
    behaviour: 'succeeds',
    asksFirst: true,
  },
  {
    number: '4000000000000341',
    note: 'succeeds now, later payments fail',
    method: 'pm_card_chargeCustomerFail',
    behaviour: 'fails-later',
  },
  {
    number: '4000002760003184',
    note: 'asks every time, so later payments fail',
    method: 'pm_card_authenticationRequired',
    behaviour: 'asks-each-time',
    asksFirst: true,
  },
  {
    number: '4000000000000002',
    note: 'is declined',
    method: 'pm_card_chargeDeclined',
    behaviour: 'succeeds',
    declines: DECLINED,
  },
  {
    number: '4000000000009995',
    note: 'has insufficient funds',
    method: 'pm_card_chargeDeclinedInsufficientFunds',
    behaviour: 'succeeds',
    declines: INSUFFICIENT,
  },
  {
    number: '4000000000000069',
    note: 'has expired',
    method: 'pm_card_chargeDeclinedExpiredCard',
    behaviour: 'succeeds',
    declines: EXPIRED,
  },
  {
    number: '4000000000000127',
    note: 'has a wrong security code',
    method: 'pm_card_chargeDeclinedIncorrectCvc',
    behaviour: 'succeeds',
    declines: WRONG_CVC,
  },
  {
    number: '4000000000000119',
    note: 'causes a processing error',
    method: 'pm_card_chargeDeclinedProcessingError',
    behaviour: 'succeeds',
    declines: PROCESSING,
  },
]

export function findTestCard(number: string): TestCard | undefined {
  return TEST_CARDS.find((card) => card.number === number)
}

/** What a payment without its person there comes to; null when it goes through. */
export function declineOf(behaviour: CardBehaviour, personIsThere: boolean): Decline | null {
  if (personIsThere || behaviour === 'succeeds') return null
  if (behaviour === 'fails-later') return DECLINED
  return {
    code: 'authentication_required',
    declineCode: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  }
}

export function brandOf(number: string): 'visa' | 'mastercard' | 'amex' | 'unknown' {
  if (number.startsWith('4')) return 'visa'
  if (/^5[1-5]/.test(number)) return 'mastercard'
  return /^3[47]/.test(number) ? 'amex' : 'unknown'
}

const BRAND_WORDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
}

export function brandWords(brand: string): string {
  return BRAND_WORDS[brand] ?? 'Card'
}

/** In groups as they stand on the card. */
export function spacedNumber(number: string): string {
  const groups = brandOf(number) === 'amex' ? /^(\d{4})(\d{6})(\d{5})$/ : /^(\d{4})(\d{4})(\d{4})(\d{4})$/
  return groups.exec(number)?.slice(1).join(' ') ?? number
}

/** The check digit that every card number carries. */
export function passesLuhn(number: string): boolean {
  const digits = [...number].map(Number).toReversed()
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return /^\d{12,19}$/.test(number) && sum % 10 === 0
}
