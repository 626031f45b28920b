import ICAL from 'ical.js'

interface Invitation {
  /** Stays the same when the appointment changes. */
  uid: string
  /** Incremented with every change. */
  sequence: number
  isCancelled: boolean
  startsAt: Date
  endsAt: Date
  stampedAt: Date
  summary: string
  place: string
  organiser: { name: string; email: string }
  /** The address to which this copy is sent. */
  attendee: string
}

const PRODUCT = '-//Voxhall//Appointments//EN'

/** Writes an iTIP invitation or cancellation (RFC 5546). Times are in UTC, so that no time zone has to be included. */
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
