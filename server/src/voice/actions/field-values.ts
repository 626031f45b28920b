import { z } from 'zod'
import { CODE_DIGITS, type ActionField } from '../actions.ts'
import { withSpokenDigits } from './number-words.ts'
import { dayInWords, momentInWords, timeIn } from './spoken-times.ts'

/** A field's value in the form in which it is stored, or a message that says why the text is not valid. */
type ReadValue = { value: string } | { problem: string }

const MAX_NAME = 80
const MAX_TEXT = 1_000
/** ITU-T E.164 allows at most fifteen digits; with fewer than seven, a number can't be called from outside. */
export const PHONE_DIGITS = { least: 7, most: 15 }

/**
 * Reads one field's value from a form, a model or a caller's words.
 * @param localNow the business's ISO local time, which words such as "tomorrow" are relative to
 */
export function readValue(field: ActionField, given: string, localNow: string): ReadValue {
  const text = given.replace(/\p{Cc}+/gu, ' ').trim()
  if (text === '') return { problem: `${field.label} is missing.` }
  switch (field.kind) {
    case 'name':
      return text.length <= MAX_NAME && /\p{L}/u.test(text)
        ? { value: text }
        : { problem: `A name may have ${MAX_NAME} characters, and needs letters.` }
    case 'email': {
      const email = z.email().safeParse(asEmail(text))
      return email.success && email.data.length <= 254
        ? { value: email.data }
        : { problem: 'An e-mail address looks like name@example.com.' }
    }
    case 'phone': {
      const spoken = withSpokenDigits(text)
      const digits = spoken.replaceAll(/\D/g, '')
      return digits.length >= PHONE_DIGITS.least && digits.length <= PHONE_DIGITS.most && !/[a-z]/i.test(spoken)
        ? { value: `${/^\s*(?:\+|plus)/i.test(spoken) ? '+' : ''}${digits}` }
        : { problem: `A telephone number has ${PHONE_DIGITS.least} to ${PHONE_DIGITS.most} digits.` }
    }
    case 'text':
      return text.length <= MAX_TEXT ? { value: text } : { problem: `At most ${MAX_TEXT} characters, please.` }
    case 'number':
      return Number.isFinite(Number(text)) ? { value: String(Number(text)) } : { problem: 'That must be a number.' }
    case 'date': {
      const day = /^\d{4}-\d\d-\d\d$/.test(text) ? text : timeIn(text, localNow)?.day
      return day !== undefined && !Number.isNaN(Date.parse(day)) ? { value: day } : { problem: 'Which day is that?' }
    }
    case 'slot': {
      const local = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(text)?.[0]
      return local !== undefined && !Number.isNaN(Date.parse(`${local}Z`))
        ? { value: local }
        : { problem: 'A time looks like 2026-11-24T15:30.' }
    }
    case 'code': {
      const code = withSpokenDigits(text).replaceAll(/\D/g, '')
      return code.length === CODE_DIGITS ? { value: code } : { problem: `The code has ${CODE_DIGITS} digits.` }
    }
    case 'choice': {
      const choice = field.choices?.find((each) => each.toLowerCase() === text.toLowerCase())
      return choice === undefined
        ? { problem: `Please choose one of these: ${(field.choices ?? []).join(', ')}.` }
        : { value: choice }
    }
  }
}

/** A value as the assistant speaks it. */
export function inWords({ kind }: ActionField, value: string): string {
  switch (kind) {
    case 'phone':
      return (value.match(/^\+|\d{1,3}/g) ?? [])
        .map((group) => (group === '+' ? 'plus' : [...group].join(' ')))
        .join(', ')
        .replace('plus,', 'plus')
    case 'code':
      return [...value].join(' ')
    case 'date':
      return dayInWords(value)
    case 'slot':
      return momentInWords(value)
    case 'name':
    case 'email':
    case 'text':
    case 'number':
    case 'choice':
      return value
  }
}

/** "Anna at example dot com" as a written address. */
export function asEmail(text: string): string {
  return text
    .trim()
    .replace(/\s+(?:at|@)\s+/i, '@')
    .replace(/\s+(?:dot|\.)\s+/gi, '.')
    .replace(/\s+(?:dash|hyphen|minus)\s+/gi, '-')
    .replace(/\s+underscore\s+/gi, '_')
    .replace(/\s+plus\s+/gi, '+')
    .replace(/[.,;!?]+$/, '')
    .replaceAll(/\s+/g, (space, at: number, whole: string) =>
      whole.includes('@') && at < whole.indexOf('@') && !/\bis\b/i.test(whole) ? '' : space,
    )
}
