import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import type { Stretch } from './free-slots.ts'

/**
 * Limits on repetitions, for one event and in total, so that an event that repeats every second does not block the
 * server.
 */
const MAX_STEPS_OF_EVENT = 20_000
const MAX_STEPS = 200_000
const MAX_EVENTS = 20_000
/**
 * Limits for one event, or one line of a free/busy feed, which is read without yielding. Ten years of daily exceptions
 * make 3,650 dates.
 */
const MAX_DATES = 4_000
const MAX_RULES = 10

/**
 * The times at which a calendar says that its owner is busy: its events with their repetitions, except those that are
 * cancelled or marked as free, and its free/busy periods. Yields between events, since a calendar may be long.
 * @param timeZone the zone of times that name none
 * @throws {Error} if the text is not a calendar, or takes too long to read
 */
export function* busyTimes(text: string, timeZone: string, window: Stretch): Generator<void, Stretch[]> {
  const calendars = ICAL.Component.fromString(text)
  const roots = [calendars].flat().filter(({ name }) => name === 'vcalendar')
  if (roots.length === 0) throw new Error('there is no calendar in it')
  yield
  const stretches: Stretch[] = []
  const add = (stretch: Stretch): void => {
    if (stretch.startMs < window.endMs && stretch.endMs > window.startMs) stretches.push(stretch)
  }
  let stepsLeft = MAX_STEPS
  for (const root of roots) {
    const components = root.getAllSubcomponents('vevent').slice(0, MAX_EVENTS)
    const masters = new Set(components.filter((component) => !component.hasProperty('recurrence-id')).map(uidOf))
    const exceptions = Map.groupBy(
      components.filter((component) => component.hasProperty('recurrence-id')),
      uidOf,
    )
    for (const component of components) {
      yield
      checkSize(component)
      if (component.hasProperty('recurrence-id')) {
        // A changed repetition is found through its series; without the series in the file, it counts as an event of its
        // own.
        if (!masters.has(uidOf(component)) && isBusy(component)) add(stretchOf(new ICAL.Event(component), timeZone))
        continue
      }
      const event = new ICAL.Event(component, {
        exceptions: exceptions.get(uidOf(component)) ?? [],
        strictExceptions: false,
      })
      if (!event.isRecurring()) {
        if (isBusy(component)) add(stretchOf(event, timeZone))
        continue
      }
      const occurrences = event.iterator()
      for (let step = 0; step < MAX_STEPS_OF_EVENT && stepsLeft > 0; step += 1) {
        stepsLeft -= 1
        if (step % 200 === 199) yield
        const next = occurrences.next() as ICAL.Time | undefined
        if (!next) break
        if (momentOf(next, component, timeZone) > window.endMs) break
        const { item, startDate, endDate } = event.getOccurrenceDetails(next)
        if (!isBusy(item.component)) continue
        add({
          startMs: momentOf(startDate, item.component, timeZone),
          endMs: momentOf(endDate, item.component, timeZone),
        })
      }
    }
    for (const freeBusy of root.getAllSubcomponents('vfreebusy')) {
      for (const property of freeBusy.getAllProperties('freebusy')) {
        yield
        if (valuesIn(property) > MAX_DATES) throw new Error('a line of it has too many times')
        if (property.getFirstParameter('fbtype') === 'FREE') continue
        for (const period of property.getValues() as ICAL.Period[]) {
          add({ startMs: period.start.toUnixTime() * 1_000, endMs: period.getEnd().toUnixTime() * 1_000 })
        }
      }
    }
  }
  return stretches
}

/** Counts the values without parsing them. In jCal, a property's values follow its name, parameters and type (RFC 7265). */
const valuesIn = ({ jCal }: ICAL.Property): number => jCal.length - 3

/** @throws {Error} for an event with so many exceptions that they would block this thread */
function checkSize(component: ICAL.Component): void {
  const count = (names: string[]) =>
    names.flatMap((name) => component.getAllProperties(name)).reduce((sum, property) => sum + valuesIn(property), 0)
  if (count(['exdate', 'rdate']) > MAX_DATES || count(['rrule', 'exrule']) > MAX_RULES) {
    throw new Error('an event of it has too many exceptions')
  }
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
