import { Temporal } from 'temporal-polyfill'
import type { ActionSettings, FilledField } from '#contract/actions.ts'
import type { appointments } from '../../infra/db/schema/actions.ts'
import { composeMail } from '../../infra/mail/compose.ts'
import type { MailDraft } from '../../infra/mail/outbox.ts'
import type { ActionRules } from './action-rules.ts'
import { fieldLines, leadsUrl } from './action-mails.ts'
import { writeInvitation } from './invitation.ts'
import { writtenTime } from './local-times.ts'

export type AppointmentRow = typeof appointments.$inferSelect
export type AppointmentChange = 'booked' | 'moved' | 'cancelled'

interface AppointmentMail {
  change: AppointmentChange
  row: AppointmentRow
  assistant: { id: string; name: string; slug: string }
  settings: ActionRules
  publicUrl: string
  mailFrom: string
}

interface AppointmentMails extends AppointmentMail {
  owner: { email: string; name: string }
}

/** The visitor's e-mail address, for mails about the appointment; undefined if the visitor left none. */
export function visitorsAddress(fields: readonly FilledField[], settings: ActionSettings): string | undefined {
  const emails = new Set(settings.appointments.fields.filter(({ kind }) => kind === 'email').map(({ id }) => id))
  return fields.find(({ id, value }) => emails.has(id) && value !== '')?.value
}

/** Mails to the owner and, if there is an address, to the visitor; each with a calendar invitation. */
export function appointmentMails({ owner, ...about }: AppointmentMails): MailDraft[] {
  const { change, row, assistant, settings, publicUrl } = about
  const { title } = settings.appointments
  const when = writtenWhen(row.startsAt, settings.timeZone)
  const toOwner: MailDraft = {
    ...composeMail({
      to: owner.email,
      greetingName: owner.name,
      subject: `${title} ${change}: ${when}`,
      before: [`${assistant.name}: an appointment was ${change}.`, `When: ${when}`, ...fieldLines(row.fields)],
      action: { label: 'See your appointments', url: leadsUrl(publicUrl, assistant.id) },
      after: 'What callers say is not checked.',
    }),
    calendar: invitation(about, owner.email, `${title} (${assistant.name})`),
    assistantId: assistant.id,
  }
  const page = { label: `Talk with ${assistant.name}`, url: `${publicUrl}/a/${assistant.slug}` }
  const toVisitor = visitorsMail(about, page)
  return toVisitor ? [toOwner, { ...toVisitor, assistantId: assistant.id }] : [toOwner]
}

/**
 * The mail to the visitor; undefined if there is no address.
 * @param page the assistant's page, unless the assistant is deleted
 */
export function visitorsMail(about: AppointmentMail, page?: { label: string; url: string }): MailDraft | undefined {
  const { change, row, assistant, settings } = about
  const to = visitorsAddress(row.fields, settings)
  if (to === undefined) return undefined
  const { title, place } = settings.appointments
  const when = writtenWhen(row.startsAt, settings.timeZone)
  return {
    ...composeMail({
      to,
      greetingName: row.fields.find(({ id }) => id === 'name')?.value ?? '',
      subject: `${title} with ${assistant.name} ${change}: ${when}`,
      before:
        change === 'cancelled'
          ? `Your appointment on ${when} was cancelled.`
          : [
              `Your appointment is ${change}.`,
              `When: ${when}`,
              ...(place === '' ? [] : [`Where: ${place}`]),
              `To move or cancel it, tell the assistant this code: ${row.code}`,
            ],
      action: page,
      after: `If you did not ask for this appointment, you can ignore this email${change === 'cancelled' ? '' : ' or cancel the appointment'}.`,
    }),
    calendar: invitation(about, to, `${title} with ${assistant.name}`),
    // Even afterwards, the visitor should learn of a cancellation, and the owner of a visitor who was not expected.
    usefulUntil: change === 'cancelled' ? undefined : row.endsAt,
  }
}

function invitation(
  { change, row, assistant, settings, publicUrl, mailFrom }: AppointmentMail,
  attendee: string,
  summary: string,
): string {
  return writeInvitation({
    uid: `${row.id}@${new URL(publicUrl).hostname}`,
    sequence: row.sequence,
    isCancelled: change === 'cancelled',
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    stampedAt: row.updatedAt,
    summary,
    place: settings.appointments.place,
    organiser: { name: assistant.name, email: plainAddress(mailFrom) },
    attendee,
  })
}

/** Such as "Tuesday, November 24, 2026, 3:30 PM (Europe/Berlin)". */
function writtenWhen(at: Date, timeZone: string): string {
  const moment = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
  const day = moment
    .toPlainDate()
    .toLocaleString('en-US', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  return `${day}, ${writtenTime(moment)} (${timeZone})`
}

/** The address in a sender such as `Voxhall <no-reply@voxhall.example>`. */
function plainAddress(from: string): string {
  return /<([^<>]+)>/.exec(from)?.[1] ?? from.trim()
}
