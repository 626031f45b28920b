import { Temporal } from 'temporal-polyfill'
import { WEEKDAYS } from '#contract/action-limits.ts'
import type { SpendingLimits } from '#contract/spending-limits.ts'

/** A moment in the calendar and opening hours of an assistant's limits. */
export type LimitMoment = ReturnType<typeof limitMoment>

const DAYS_AHEAD = 8

/** The hours in which an assistant answers, in the time zone of its business. */
type LimitHours = Pick<SpendingLimits, 'hours'> & { timeZone: string }

/** Pure. */
export function limitMoment({ hours, timeZone }: LimitHours, at: Date) {
  const now = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
  const today = now.toPlainDate()
  const beginOf = (date: Temporal.PlainDate) => new Date(date.toZonedDateTime(timeZone).epochMilliseconds)
  const time = now.toPlainTime().toString({ smallestUnit: 'minute' })
  const spansOf = (date: Temporal.PlainDate) => {
    const weekday = WEEKDAYS[date.dayOfWeek - 1]
    return hours && weekday ? hours[weekday] : []
  }
  const isOpen = hours === null || spansOf(today).some(({ from, to }) => from <= time && time < to)

  function opensAgain(): string | null {
    for (let ahead = 0; ahead < DAYS_AHEAD; ahead += 1) {
      const date = today.add({ days: ahead })
      const span = spansOf(date).find(({ from }) => ahead > 0 || from > time)
      if (!span) continue
      const day = ahead === 0 ? 'today' : ahead === 1 ? 'tomorrow' : date.toLocaleString('en-GB', { weekday: 'long' })
      return `${day} at ${span.from} (${timeZone})`
    }
    return null
  }

  return {
    /** `2026-11-22`. */
    day: today.toString(),
    /** `2026-11`. */
    month: today.toPlainYearMonth().toString(),
    dayBeganAt: beginOf(today),
    monthBeganAt: beginOf(today.with({ day: 1 })),
    isOpen,
    /**
     * When the assistant opens again, for people: "Monday at 09:00 (Europe/Berlin)"; null while it is open, and if it
     * never opens.
     */
    opensAgain: isOpen ? null : opensAgain(),
  }
}
