import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import type { Stretch } from './free-slots.ts'

/** No appointment fits into less, so shorter gaps between two stretches are closed. */
const MIN_GAP_MS = 60_000
const DAY_MS = 86_400_000
/** Half a year has 17,500 quarters of an hour. */
const MAX_STRETCHES = 20_000

/**
 * When a calendar says that its owner is busy: its events with their repetitions, except those that are cancelled or marked
 * as free, and the times of free/busy feeds. Some rules never come to an end ("each second of the 30th of February"), so
 * this runs in a thread that can be stopped.
 * @param timeZone of times that name none
 * @returns the stretches in order, none overlapping another
 * @throws {Error} when the text is no calendar, or one with too many times
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
      // Its place among the repetitions is taken by itself; alone, it stands for itself.
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
      // Its details are costly, and a series may be years old. One that was moved may lie in the window all the same.
      if (!hasExceptions && nextMs + (endMs - startMs) + DAY_MS < window.startMs) continue
      const { item, startDate, endDate } = event.getOccurrenceDetails(next)
      if (!isBusy(item.component)) continue
      yield {
        startMs: momentOf(startDate, item.component, timeZone),
        endMs: momentOf(endDate, item.component, timeZone),
      }
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

function stretchOf(event: ICAL.Event, timeZone: string): Stretch {
  return {
    startMs: momentOf(event.startDate, event.component, timeZone),
    endMs: momentOf(event.endDate, event.component, timeZone),
  }
}

/** Days begin at midnight of the business; a time without a known zone is in the zone that it names, or the business's. */
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
