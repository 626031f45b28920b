import { Temporal } from 'temporal-polyfill'

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

const HOURS = ['twelve', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven']
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty']
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const DAYS = (
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth ' +
  'sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth ' +
  'twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first'
).split(' ')

function spokenMinute(minute: number): string {
  if (minute < 10) return `oh ${HOURS[minute]}`
  if (minute < 20) return TEENS[minute - 10] ?? ''
  const ones = minute % 10 === 0 ? '' : `-${HOURS[minute % 10]}`
  return `${TENS[Math.floor(minute / 10)]}${ones}`
}

/** Such as "half past three"; adds the part of the day where the hour alone is ambiguous. */
function spokenTime({ hour, minute }: Temporal.PlainDateTime): string {
  if (hour === 12 && minute === 0) return 'noon'
  if (hour === 0 && minute === 0) return 'midnight'
  const name = HOURS[hour % 12] ?? ''
  const part = hour < 7 ? ' in the morning' : hour >= 19 ? ' in the evening' : ''
  if (minute === 0) return `${name} o’clock${part}`
  if (minute === 15) return `quarter past ${name}${part}`
  if (minute === 30) return `half past ${name}${part}`
  if (minute === 45) return `quarter to ${HOURS[(hour + 1) % 12]}${part}`
  return `${name} ${spokenMinute(minute)}${part}`
}

/** Such as "Tuesday the twenty-fourth at half past three"; adds the month if it differs from that of `now`. */
export function spokenSlot(start: Temporal.PlainDateTime, now: Temporal.PlainDateTime): string {
  const weekday = start.toLocaleString('en-GB', { weekday: 'long' })
  const isThisMonth = start.year === now.year && start.month === now.month
  const month = isThisMonth ? '' : ` of ${start.toLocaleString('en-GB', { month: 'long' })}`
  return `${weekday} the ${DAYS[start.day - 1]}${month} at ${spokenTime(start)}`
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
