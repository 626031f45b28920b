import { Temporal } from 'temporal-polyfill'
import { WEEKDAYS } from '#contract/action-limits.ts'
import type { AppointmentSettings } from '#contract/actions.ts'

/** A period of time in epoch milliseconds, without its end. */
export interface Stretch {
  startMs: number
  endMs: number
}

export type SlotRules = Omit<AppointmentSettings, 'isOn' | 'title' | 'place' | 'busyUrl' | 'fields'> & {
  timeZone: string
}

interface TakenTimes {
  /** Appointments, without their buffers. */
  booked: readonly Stretch[]
  /** Busy periods from the owner's calendar. */
  busy: readonly Stretch[]
}

/** A time at which an appointment can begin. */
export interface FreeSlot {
  start: Temporal.PlainDateTime
  startMs: number
  endMs: number
}

const MINUTE_MS = 60_000

/** The period of an appointment with its buffers; such periods never overlap. */
function blockOf({ startMs, endMs }: Stretch, rules: SlotRules): Stretch {
  return {
    startMs: startMs - rules.bufferBeforeMinutes * MINUTE_MS,
    endMs: endMs + rules.bufferAfterMinutes * MINUTE_MS,
  }
}

const overlap = (one: Stretch, other: Stretch): boolean => one.startMs < other.endMs && other.startMs < one.endMs

/**
 * All times on one day at which an appointment can begin. Starting from each opening time, the step is the length of an
 * appointment, but at most an hour. Times that a change of the clocks skips are left out; in a repeated hour, the first
 * counts.
 */
export function freeSlotsOn(day: Temporal.PlainDate, rules: SlotRules, taken: TakenTimes, now: Date): FreeSlot[] {
  const { timeZone, lengthMinutes, closedDays } = rules
  const today = dateAt(now, timeZone)
  const daysFromToday = today.until(day, { largestUnit: 'days' }).days
  if (daysFromToday < 0 || daysFromToday > rules.daysAhead) return []
  const date = day.toString()
  if (closedDays.some(({ from, to }) => from <= date && date <= to)) return []
  const weekday = WEEKDAYS[day.dayOfWeek - 1]
  if (weekday === undefined) return []

  const earliestMs = now.getTime() + rules.noticeMinutes * MINUTE_MS
  const whole = {
    startMs: momentOf(day, 0, timeZone).epochMilliseconds,
    endMs: momentOf(day, 1_440, timeZone).epochMilliseconds,
  }
  const reach = blockOf(whole, rules)
  const blocks = [...taken.booked.map((each) => blockOf(each, rules)), ...taken.busy].filter((block) =>
    overlap(block, reach),
  )
  const stepMinutes = Math.min(lengthMinutes, 60)
  const hasClockChange = whole.endMs - whole.startMs !== 1_440 * MINUTE_MS
  const slots = new Map<number, FreeSlot>()
  for (const { from, to } of rules.hours[weekday]) {
    const closesMs = momentOf(day, minutesOf(to), timeZone).epochMilliseconds
    for (let minute = minutesOf(from); minute + lengthMinutes <= minutesOf(to); minute += stepMinutes) {
      // Calendar arithmetic is slow, and in a fully booked half year it would be done fifty thousand times.
      const startMs = hasClockChange
        ? momentOf(day, minute, timeZone).epochMilliseconds
        : whole.startMs + minute * MINUTE_MS
      const endMs = startMs + lengthMinutes * MINUTE_MS
      if (startMs < earliestMs || endMs > closesMs) continue
      const block = blockOf({ startMs, endMs }, rules)
      if (blocks.some((other) => overlap(block, other))) continue
      const moment = momentOf(day, minute, timeZone)
      // The change of the clocks moved the moment, so this local time does not exist on this day.
      if (moment.hour * 60 + moment.minute !== minute % 1_440) continue
      slots.set(startMs, { start: moment.toPlainDateTime(), startMs, endMs })
    }
  }
  return [...slots.values()].toSorted((one, other) => one.startMs - other.startMs)
}

const dateAt = (moment: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()

/** The moment of a day's minute; minute 1440 is the next midnight. */
function momentOf(day: Temporal.PlainDate, minute: number, timeZone: string): Temporal.ZonedDateTime {
  const at = day.toPlainDateTime().add({ minutes: minute })
  return at.toZonedDateTime(timeZone, { disambiguation: 'compatible' })
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** The free slots of each day from `from` on that has any, up to the last day that can be booked. */
export function* freeSlotsFrom(
  from: Temporal.PlainDate,
  rules: SlotRules,
  taken: TakenTimes,
  now: Date,
): Generator<FreeSlot[]> {
  const today = dateAt(now, rules.timeZone)
  const last = today.add({ days: rules.daysAhead })
  let day = Temporal.PlainDate.compare(from, today) < 0 ? today : from
  for (; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    const slots = freeSlotsOn(day, rules, taken, now)
    if (slots.length > 0) yield slots
  }
}
