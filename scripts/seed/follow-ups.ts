import type { emailCrm } from '../../server/src/infra/db/schema/email-crm.ts'
import type { Dice } from './dice.ts'
import type { Person } from './people.ts'

const DAY_MS = 86_400_000

const NOTES = [
  'Wants to know whether the assistant can answer in Spanish.',
  'Runs a bakery, open from six. Asked about a number of their own.',
  'Tried the pediatrics assistant three times. Send the guide for clinics.',
  'Left a voicemail on Monday, no answer yet.',
  'Prefers e-mail over calls.',
  'Asked for an invoice with a VAT number.',
  'Said the captions helped a lot; hard of hearing.',
  'Comparing us with another provider until the end of the month.',
  'Happy with the trial. Decides after the holidays.',
  'Needs a quote for three assistants and 1,200 minutes.',
  'Colleague of an existing customer.',
  'Would like a shorter first message.',
  'Wrote a kind review. Ask whether we may quote it.',
  'Microphone trouble on an old tablet, solved with another browser.',
  'Estate agency with four offices. Call back after the 15th.',
  'Student. The Basic plan is enough.',
]

/** The follow-ups that the team has done: for nearly all people who signed up long ago, and for few of the newest. */
export function followUpsOf(people: readonly Person[], dice: Dice, now: Date): (typeof emailCrm.$inferInsert)[] {
  return people.map((person) => {
    const ageDays = (now.getTime() - person.signedUpAt.getTime()) / DAY_MS
    const roll = dice.next() * Math.min(1, 0.25 + ageDays / 90)
    const status = roll > 0.42 ? 'completed' : roll > 0.22 ? 'contacted' : 'pending'
    const sinceMs = dice.next() * Math.min(ageDays, 21) * DAY_MS
    return {
      id: `seed-email-${String(person.number).padStart(4, '0')}`,
      email: person.email,
      displayName: person.name || null,
      signupDate: person.signedUpAt,
      followUpStatus: status,
      lastContactDate: status === 'contacted' ? new Date(now.getTime() - sinceMs) : null,
      notes: dice.chance(status === 'pending' ? 0.12 : 0.55) ? dice.one(NOTES) : '',
      createdAt: person.signedUpAt,
      updatedAt: person.signedUpAt,
    }
  })
}
