import type { Slot, SlotWish } from '../actions.ts'
import { compilePattern, normaliseWords } from '#contract/phrase-pattern.ts'
import { CHOICE_PATTERNS } from '../brain/ask-back.ts'
import { timeIn } from './spoken-times.ts'

/** How many free times are offered at once. */
export const OFFERED_SLOTS = 3
const LOOK_AHEAD_MINUTES = 14 * 24 * 60

const PLACES = (['first', 'second', 'third'] as const).map((place) =>
  [
    ...CHOICE_PATTERNS[place],
    `[i (take | want | would like) | i'll take | let us take] [the] ${place} [one | slot | time | option] [please]`,
  ].map(compilePattern),
)
const LAST = [...CHOICE_PATTERNS.last, '[the] last [one]'].map(compilePattern)
const DIGITS = ['1', '2', '3']

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
  const said = timeIn(text, localNow)
  if (!said) return undefined
  const fitting = offered.filter(
    ({ start }) =>
      (said.day === undefined || start.startsWith(said.day)) &&
      (said.time === undefined || start.slice(11, 16) === said.time) &&
      (said.part === undefined || (start.slice(11, 16) >= said.part.from && start.slice(11, 16) < said.part.to)),
  )
  return fitting.length === 1 ? fitting[0] : undefined
}

/** Whether the line asks for a time other than those offered. */
export function isElsewhen(text: string): boolean {
  return /\b(?:later|earlier|another (?:time|day|one)|other (?:times?|days?|slots?)|something else|anything else|what else|none of|neither)\b/i.test(
    text,
  )
}

/** A wish for free times later or earlier than those offered. */
export function laterThan(offered: readonly Slot[], text: string, localNow: string): SlotWish {
  const now = localNow.slice(0, 16)
  if (/\bearl/i.test(text)) return { from: now, to: offered[0]?.start ?? now, atMost: OFFERED_SLOTS }
  const last = (offered.at(-1)?.start ?? now).slice(0, 16)
  // One minute later, so that the last offered time is not offered again.
  return { from: minutesAfter(last, 1), to: minutesAfter(last, LOOK_AHEAD_MINUTES), atMost: OFFERED_SLOTS }
}

function minutesAfter(local: string, minutes: number): string {
  return new Date(Date.parse(`${local}Z`) + minutes * 60_000).toISOString().slice(0, 16)
}
