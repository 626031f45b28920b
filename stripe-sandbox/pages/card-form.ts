import { html } from 'hono/html'
import { z } from 'zod'
import { brandOf, cardDetailsOf, passesLuhn, spacedNumber, TEST_CARDS } from '../billing/test-cards.ts'
import type { CardDetails } from '../objects.ts'
import { scrollTable, type Html } from './shell.ts'

const typed = z.string().trim().max(200).catch('').default('')

/** The fields of a card form; any of them may be missing or wrong. */
export const cardFormSchema = z.object({ number: typed, expiry: typed, cvc: typed, name: typed, email: typed })

export type CardForm = z.infer<typeof cardFormSchema>

export const EMPTY_FORM: CardForm = { number: '', expiry: '', cvc: '', name: '', email: '' }

export type FormErrors = Partial<Record<keyof CardForm | 'all', string>>

type Verdict =
  | { kind: 'good'; card: CardDetails; asksFirst: boolean }
  | { kind: 'refused'; errors: FormErrors; status: 402 | 422 }

const NOT_A_TEST_CARD =
  'Your card was declined. This is a sandbox, and that is not a test card: use one of the numbers below.'

/** Validates the input like a payment page, then looks up how the test number behaves. */
export function judgeCard(form: CardForm, now: Date): Verdict {
  const number = form.number.replaceAll(/[\s-]/g, '')
  const expiry = readExpiry(form.expiry)
  const cvcDigits = brandOf(number) === 'amex' ? 4 : 3
  const errors: FormErrors = {
    ...(passesLuhn(number) ? {} : { number: number === '' ? 'Enter a card number.' : 'Your card number is invalid.' }),
    ...expiryError(expiry, now),
    ...(new RegExp(`^\\d{${cvcDigits}}$`).test(form.cvc) ? {} : { cvc: "Your card's security code is incomplete." }),
    ...(form.name === '' ? { name: 'Enter the name on the card.' } : {}),
  }
  if (Object.keys(errors).length > 0) return { kind: 'refused', errors, status: 422 }
  const known = TEST_CARDS.find((card) => card.number === number)
  const declined = known ? known.declines?.message : NOT_A_TEST_CARD
  if (!known || declined) return { kind: 'refused', errors: { all: declined ?? '' }, status: 402 }
  const card = cardDetailsOf(known, { expMonth: expiry.month, expYear: expiry.year, name: form.name })
  return { kind: 'good', card, asksFirst: known.asksFirst ?? false }
}

type Expiry = { month: number; year: number }

/** Reads `12/34`, `12 / 2034` and `1234`; the month is 0 if the text is not a date. */
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

/** The fields of a card form, filled in again except for the security code. */
export function cardFields(form: CardForm, errors: FormErrors): Html {
  const number = html`inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242" maxlength="23"`
  const expiry = html`inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY" maxlength="9"`
  const cvc = html`inputmode="numeric" autocomplete="cc-csc" placeholder="123" maxlength="4"`
  return html` ${field('number', 'Card number', form.number, errors, number)}
    <div class="pair">
      ${field('expiry', 'Expiry', form.expiry, errors, expiry)} ${field('cvc', 'CVC', '', errors, cvc)}
    </div>
    ${field('name', 'Name on card', form.name, errors, html`autocomplete="cc-name"`)}`
}

export function field(
  name: keyof CardForm,
  label: string,
  value: string,
  { [name]: error }: FormErrors,
  attributes: Html,
): Html {
  const type = name === 'email' ? 'email' : 'text'
  const marks = error && html` aria-invalid="true" aria-describedby="${name}-error"`
  const note = error && html`<p class="field-error" id="${name}-error">${error}</p>`
  return html`<div>
    <label for="${name}">${label}</label
    ><input type="${type}" id="${name}" name="${name}" value="${value}" required${marks} ${attributes} />${note}
  </div>`
}

/** The list of test numbers to copy. */
export function testCardList(): Html {
  const rows = TEST_CARDS.map(
    ({ number, note }) =>
      html`<tr>
        <td class="number">${spacedNumber(number)}</td>
        <td>${note}</td>
      </tr>`,
  )
  return html`<details open>
    <summary>Test cards</summary>
    <p class="soft">Any future date and any security code will do.</p>
    ${scrollTable(['Number', 'What it does'], undefined, rows)}
  </details>`
}
