import { OFFERED_SLOTS, type Slot, type SlotWish } from '../actions.ts'
import { compilePattern, normaliseWords } from '#contract/phrase-pattern.ts'
import { capitalised } from '#contract/written-text.ts'
import { CHOICE_PATTERNS } from '../brain/ask-back.ts'
import { MONTHS, WEEKDAYS } from '../calendar-words.ts'
import { dayInWords, refusedTimeIn, timeIn, type SpokenTime } from './spoken-times.ts'

const DAY_MINUTES = 24 * 60
const LOOK_AHEAD_MINUTES = 14 * DAY_MINUTES

const PLACES = (['first', 'second', 'third'] as const).map((place) =>
  [
    ...CHOICE_PATTERNS[place],
    ...(place === 'second' ? CHOICE_PATTERNS.other : []),
    `[i (take | want | would like) | i'll take | let us take] [the] ${place} [one | slot | time | option] [please]`,
  ].map(compilePattern),
)
const LAST = [...CHOICE_PATTERNS.last, '[the] last [one]'].map(compilePattern)
const DIGITS = ['1', '2', '3']
/** A choice within other words. */
const CHOICE_WITHIN =
  /\b(first|second|third|1st|2nd|3rd|middle|last|earliest|latest) (?:one(?! (?:you|possible|available))|slot|option|choice|of (?:those|these|them))\b|\b(?:number|option|choice) (one|two|three|[1-3])\b(?! \d)/gi
/** "The first is fine" chooses the first time; "on the first" and "December the first" name a day. */
const CHOICE_ALONE = new RegExp(
  String.raw`(?<!\b(?:on|${WEEKDAYS}|${MONTHS}) )\bthe (first|second|third|last)(?: time| appointment)?(?=[.!]*$|,? (?:please|thanks|thank|then|this|that|and|is|works|would|will|sounds|suits|fits)\b)`,
  'gi',
)
const WORDS_OF_PLACES = [
  ['first', '1st', 'earliest', 'one', '1'],
  ['second', '2nd', 'middle', 'two', '2'],
  ['third', '3rd', 'three', '3'],
]
const NOT_THAT = /\bnot (?:the )?(?:first|second|third|middle|last) (?:one|slot|option|choice)\b/g
/** In such a line, a place does not say which time the caller wants. */
const CHOOSES_NOTHING =
  /^(?:(?:and|but|so|sorry|wait) )*(?:what|when|where|why|who|how|is|was|do|does|did)\b(?! about)|\b(?:not|cannot|except|than|after|before|neither|nor|again)\b|n't\b(?! (?:mind|care|matter))|\b(?:first|second|third|last) (?:one )?(?:or|and) (?:the )?(?:first|second|third|last)\b/

/**
 * The offered time that a line chooses: "the second one", "half past ten", "Thursday", or "yes" if only one was
 * offered.
 */
export function chosenSlot(offered: readonly Slot[], text: string, isYes: boolean, localNow: string): Slot | undefined {
  const [first] = offered
  if (!first) return undefined
  if (isYes) return offered.length === 1 ? first : undefined
  const words = normaliseWords(text)
  if (LAST.some((matches) => matches(words))) return offered.at(-1)
  const place = PLACES.findIndex((patterns) => patterns.some((matches) => matches(words)))
  if (place >= 0) return offered[place]
  if (
    words.length === 1 &&
    DIGITS.includes(words[0] ?? '') &&
    !offered.some(({ start }) => Number(start.slice(11, 13)) % 12 === Number(words[0]))
  )
    return offered[DIGITS.indexOf(words[0] ?? '')]
  const said = timeIn(text.replace(CHOICE_ALONE, ' '), localNow)
  const fitting = said ? offered.filter((slot) => fits(slot, said)) : offered
  // "Next week" does not choose the only time that was offered there.
  if (said && said.untilDay === undefined && fitting.length === 1) return fitting[0]
  return placeWithin(fitting, words.join(' '))
}

/** Reads "the second one, and my name is Bob". In "the first one on Friday", only Friday's times are counted. */
function placeWithin(offered: readonly Slot[], text: string): Slot | undefined {
  const plain = text.replace(NOT_THAT, ' ').trim()
  if (CHOOSES_NOTHING.test(plain)) return undefined
  const found = [...plain.matchAll(CHOICE_WITHIN), ...plain.matchAll(CHOICE_ALONE)]
  const places = new Set(found.map(([, place, number]) => place ?? number ?? ''))
  const [place = ''] = places
  if (places.size !== 1 || (place === 'middle' && offered.length !== 3)) return undefined
  return place === 'last' || place === 'latest'
    ? offered.at(-1)
    : offered[WORDS_OF_PLACES.findIndex((words) => words.includes(place))]
}

function fits({ start }: Slot, { day, untilDay, time, part }: SpokenTime): boolean {
  const [onDay, at] = [start.slice(0, 10), start.slice(11, 16)]
  return (
    (day === undefined || (onDay >= day && onDay <= (untilDay ?? day))) &&
    (time === undefined || at === time) &&
    (part === undefined || (at >= part.from && at < part.to))
  )
}

/** A weekday without a date, and lines that say by themselves which week is meant. */
const BARE_WEEKDAY = new RegExp(String.raw`\b(${WEEKDAYS})\b(?!,? the\b)`, 'gi')
const NAMES_WEEK = new RegExp(String.raw`\d(?:st|nd|rd|th)\b|\b(?:${MONTHS}|today|tomorrow|this|next|weeks?)\b`, 'i')

/** The line with the date of offered times at their weekday: "Tuesday" then is that Tuesday, even if another is nearer. */
export function withOfferedDates(offered: readonly Slot[], text: string): string {
  if (NAMES_WEEK.test(text)) return text
  return text.replace(BARE_WEEKDAY, (weekday) => {
    const slot = offered.find(({ start }) =>
      dayInWords(start.slice(0, 10)).startsWith(capitalised(weekday.toLowerCase())),
    )
    return slot ? `${weekday} the ${Number(slot.start.slice(8, 10))}th` : weekday
  })
}

const ELSEWHEN =
  /\b(?:later|earlier|another (?:time|day|one)|other (?:times?|days?|slots?)|different (?:times?|days?)|something else|anything else|what else|none of|neither)\b/i

/** Whether the line asks for another time than the one spoken of: "later", "none of those". */
export function asksForOther(text: string): boolean {
  return ELSEWHEN.test(text)
}

/** Whether the line asks for times other than those offered and leaves open which: "neither", but not "neither, Friday". */
export function isElsewhen(offered: readonly Slot[], text: string, localNow: string): boolean {
  if (!asksForOther(text) && refusedTimeIn(text) === undefined) return false
  const said = timeIn(text, localNow)
  return said === undefined || offered.some((slot) => fits(slot, said))
}

/** A wish for free times later or earlier than those offered, or on another day. */
export function laterThan(offered: readonly Slot[], text: string, localNow: string): SlotWish {
  const now = localNow.slice(0, 16)
  if (/\bearl/i.test(text)) return { from: now, to: offered[0]?.start ?? now, atMost: OFFERED_SLOTS }
  const last = (offered.at(-1)?.start ?? now).slice(0, 16)
  const isOtherDay =
    /\b(?:another|other|different) days?\b/i.test(text) || /day|tomorrow|\dth/.test(refusedTimeIn(text) ?? '')
  // One minute later, so that the last offered time is not offered again.
  const from = isOtherDay ? `${minutesAfter(last, DAY_MINUTES).slice(0, 10)}T00:00` : minutesAfter(last, 1)
  return { from, to: minutesAfter(last, LOOK_AHEAD_MINUTES), atMost: OFFERED_SLOTS }
}

function minutesAfter(local: string, minutes: number): string {
  return new Date(Date.parse(`${local}Z`) + minutes * 60_000).toISOString().slice(0, 16)
}
