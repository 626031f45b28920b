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
  { said: /\bmornings?\b|\bfirst thing\b(?! in)|\bbefore (?:noon|lunch|midday)\b/i, from: '00:00', to: '12:00' },
  { said: /\bafternoons?\b|\bafter (?:noon|lunch|midday)\b/i, from: '12:00', to: '18:00' },
  { said: /\bevenings?\b|\btonight\b|\bafter work\b/i, from: '17:00', to: '23:59' },
] as const
const SHORT_MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const TIME = String.raw`(\d{1,2}(?::\d\d)?(?: ?[ap]m)?)`
const BETWEEN = new RegExp(
  `\\b(?:between|from) ${TIME} (?:and|to|until|till) ${TIME}(?!\\d)|\\b${TIME} (?:to|until|till) ${TIME}(?!\\d| (?:of|people|persons|guests|${SHORT_MONTHS}))`,
  'i',
)
const AFTER = new RegExp(
  `\\b(?:after|from|not before|not until|not? earlier than|(?<!not? )later than) (?:about )?${TIME}(?!\\d|th|st|nd|rd)|\\b${TIME},? (?:or (?:later|after)|onwards|at the earliest)\\b`,
  'i',
)
const BEFORE = new RegExp(
  `\\b(?:before|until|by|earlier than|no later than) ${TIME}(?!\\d|th|st|nd|rd)|\\b${TIME},? (?:or (?:earlier|before)|at the latest)\\b`,
  'i',
)
const ANY_TIME =
  /\b(?:any ?time|any day|whenever|as soon as (?:possible|you can)|soon|earliest|next (?:free|available|possible)|first (?:free|available|possible)|don'?t mind)\b/i
const LONE_DAY = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)\\b(?! (?:of )?(?:${SHORT_MONTHS}))`, 'i')
const MONTH_BEFORE_DAY = new RegExp(`\\b(?:${SHORT_MONTHS})[a-z]* (?:the )?\\d{1,2}(?:st|nd|rd|th)?\\b`, 'i')
/** Matches "5.30", but not part of "24.11.2026". */
const DOTTED_TIME = /(?<![\d.])([01]?\d|2[0-3])\.([0-5]\d)(?![\d.]*\d)/g
/** Matches "1730", but neither a year nor a house number. */
const CLOSED_TIME = new RegExp(
  String.raw`(?<![\d:./-])(?!20[2-9]\d)([01]\d|2[0-3])([0-5]\d)(?= ?(?:$|[,.!?]|(?:hrs|hours|h|on|please|the|today|tomorrow|next|this|or|and|${WEEKDAYS})\b))`,
  'g',
)
/** Matches "10 30", but not the day and the hour of "december 1 10 am". */
const HOUR_AND_MINUTES = new RegExp(
  String.raw`(?<!\b(?:${SHORT_MONTHS})[a-z]* )\b(\d{1,2}) (?:oh |o )?([0-5]?\d)(?= ?[ap] ?\.?m|$|[ ,.!?])(?! ?(?:november|december|january|of))`,
  'g',
)
/** Matches "25.12" and "9.12.", but not the end of the sentence "at 9.10." */
const DOTTED_DAY =
  /(?<![\d.:])(?<!\b(?:at|around|about) )(?:(2[4-9]|3[01])\.(1[0-2]|0?[1-9])|([0-2]?\d)\.(1[0-2]|0?[1-9])(?=\.))(?:\.(20\d\d|\d\d)?)?(?!\.?\d)/g
const HOURS = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'
/** Numbers that count something and are not hours: "option two", "a later one", "the nine thirty one". */
const NOT_HOURS = new RegExp(
  String.raw`\b(?:number|option|choice) (?:${HOURS}|\d)\b|\b(?:first|second|third|1st|2nd|3rd) (?:one|slot|time|option|choice)\b|\b(?:(?:a|one) )?seconds?\b|\b(later|earlier|another|other|next|this|that|any|every|early|late|middle|last|either|neither|good|better|(?:${HOURS}) (?:thirty|fifteen|forty[ -]five)) one\b(?! (?:o'?clock|thirty|fifteen|forty|[ap] ?\.?m))`,
  'g',
)
/**
 * "Ten to four" and "twenty past two". "From ten to four" is a span, and so may "10 to 4" in figures be, unless no
 * business is open then.
 */
const MINUTES_OF_HOUR = new RegExp(
  String.raw`(?<!\b(?:from|between) )\b(quarter|five|ten|twenty(?:[ -]five)?|20|25)(?= (?:to|till) (?:${HOURS}|\d))|\b(quarter|five|ten|twenty(?:[ -]five)?)(?= (?:past|after) (?:${HOURS}|\d))|\b(\d\d?)(?= past \d)`,
  'g',
)
/** "Tuesday, but not in the morning" */
const NOT_IN_PART = /\b(?:(?<!why )not|(?:can't|cannot)(?: do| come)?) (?:in the )?(morning|afternoon)s?\b/g
/** "One hour on Monday" and "the week of December 7th": the parser would count these from now. */
const NOT_A_TIME =
  /(?<!\b(?:with)?in (?:about )?)\b(?:for )?(?:half an?|an?|\d+)[ -](?:hours?|minutes?)\b(?! (?:from|later))|\b(?:in )?the week of\b/g
/**
 * How much of a text is read, in characters. The parser of dates takes time that grows with the square of the length,
 * and it runs on the thread that serves all calls.
 */
const MAX_READ_LENGTH = 400
const NAMED_DAY = String.raw`(?:(?:on|the|next|this) )*(?:(?:${WEEKDAYS})s?|today|tomorrow|(?<=(?:next|this) )week|\d{1,2}(?:st|nd|rd|th)(?: (?:of )?(?:${SHORT_MONTHS})[a-z]*)?)`
const CLOCK = String.raw`(?:at )?\d{1,2}(?::\d\d)?(?: ?[ap]m)?`
const MOMENT = `(?:${NAMED_DAY}(?: the \\d{1,2}th)?(?: ${CLOCK}| (?:in the )?(?:morning|afternoon|evening))?|${CLOCK}(?: ${NAMED_DAY})?)`
/** "Not Monday, Tuesday" and "Monday doesn't work": times that the caller does not want. */
const REFUSED = new RegExp(
  String.raw`\b(?:(?<!why )not(?: free| available| possible)?|except|any(?:thing| ?time| day) but|other than|(?:can'?t|cannot)(?: do| come| make(?: it)?)?) ${MOMENT}\b[\s,.;]*(?:(?:but|rather)\b)?|(?<!\bif (?:the |on |it's )?)\b${MOMENT},? (?:(?:doesn't|does not|don't|won't|isn't|is not|is no) (?:really )?(?:work|suit|good|possible|fit|convenient|an option))\b`,
  'g',
)
const MOVES = String.raw`\b(?:mov|chang|reschedul|postpon|shift|switch|push)\w*`
/** What follows "to" in "move my appointment from Tuesday at 3:30 to Friday at ten". */
const MOVED_TO = new RegExp(`${MOVES}\\b.*?\\bto (.*)`)
/** "Change my appointment on Tuesday" names the old time only. */
const MOVED = new RegExp(
  `(${MOVES}) (?:my |the |our )?(?:${MOMENT} )?(?:appointment|booking|session|visit)(?: ${MOMENT})?`,
)
const NAMES_TARGET = new RegExp(
  String.raw`\d|\b(?:${WEEKDAYS}|today|tomorrow|week|noon|morning|afternoon|evening|another|other|different|later|earlier|else)\b`,
)
/** Phrases that count calendar weeks. "In two weeks" counts them only if the text names a weekday too. */
const WEEK = /\b(?:(?:in|of|the) )*(?:(next|this) week|week after next)\b(?:,? (?=on\b))?|\bin (\d) weeks\b/
const WEEK_FROM_DAY = new RegExp(
  String.raw`\b(?:a|1) week (?:from|on|after) (?=(?:${WEEKDAYS})\b)|(?<=\b(?:${WEEKDAYS})) (?:week|after next)\b`,
)
const HAS_WEEKDAY = new RegExp(`\\b(?:${WEEKDAYS})\\b`)
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
  const plain = withoutOthers(inFigures(text))
  const part = partIn(plain)
  const all = read(plain, localNow)
  const days = dayIn(plain, all, localNow)
  if (ANY_TIME.test(plain) && days.day === undefined && part === undefined)
    return { day: dayOf(localNow), untilDay: daysAfter(dayOf(localNow), ANY_TIME_DAYS) }
  const found: SpokenTime = { ...days, ...(part ? { part } : { time: timeOfDayIn(plain, all) }) }
  return found.day === undefined && found.time === undefined && found.part === undefined ? undefined : found
}

/** The words in which a caller says when not to come: "I can't do Tuesday". */
export function refusedTimeIn(text: string): string | undefined {
  return inFigures(text).match(REFUSED)?.[0]
}

const NAMES_TIME = new RegExp(
  String.raw`\b(?:(?:${WEEKDAYS})s?|today|tonight|tomorrow|(?:next|this) week|week after next|noon|o'?clock|quarter (?:past|to)|half past|\d{1,2} ?[ap]m|\d{1,2}:\d\d|\d{4}-\d\d-\d\d|as soon as possible|\d{1,2}(?:st|nd|rd|th)|(?:${SHORT_MONTHS})[a-z]* (?:the )?\d{1,2}|\d{1,2} in the (?:morning|afternoon|evening))\b|\b(?:at|on the|around) \d`,
)

/**
 * Whether a text clearly names a time. Vaguer words ("I sat down in May") count as a time only if one was asked for.
 */
export function namesTime(text: string): boolean {
  return NAMES_TIME.test(inFigures(text))
}

/**
 * Turns a mentioned time into a wish for free slots.
 * @param near the time or day discussed before: it supplies the day if only a time was mentioned, and the
 * time if only a day was
 */
export function wishOf(said: SpokenTime, localNow: string, near: string | undefined, atMost: number): SlotWish {
  const day = said.day ?? dayOf(near ?? localNow)
  const isOneDay = said.day !== undefined && said.untilDay === undefined
  const time = said.time ?? (isOneDay && said.part === undefined ? near?.slice(11, 16) : undefined)
  const lastDay = said.untilDay ?? day
  // A time without a day that has already passed today is moved to tomorrow.
  const isOver = said.day === undefined && near === undefined && time !== undefined && `${day}T${time}` < localNow
  // Within "next week at three", the caller chooses the day.
  if (time && said.untilDay !== undefined) return { from: `${day}T${time}`, to: `${lastDay}T${time}`, atMost }
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
  return withDigits(plain.replace(NOT_HOURS, '$1').replace(MINUTES_OF_HOUR, '$1$2$3 minutes'))
    .replace(DOTTED_DAY, (_, late?: string, itsMonth?: string, day?: string, month?: string, year?: string) => {
      const name = SHORT_MONTHS.split('|')[Number(itsMonth ?? month) - 1]
      return `${name} ${late ?? day}, ${year ? `20${year.slice(-2)}` : ''}`
    })
    .replace(DOTTED_TIME, '$1:$2')
    .replace(CLOSED_TIME, '$1:$2')
    .replace(/\b([01]?\d|2[0-3])h([0-5]\d)?\b/g, (_, hour: string, minute = '00') => `${hour}:${minute}`)
    .replace(/\bhalf (?:past )?(\d{1,2})\b/g, '$1:30')
    .replace(
      /\b(\d{1,2}|quarter) minutes? (?:(past|after)|to|till) (\d{1,2})\b(?!:)/g,
      (_, said: string, isPast: string | undefined, hour: string) => {
        const minutes = said === 'quarter' ? 15 : Number(said)
        return isPast
          ? `${hour}:${String(minutes).padStart(2, '0')}`
          : `${Number(hour) - 1 || 12}:${String(60 - minutes).padStart(2, '0')}`
      },
    )
    .replace(/\b(\d{1,2}) o'?clock\b/g, '$1:00')
    .replace(HOUR_AND_MINUTES, (all, hour: string, minute: string) =>
      Number(hour) <= 23 && minute.length === 2 ? `${hour}:${minute}` : all,
    )
    .replace(/\b([ap]) ?\.? ?m\b\.?/g, '$1m')
    .replace(
      /\b(1[0-2]|[1-9])(:\d\d)? in the (morning|afternoon|evening)\b/g,
      (_, hour: string, minutes = '', half: string) => `${hour}${minutes}${half === 'morning' ? 'am' : 'pm'}`,
    )
    .replace(/\b(at|around|about) (\d{1,2})(?![:\d]|th|st|nd|rd| ?[ap]m)/g, '$1 $2:00')
    .replace(/\bmidday\b/g, 'noon')
    .replace(/\bnot tomorrow[\s,]+(?:(?:but|rather) )?(the day after)\b(?: that| tomorrow)?/g, '$1 tomorrow')
    .replace(NOT_A_TIME, ' ')
    .replace(NOT_IN_PART, (_, part: string) => `in the ${part === 'morning' ? 'afternoon' : 'morning'}`)
}

/** Leaves out the times that the caller does not want: refused ones, and the old time of an appointment to be moved. */
function withoutOthers(plain: string): string {
  const wanted = plain.replace(REFUSED, ' ')
  const target = MOVED_TO.exec(wanted)?.[1]
  return target !== undefined && NAMES_TARGET.test(target) ? target : wanted.replace(MOVED, '$1')
}

function partIn(plain: string): SpokenTime['part'] {
  const between = BETWEEN.exec(plain)
  if (between)
    return { from: hourOf(between[1] ?? between[3] ?? '', plain), to: hourOf(between[2] ?? between[4] ?? '', plain) }
  const after = AFTER.exec(plain)
  if (after) return { from: hourOf(after[1] ?? after[2] ?? '', plain), to: '23:59' }
  const before = BEFORE.exec(plain)
  if (before) return { from: '00:00', to: hourOf(before[1] ?? before[2] ?? '', plain) }
  // "Three in the afternoon" is a time, not a span.
  if (/\d:\d\d|\d ?[ap]m/.test(plain)) return undefined
  const part = PARTS.find(({ said }) => said.test(plain))
  return part && { from: part.from, to: part.to }
}

function dayIn(plain: string, all: readonly ParsedResult[], localNow: string): Pick<SpokenTime, 'day' | 'untilDay'> {
  const today = dayOf(localNow)
  const weeks = weeksAhead(plain)
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
  const monday = daysAfter(today, (weeks ?? 0) * 7 - weekday)
  const isWeekday = found?.start.isCertain('weekday') ?? false
  if (weeks !== undefined && !isWeekday && !/\d weeks/.test(plain))
    return { day: weeks === 0 ? today : monday, untilDay: daysAfter(monday, weeks === 0 ? 6 : 4) }
  if (!found) return /\b(?:this (?:morning|afternoon|evening)|tonight)\b/.test(plain) ? { day: today } : {}
  const { start } = found
  const pad = (value: number | null): string => String(value ?? 0).padStart(2, '0')
  const day = `${start.get('year')}-${pad(start.get('month'))}-${pad(start.get('day'))}`
  if (!isWeekday) return { day }
  // "Tuesday next week" is in the next calendar week, however near Tuesday is.
  if (weeks) return { day: daysAfter(monday, (Number(start.get('weekday')) + 6) % 7) }
  return { day: WEEK_FROM_DAY.test(plain) ? daysAfter(day, 7) : day }
}

/** How many calendar weeks from now the day is, if the text says so. */
function weeksAhead(plain: string): number | undefined {
  const found = WEEK.exec(plain)
  if (!found) return undefined
  const [, near, count] = found
  return near === 'this' ? 0 : near === 'next' ? 1 : Number(count ?? 2)
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
  // The parser takes "next week on Friday" for the day one week from today, so it is told the weekday only.
  const ofDay = HAS_WEEKDAY.test(plain) ? plain.replace(WEEK, ' ').replace(WEEK_FROM_DAY, '') : plain
  return casual.parse(ofDay, { instant: new Date(`${localNow.slice(0, 16)}Z`), timezone: 0 }, { forwardDate: true })
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
