import { Temporal } from 'temporal-polyfill'
import { cardinalWords, ordinalWords } from '../../voice/tts/numbers-in-words.ts'

/** Local times of a business, to be spoken or written. */

/** `2026-11-24T15:30`. */
export function localMinute(moment: Temporal.Instant, timeZone: string): string {
  return moment.toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })
}

/** Undefined if the text is not a local time such as `2026-11-24T15:30`. */
export function localTimeOf(text: string): Temporal.PlainDateTime | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::00)?$/.test(text)) return undefined
  try {
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' })
  } catch {
    return undefined
  }
}

const cardinal = (number: number) => cardinalWords(String(number)).join('-')
const hourName = (hour: number) => cardinal(hour % 12 || 12)

/** Such as "half past three"; adds the part of the day where the hour alone is ambiguous. */
export function spokenTime({ hour, minute }: Temporal.PlainDateTime): string {
  if (hour === 12 && minute === 0) return 'noon'
  if (hour === 0 && minute === 0) return 'midnight'
  const name = hourName(hour)
  const part = hour < 7 ? ' in the morning' : hour >= 19 ? ' in the evening' : ''
  if (minute === 0) return `${name} o’clock${part}`
  if (minute === 15) return `quarter past ${name}${part}`
  if (minute === 30) return `half past ${name}${part}`
  if (minute === 45) return `quarter to ${hourName(hour + 1)}${part}`
  return `${name} ${minute < 10 ? `oh ${cardinal(minute)}` : cardinal(minute)}${part}`
}

/** Such as "Tuesday the twenty-fourth at half past three"; adds the month if it differs from that of `now`. */
export function spokenSlot(start: Temporal.PlainDateTime, now: Temporal.PlainDateTime): string {
  const weekday = start.toLocaleString('en-GB', { weekday: 'long' })
  const isThisMonth = start.year === now.year && start.month === now.month
  const month = isThisMonth ? '' : ` of ${start.toLocaleString('en-GB', { month: 'long' })}`
  return `${weekday} the ${ordinalWords(String(start.day)).join('-')}${month} at ${spokenTime(start)}`
}

/** Such as "Tue, Nov 24, 3:30 PM": written as on every page. */
export function writtenSlot(start: Temporal.PlainDateTime): string {
  const day = start.toLocaleString('en-US', { weekday: 'short', day: 'numeric', month: 'short' })
  return `${day}, ${writtenTime(start)}`
}

/** Such as "3:30 PM". Intl separates AM and PM by a narrow space that not every mail program shows. */
export function writtenTime(at: Temporal.PlainDateTime | Temporal.ZonedDateTime): string {
  return at.toPlainTime().toLocaleString('en-US', { timeStyle: 'short' }).replace(/\s/, ' ')
}
