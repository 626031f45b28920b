import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import type { Stretch } from './free-slots.ts'

/** Busy stretches with a shorter gap between them are merged, since no appointment is that short. */
const MIN_GAP_MS = 60_000
const DAY_MS = 86_400_000
/** Limit on the stretches kept of one calendar. Half a year has 17,500 quarters of an hour. */
const MAX_STRETCHES = 20_000

/**
 * The times at which a calendar says that its owner is busy: its events with their repetitions, except those that are
 * cancelled or marked as free, and its free/busy periods. Some rules never come to an end ("each second of the 30th of
 * February"), so this runs in a process that can be stopped.
 * @param timeZone the zone of times that name none
 * @returns the busy stretches in order, none overlapping another
 * @throws {Error} if the text is not a calendar, or has too many times
 */
export function busyTimes(text: string, timeZone: string, window: Stretch): Stretch[] {
  const roots = [ICAL.Component.fromString(text)].flat().filter(({ name }) => name === 'vcalendar')
  if (roots.length === 0) throw new Error('there is no calendar in it')
  const stretches: Stretch[] = []
  for (const root of roots) {
    for (const stretch of [...eventsOf(root, timeZone, window), ...freeBusyOf(root)]) {
      if (stretch.startMs < window.endMs && stretch.endMs > window.startMs) stretches.push(stretch)
    }
  }
  return merged(stretches)
}

function* eventsOf(root: ICAL.Component, timeZone: string, window: Stretch): Generator<Stretch> {
  const components = root.getAllSubcomponents('vevent')
  const masters = new Set(components.filter((component) => !component.hasProperty('recurrence-id')).map(uidOf))
  const exceptions = Map.groupBy(
    components.filter((component) => component.hasProperty('recurrence-id')),
    uidOf,
  )
  for (const component of components) {
    if (component.hasProperty('recurrence-id')) {
      // A changed repetition is found through its series; without the series in the file, it counts as an event of its
      // own.
      if (!masters.has(uidOf(component)) && isBusy(component)) yield stretchOf(new ICAL.Event(component), timeZone)
      continue
    }
    const event = new ICAL.Event(component, {
      exceptions: exceptions.get(uidOf(component)) ?? [],
      strictExceptions: false,
    })
    if (!event.isRecurring()) {
      if (isBusy(component)) yield stretchOf(event, timeZone)
      continue
    }
    const { startMs, endMs } = stretchOf(event, timeZone)
    const hasExceptions = exceptions.has(uidOf(component))
    const occurrences = event.iterator()
    let next: ICAL.Time | undefined
    while ((next = occurrences.next() as ICAL.Time | undefined)) {
      const nextMs = momentOf(next, component, timeZone)
      if (nextMs > window.endMs) break
      // Computing a repetition's details is costly, and a series may be years old, so repetitions before the window are
      // skipped. A series with exceptions is read in full, because an old repetition may have been moved into the window.
      if (!hasExceptions && nextMs + (endMs - startMs) + DAY_MS < window.startMs) continue
      const { item, startDate, endDate } = event.getOccurrenceDetails(next)
      if (!isBusy(item.component)) continue
      yield stretchOf({ startDate, endDate, component: item.component }, timeZone)
    }
  }
}

function* freeBusyOf(root: ICAL.Component): Generator<Stretch> {
  for (const freeBusy of root.getAllSubcomponents('vfreebusy')) {
    for (const property of freeBusy.getAllProperties('freebusy')) {
      if (property.getFirstParameter('fbtype') === 'FREE') continue
      for (const period of property.getValues() as ICAL.Period[]) {
        yield { startMs: period.start.toUnixTime() * 1_000, endMs: period.getEnd().toUnixTime() * 1_000 }
      }
    }
  }
}

function merged(stretches: readonly Stretch[]): Stretch[] {
  const out: Stretch[] = []
  for (const { startMs, endMs } of stretches.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = out.at(-1)
    if (last && startMs < last.endMs + MIN_GAP_MS) last.endMs = Math.max(last.endMs, endMs)
    else out.push({ startMs, endMs })
  }
  if (out.length > MAX_STRETCHES) throw new Error('it has too many times')
  return out
}

const uidOf = (component: ICAL.Component): string => String(component.getFirstPropertyValue('uid') ?? '')

function isBusy(component: ICAL.Component): boolean {
  const isCancelled = component.getFirstPropertyValue('status') === 'CANCELLED'
  return !isCancelled && component.getFirstPropertyValue('transp') !== 'TRANSPARENT'
}

type Occurrence = Pick<ICAL.Event, 'startDate' | 'endDate' | 'component'>

function stretchOf({ startDate, endDate, component }: Occurrence, timeZone: string): Stretch {
  return { startMs: momentOf(startDate, component, timeZone), endMs: momentOf(endDate, component, timeZone) }
}

/**
 * All-day events begin at midnight in the business's time zone. A time with a TZID that the calendar does not define is
 * in the zone of that name, if it exists, and otherwise in the business's.
 */
function momentOf(time: ICAL.Time, component: ICAL.Component, timeZone: string): number {
  if (!time.isDate && time.zone !== ICAL.Timezone.localTimezone) return time.toUnixTime() * 1_000
  const named = component.getFirstProperty('dtstart')?.getFirstParameter('tzid')
  const { year, month, day, hour, minute, second } = time
  const local = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second })
  const zone = !time.isDate && named !== undefined && isZone(named) ? named : timeZone
  return local.toZonedDateTime(zone).epochMilliseconds
}

function isZone(name: string): boolean {
  try {
    Temporal.Now.zonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}
