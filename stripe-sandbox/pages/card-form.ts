import { z } from 'zod'
import { escapeHtml } from '../../server/src/infra/http/html.ts'
import { fingerprintOf } from '../billing/attach-payment-method.ts'
import { brandOf, findTestCard, passesLuhn, spacedNumber, TEST_CARDS, type TestCard } from '../billing/test-cards.ts'
import type { CardDetails } from '../kinds.ts'

const typed = z.string().trim().max(200).catch('').default('')

/** What a card form sends; anything may be missing or wrong. */
export const cardFormSchema = z.object({ number: typed, expiry: typed, cvc: typed, name: typed, email: typed })

export type CardForm = z.infer<typeof cardFormSchema>

export const EMPTY_FORM: CardForm = { number: '', expiry: '', cvc: '', name: '', email: '' }

export type FormErrors = Partial<Record<keyof CardForm | 'all', string>>

export type CardVerdict =
  { kind: 'good'; card: CardDetails; asksFirst: boolean } | { kind: 'refused'; errors: FormErrors }

/** Checks what was typed as a payment page does, then asks the test number what it stands for. */
export function judgeCard(form: CardForm, now: Date): CardVerdict {
  const number = form.number.replaceAll(/[\s-]/g, '')
  const expiry = readExpiry(form.expiry)
  const cvcDigits = brandOf(number) === 'amex' ? 4 : 3
  const errors: FormErrors = {
    ...(passesLuhn(number) ? {} : { number: number === '' ? 'Enter a card number.' : 'Your card number is invalid.' }),
    ...expiryError(expiry, now),
    ...(new RegExp(`^\\d{${cvcDigits}}$`).test(form.cvc) ? {} : { cvc: "Your card's security code is incomplete." }),
    ...(form.name === '' ? { name: 'Enter the name on the card.' } : {}),
  }
  if (Object.keys(errors).length > 0) return { kind: 'refused', errors }
  const known = findTestCard(number)
  if (!known) {
    return {
      kind: 'refused',
      errors: {
        all: 'Your card was declined. This is a sandbox, and that is not a test card: use one of the numbers below.',
      },
    }
  }
  if (known.declines) return { kind: 'refused', errors: { all: known.declines.message } }
  return { kind: 'good', card: detailsOf(known, form, expiry), asksFirst: known.asksFirst ?? false }
}

type Expiry = { month: number; year: number }

/** `12/34`, `12 / 2034` and `1234` alike; month 0 for what is no date. */
function readExpiry(typedText: string): Expiry {
  const [, month = '0', year = '0'] = /^(\d{1,2})\s*[/\-\s]?\s*(\d{4}|\d{2})$/.exec(typedText) ?? []
  return { month: Number(month), year: Number(year) < 100 ? 2_000 + Number(year) : Number(year) }
}

function expiryError({ month, year }: Expiry, now: Date): FormErrors {
  if (month < 1 || month > 12) return { expiry: "Your card's expiration date is incomplete." }
  const isPast = year < now.getUTCFullYear() || (year === now.getUTCFullYear() && month < now.getUTCMonth() + 1)
  if (isPast) return { expiry: "Your card's expiration date is in the past." }
  return year > now.getUTCFullYear() + 50 ? { expiry: "Your card's expiration year is invalid." } : {}
}

function detailsOf(card: TestCard, form: CardForm, { month, year }: Expiry): CardDetails {
  return {
    last4: card.number.slice(-4),
    brand: brandOf(card.number),
    expMonth: month,
    expYear: year,
    name: form.name,
    fingerprint: fingerprintOf(card.number),
    behaviour: card.behaviour,
  }
}

/** The fields of a card; what was typed stays, but for the security code. */
export function cardFields(form: CardForm, errors: FormErrors): string {
  return `
${field({ name: 'number', label: 'Card number', value: form.number, errors, extra: 'inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242" maxlength="23"' })}
<div class="pair">
${field({ name: 'expiry', label: 'Expiry', value: form.expiry, errors, extra: 'inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY" maxlength="9"' })}
${field({ name: 'cvc', label: 'CVC', value: '', errors, extra: 'inputmode="numeric" autocomplete="cc-csc" placeholder="123" maxlength="4"' })}
</div>
${field({ name: 'name', label: 'Name on card', value: form.name, errors, extra: 'autocomplete="cc-name"' })}`
}

export function field(given: {
  name: keyof CardForm
  label: string
  value: string
  errors: FormErrors
  type?: 'text' | 'email'
  extra: string
}): string {
  const { name, label, value, errors, type = 'text', extra } = given
  const error = errors[name]
  const marks = error ? ` aria-invalid="true" aria-describedby="${name}-error"` : ''
  const note = error ? `<p class="field-error" id="${name}-error">${escapeHtml(error)}</p>` : ''
  return `<div><label for="${name}">${label}</label><input type="${type}" id="${name}" name="${name}" value="${escapeHtml(value)}" required${marks} ${extra}>${note}</div>`
}

/** The numbers that do something, for people to copy. */
export function testCardList(): string {
  const rows = TEST_CARDS.map(
    ({ number, note }) => `<tr><td class="number">${spacedNumber(number)}</td><td>${note}</td></tr>`,
  )
  return `<details open><summary>Test cards</summary><p class="soft">Any future date and any security code will do.</p>
<div class="scroll"><table><thead><tr><th>Number</th><th>What it does</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></details>`
}
