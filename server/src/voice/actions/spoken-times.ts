import { casual, type ParsedResult } from 'chrono-node/en'
import type { SlotWish } from '../actions.ts'
import { WEEKDAYS } from '../calendar-words.ts'
import { withDaysOfMonth, withDigits } from './number-words.ts'

/**
 * A time as people mention it: a day, a time of day or both. All times in this file are ISO local times of the
 * business, and are computed as if its clock were UTC, so that time zones and daylight saving have no effect.
 */
export interface SpokenTime {
  /** `2026-11-24` */
  day?: string | undefined
  /** The last day of a span such as "next week". */
  untilDay?: string | undefined
  /** `15:30` */
  time?: string | undefined
  /** A span within a day, for "in the afternoon" or "after three". */
  part?: { from: string; to: string } | undefined
}

const PARTS = [
  { said: /\bmornings?\b|\bbefore (?:noon|lunch|midday)\b/i, from: '00:00', to: '12:00' },
  { said: /\bafternoons?\b|\bafter (?:noon|lunch|midday)\b/i, from: '12:00', to: '18:00' },
  { said: /\bevenings?\b|\btonight\b|\bafter work\b/i, from: '17:00', to: '23:59' },
] as const
const TIME = String.raw`(\d{1,2}(?::\d\d)?(?: ?[ap]m)?)`
const BETWEEN = new RegExp(`\\b(?:between|from) ${TIME} (?:and|to|until) ${TIME}(?!\\d)`, 'i')
const AFTER = new RegExp(`\\b(?:after|from|not before|later than) (?:about )?${TIME}(?!\\d|th|st|nd|rd)`, 'i')
const BEFORE = new RegExp(`\\b(?:before|until|by|earlier than) ${TIME}(?!\\d|th|st|nd|rd)`, 'i')
const ANY_TIME =
  /\b(?:any ?time|whenever|as soon as (?:possible|you can)|soon|earliest|next (?:free|available|possible)|first (?:free|available|possible)|don'?t mind)\b/i
const SHORT_MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const LONE_DAY = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)\\b(?! (?:of )?(?:${SHORT_MONTHS}))`, 'i')
const MONTH_BEFORE_DAY = new RegExp(`\\b(?:${SHORT_MONTHS})[a-z]* (?:the )?\\d{1,2}(?:st|nd|rd|th)?\\b`, 'i')
/** Matches "5.30", but not part of "24.11.2026". */
const DOTTED_TIME = /(?<![\d.])([01]?\d|2[0-3])\.([0-5]\d)(?![\d.]*\d)/g
/** Matches "1730", but neither a year nor a house number. */
const CLOSED_TIME = new RegExp(
  String.raw`(?<![\d:./-])(?!20[2-9]\d)([01]\d|2[0-3])([0-5]\d)(?= ?(?:$|[,.!?]|(?:hrs|hours|h|on|please|the|today|tomorrow|next|this|or|and|${WEEKDAYS})\b))`,
  'g',
)
const HOURS = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'
/** Numbers that count something and are not hours: "option two", "a later one", "the nine thirty one". */
const NOT_HOURS = new RegExp(
  String.raw`\b(?:number|option|choice) (?:${HOURS}|\d)\b|\b(?:first|second|third|1st|2nd|3rd) (?:one|slot|time|option|choice)\b|\b(?:(?:a|one) )?seconds?\b|\b(later|earlier|another|other|next|this|that|any|every|early|late|middle|last|either|neither|good|better|(?:${HOURS}) (?:thirty|fifteen|forty[ -]five)) one\b(?! (?:o'?clock|thirty|fifteen|forty|[ap] ?\.?m))`,
  'g',
)
/**
 * How much of a text is read, in characters. The parser of dates takes time that grows with the square of the length,
 * and it runs on the thread that serves all calls.
 */
const MAX_READ_LENGTH = 400
/** How many days ahead "any time" extends. */
const ANY_TIME_DAYS = 14
/**
 * Without "am" or "pm", an hour from this one on is taken as morning and an earlier one as afternoon, since no caller
 * means three at night.
 */
const EARLIEST_HOUR = 8

/**
 * Finds the time that a text mentions.
 * @param text as it was typed or recognised
 * @param localNow ISO local time, which days are relative to
 * @returns undefined if the text mentions no time
 */
export function timeIn(text: string, localNow: string): SpokenTime | undefined {
  const plain = inFigures(text)
  if (ANY_TIME.test(plain)) return { day: dayOf(localNow), untilDay: daysAfter(dayOf(localNow), ANY_TIME_DAYS) }
  const part = partIn(plain)
  const all = read(plain, localNow)
  const found: SpokenTime = { ...dayIn(plain, all, localNow), ...(part ? { part } : { time: timeOfDayIn(plain, all) }) }
  return found.day === undefined && found.time === undefined && found.part === undefined ? undefined : found
}

const NAMES_TIME = new RegExp(
  String.raw`\b(?:(?:${WEEKDAYS})s?|today|tonight|tomorrow|(?:next|this) week|noon|o'?clock|quarter (?:past|to)|half past|\d{1,2} ?[ap]m|\d{1,2}:\d\d|\d{4}-\d\d-\d\d|as soon as possible|\d{1,2}(?:st|nd|rd|th)|(?:${SHORT_MONTHS})[a-z]* (?:the )?\d{1,2}|\d{1,2} in the (?:morning|afternoon|evening))\b|\b(?:at|on the|around) \d`,
)

/**
 * Whether a text clearly names a time. Vaguer words ("I sat down in May") count as a time only if one was asked for.
 */
export function namesTime(text: string): boolean {
  return NAMES_TIME.test(inFigures(text))
}

/**
 * Turns a mentioned time into a wish for free slots.
 * @param near the time discussed before: it supplies the day if only a time was mentioned, and the time if only a day
 * was
 */
export function wishOf(said: SpokenTime, localNow: string, near: string | undefined, atMost: number): SlotWish {
  const day = said.day ?? dayOf(near ?? localNow)
  const time = said.time ?? (said.day !== undefined && said.part === undefined ? near?.slice(11, 16) : undefined)
  const lastDay = said.untilDay ?? day
  // A time without a day that has already passed today is moved to tomorrow.
  const isOver = said.day === undefined && near === undefined && time !== undefined && `${day}T${time}` < localNow
  if (time) {
    const at = `${isOver ? daysAfter(day, 1) : day}T${time}`
    return { from: at, to: at, atMost }
  }
  const { from, to } = said.part ?? { from: '00:00', to: '23:59' }
  const isWide = said.part !== undefined && said.day === undefined && near === undefined
  return { from: `${day}T${from}`, to: `${isWide ? daysAfter(day, ANY_TIME_DAYS) : lastDay}T${to}`, atMost }
}

function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** For example "Tuesday 24 November". */
export function dayInWords(day: string): string {
  return new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
    .format(new Date(`${day}T00:00Z`))
    .replace(',', '')
}

/** For example "Tuesday 24 November at 3:30 pm". */
export function momentInWords(local: string): string {
  const [hour = 0, minute = 0] = local.slice(11).split(':').map(Number)
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`
  return `${dayInWords(local.slice(0, 10))} at ${hour % 12 || 12}${minutes} ${hour < 12 ? 'am' : 'pm'}`
}

function inFigures(text: string): string {
  const plain = withDaysOfMonth(text.slice(0, MAX_READ_LENGTH).toLowerCase().replace(/[’]/g, "'"))
  return withDigits(plain.replace(NOT_HOURS, '$1'))
    .replace(DOTTED_TIME, '$1:$2')
    .replace(CLOSED_TIME, '$1:$2')
    .replace(/\b([01]?\d|2[0-3])h([0-5]\d)?\b/g, (_, hour: string, minute = '00') => `${hour}:${minute}`)
    .replace(/\bhalf (?:past )?(\d{1,2})\b/g, '$1:30')
    .replace(/\bquarter past (\d{1,2})\b/g, '$1:15')
    .replace(/\bquarter to (\d{1,2})\b/g, (_, hour: string) => `${Number(hour) - 1 || 12}:45`)
    .replace(/\b(\d{1,2}) o'?clock\b/g, '$1:00')
    .replace(
      /\b(\d{1,2}) (?:oh |o )?([0-5]?\d)(?= ?[ap] ?\.?m|$|[ ,.!?])(?! ?(?:november|december|january|of))/g,
      (all, hour: string, minute: string) => (Number(hour) <= 23 && minute.length === 2 ? `${hour}:${minute}` : all),
    )
    .replace(/\b([ap]) ?\.? ?m\b\.?/g, '$1m')
    .replace(
      /\b(1[0-2]|[1-9])(:\d\d)? in the (morning|afternoon|evening)\b/g,
      (_, hour: string, minutes = '', half: string) => `${hour}${minutes}${half === 'morning' ? 'am' : 'pm'}`,
    )
    .replace(/\b(at|around|about) (\d{1,2})(?![:\d]|th|st|nd|rd| ?[ap]m)/g, '$1 $2:00')
    .replace(/\bmidday\b/g, 'noon')
}

function partIn(plain: string): SpokenTime['part'] {
  const between = BETWEEN.exec(plain)
  if (between) return { from: hourOf(between[1] ?? '', plain), to: hourOf(between[2] ?? '', plain) }
  const after = AFTER.exec(plain)
  if (after) return { from: hourOf(after[1] ?? '', plain), to: '23:59' }
  const before = BEFORE.exec(plain)
  if (before) return { from: '00:00', to: hourOf(before[1] ?? '', plain) }
  // "Three in the afternoon" is a time, not a span.
  if (/\d:\d\d|\d ?[ap]m/.test(plain)) return undefined
  const part = PARTS.find(({ said }) => said.test(plain))
  return part && { from: part.from, to: part.to }
}

function dayIn(plain: string, all: readonly ParsedResult[], localNow: string): Pick<SpokenTime, 'day' | 'untilDay'> {
  const today = dayOf(localNow)
  const week = /\b(next|this) week\b(?! on)/.exec(plain)?.[1]
  const weekday = (new Date(`${today}T00:00Z`).getUTCDay() + 6) % 7
  // In "Wednesday, December 16th", the date takes precedence over the weekday.
  const found =
    all.find(({ start }) => start.isCertain('day') || start.isCertain('month')) ??
    all.find(({ start }) => start.isCertain('weekday'))
  const lone = MONTH_BEFORE_DAY.test(plain) ? undefined : LONE_DAY.exec(plain)?.[1]
  // For "Wednesday the 30th", find a 30th that is a Wednesday.
  const named = all.find(({ start }) => start.isCertain('weekday'))?.start.get('weekday') ?? undefined
  if (lone !== undefined)
    return { day: nextDayOfMonth(Number(lone), today, named) ?? nextDayOfMonth(Number(lone), today) }
  if (week && !found?.start.isCertain('weekday')) {
    const monday = daysAfter(today, week === 'next' ? 7 - weekday : 0)
    return { day: monday, untilDay: daysAfter(monday, week === 'next' ? 4 : Math.max(0, 6 - weekday)) }
  }
  if (!found) return {}
  const { start } = found
  const pad = (value: number | null): string => String(value ?? 0).padStart(2, '0')
  const day = `${start.get('year')}-${pad(start.get('month'))}-${pad(start.get('day'))}`
  return { day: week === 'next' && start.isCertain('weekday') ? inNextWeek(day, today, weekday) : day }
}

/** Handles "Tuesday next week". */
function inNextWeek(day: string, today: string, weekday: number): string {
  return day < daysAfter(today, 7 - weekday) ? daysAfter(day, 7) : day
}

function timeOfDayIn(plain: string, all: readonly ParsedResult[]): string | undefined {
  const found = all.find(({ start }) => start.isCertain('hour'))
  if (!found)
    return all.length === 0 && /^\D*\d{1,2}\D*$/.test(plain) && !/th|st|nd|rd/.test(plain)
      ? hourOf(/\d{1,2}/.exec(plain)?.[0] ?? '', plain)
      : undefined
  const { start } = found
  const isExact = start.isCertain('meridiem') || /T\d/i.test(found.text)
  return clock(Number(start.get('hour')), Number(start.get('minute')), isExact || plain.includes('noon'), plain)
}

function read(plain: string, localNow: string) {
  return casual.parse(plain, { instant: new Date(`${localNow.slice(0, 16)}Z`), timezone: 0 }, { forwardDate: true })
}

function hourOf(text: string, plain: string): string {
  const [, hour = '0', minute = '0', half] = /(\d{1,2})(?::(\d\d))? ?([ap]m)?/.exec(text) ?? []
  const hours = (Number(hour) % (half ? 12 : 24)) + (half === 'pm' ? 12 : 0)
  return clock(hours, Number(minute), half !== undefined, plain)
}

function clock(hour: number, minute: number, isExact: boolean, plain: string): string {
  const isLate = /\b(?:afternoon|evening|tonight)\b/.test(plain) && hour < 12
  const isGuessed = !isExact && hour > 0 && hour < EARLIEST_HOUR && !/\bmorning\b/.test(plain)
  const hours = hour + (isLate || isGuessed ? 12 : 0)
  return `${String(hours).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/**
 * The next date with this day of the month.
 * @param weekday 0 is Sunday; undefined for any
 * @returns undefined if there is none within half a year
 */
function nextDayOfMonth(day: number, today: string, weekday?: number): string | undefined {
  if (day < 1 || day > 31) return undefined
  for (let days = 0; days <= 183; days += 1) {
    const candidate = daysAfter(today, days)
    const isWeekday = weekday === undefined || new Date(`${candidate}T00:00Z`).getUTCDay() === weekday
    if (Number(candidate.slice(8)) === day && isWeekday) return candidate
  }
  return undefined
}

function dayOf(local: string): string {
  return local.slice(0, 10)
}
