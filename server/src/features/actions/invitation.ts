import ICAL from 'ical.js'

export interface Invitation {
  /** Stays the same over all changes. */
  uid: string
  /** Goes up with every change. */
  sequence: number
  isCancelled: boolean
  startsAt: Date
  endsAt: Date
  stampedAt: Date
  summary: string
  place: string
  organiser: { name: string; email: string }
  /** The one whom this copy is sent to. */
  attendee: string
}

const PRODUCT = '-//Voxhall//Appointments//EN'

/** An invitation or its cancellation as iTIP has them (RFC 5546). Times are in UTC, which needs no time zone in it. */
export function writeInvitation(invitation: Invitation): string {
  const { organiser, attendee, place } = invitation
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', PRODUCT)
  calendar.addPropertyWithValue('method', invitation.isCancelled ? 'CANCEL' : 'REQUEST')
  const event = new ICAL.Component('vevent')
  event.addPropertyWithValue('uid', invitation.uid)
  event.addPropertyWithValue('sequence', invitation.sequence)
  event.addPropertyWithValue('status', invitation.isCancelled ? 'CANCELLED' : 'CONFIRMED')
  event.addPropertyWithValue('dtstamp', ICAL.Time.fromJSDate(invitation.stampedAt, true))
  event.addPropertyWithValue('dtstart', ICAL.Time.fromJSDate(invitation.startsAt, true))
  event.addPropertyWithValue('dtend', ICAL.Time.fromJSDate(invitation.endsAt, true))
  event.addPropertyWithValue('summary', invitation.summary)
  if (place !== '') event.addPropertyWithValue('location', place)
  event.addPropertyWithValue('transp', 'OPAQUE')
  const organiserLine = event.addPropertyWithValue('organizer', `mailto:${organiser.email}`)
  organiserLine.setParameter('cn', organiser.name.replaceAll('"', ''))
  const attendeeLine = event.addPropertyWithValue('attendee', `mailto:${attendee}`)
  attendeeLine.setParameter('partstat', 'ACCEPTED')
  attendeeLine.setParameter('rsvp', 'FALSE')
  calendar.addSubcomponent(event)
  return `${calendar.toString()}\r\n`
}
