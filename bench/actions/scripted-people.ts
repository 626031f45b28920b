import { CLOSES_AT_HOUR, OPENS_AT_HOUR } from './business.ts'
import type { Phrases } from './phrases.ts'

/** What an assistant can ask a caller for. */
export type Asked = 'when' | 'which' | 'name' | 'email' | 'phone' | 'message' | 'right'

/** A caller who knows what they want and says it when asked. */
export interface ScriptedPerson {
  what: string
  kind: 'appointment' | 'message' | 'callback'
  opening: string
  /**
   * The answers to each question. The nth time that a question is asked gets the nth answer; the last answer is
   * repeated.
   */
  answers: Readonly<Partial<Record<Asked, readonly string[]>>>
  /** The caller hangs up when this question is asked a second time. */
  leavesAt?: Asked
  /** The expected values by field id, with `slot` as ISO local time; null if nothing should be stored. */
  expected: Readonly<Record<string, string>> | null
  isSpoken: boolean
}

const TWISTS = ['plain', 'all at once', 'other time', 'other time at the end', 'other email', 'other name', 'a question in between', 'a change of mind'] as const // prettier-ignore
const LEAD_TWISTS = ['plain', 'other phone', 'other name', 'a change of mind'] as const
/** Of every twelve callers, this many leave a message or ask to be called back. */
const LEADS_OF_TWELVE = 4
const SLOTS_A_DAY = (CLOSES_AT_HOUR - OPENS_AT_HOUR) * 2

interface Moment {
  local: string
  said: string
}

/** Makes callers, the same ones for the same count and day. No two of them want the same time. */
export function scriptedPeople(count: number, phrases: Phrases, today: Date): ScriptedPerson[] {
  return Array.from({ length: count }, (_, index) => {
    const isLead = index % 12 >= 12 - LEADS_OF_TWELVE
    return isLead ? lead(index, phrases) : booking(index, phrases, today)
  })
}

export function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

/**
 * A time that a caller asks for, as ISO local time and in words.
 * @param place index among the times on weekdays, from the day after tomorrow
 * @param isSaturday whether to choose a Saturday, which only callers who then correct the time ask for
 */
export function moment(place: number, phrases: Phrases, today: Date, isSaturday = false): Moment {
  const days = Array.from({ length: 38 }, (_, index) => new Date(+today + (index + 2) * 86_400_000)).filter((day) =>
    isSaturday ? day.getUTCDay() === 6 : ![0, 6].includes(day.getUTCDay()),
  )
  const day = pick(days, place)
  // 7 and 24 have no common divisor, so every round over the days reaches another time of day.
  const half = ((Math.floor(place / days.length) + place) * 7) % SLOTS_A_DAY
  const [hour, minute] = [OPENS_AT_HOUR + Math.floor(half / 2), half % 2 ? 30 : 0]
  const name = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(day)
  const ordinal = `${day.getUTCDate()}${ending(day.getUTCDate())}`
  const said = pick(phrases.when, place)
    .replace('{weekday}', name({ weekday: 'long' }))
    .replace('{date}', `${name({ month: 'long' })} ${ordinal}`)
    .replace('{day}', ordinal)
    .replace('{time}', phrases.clock(hour, minute))
  const local = `${day.toISOString().slice(0, 10)}T${String(hour).padStart(2, '0')}:${minute ? '30' : '00'}`
  return { local, said }
}

function ending(day: number): string {
  if (day >= 11 && day <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'
}

const fill = (phrase: string, value: string) => phrase.replace('{}', value)

/** A caller's details. A name typed in lower case is expected to be stored with capitals. */
function person(index: number, phrases: Phrases) {
  const name = pick(phrases.names, index * 3 + Math.floor(index / 10))
  const kept = name === name.toLowerCase() ? name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()) : name
  const email = `${kept.split(' ')[0]?.normalize('NFKD').replace(/[^A-Za-z]/g, '').toLowerCase()}.${index}@example.com` // prettier-ignore
  const digits = `212555${String(1000 + index * 7)}`
  const phone = pick([digits.replace(/(...)(...)(.*)/, '$1-$2-$3'), digits.replace(/(...)(...)(.*)/, '($1) $2 $3'), digits], index) // prettier-ignore
  return { name, kept, email, phone, digits }
}

function booking(index: number, phrases: Phrases, today: Date): ScriptedPerson {
  const what = pick(TWISTS, index + Math.floor(index / 12))
  const { name, kept, email } = person(index, phrases)
  const at = moment(index, phrases, today)
  const wrongAt = moment(index, phrases, today, true)
  const say = (of: readonly string[], value: string) => fill(pick(of, index), value)
  const plain: Record<Asked, readonly string[]> = {
    when: [at.said],
    which: [at.said],
    name: [say(phrases.name, name), name],
    email: [say(phrases.email, email), email],
    right: [pick(phrases.yes, index), 'yes'],
    phone: [],
    message: [],
  }
  const other = person(index + 500, phrases)
  const bare = at.said.replace(/[?]$/, '')
  const changed: Partial<Record<Asked, readonly string[]>> = {}
  let opening = pick(phrases.book, index)
  switch (what) {
    case 'all at once':
      opening = `${opening.replace(/[.?]$/, '')}, ${at.said.replace(/[.?]$/, '')}. My name is ${name}, ${email}`
      break
    case 'other time':
      // The caller corrects the time instead of saying the name.
      changed.when = [wrongAt.said, at.said]
      changed.name = [say(phrases.notThatTime, bare), ...plain.name]
      break
    case 'other time at the end':
      changed.when = [wrongAt.said, at.said]
      changed.right = [say(phrases.notThatTime, bare), ...plain.right]
      break
    case 'other email':
      changed.email = [other.email, email]
      changed.right = [say(phrases.notThatEmail, email), ...plain.right]
      break
    case 'other name':
      changed.name = [other.name, name]
      changed.right = [say(phrases.notThatName, name), ...plain.right]
      break
    case 'a question in between':
      changed.name = [pick(phrases.aside, index), ...plain.name]
      break
    case 'a change of mind':
    case 'plain':
  }
  const answers = { ...plain, ...changed }
  if (what === 'a change of mind') {
    const leavesAt = pick(['name', 'email', 'right'] as const, index)
    answers[leavesAt] = [pick(phrases.leave, index)]
    return { what, kind: 'appointment', opening, answers, leavesAt, expected: null, isSpoken: false }
  }
  return { what, kind: 'appointment', opening, answers, expected: { slot: at.local, name: kept, email }, isSpoken: false } // prettier-ignore
}

function lead(index: number, phrases: Phrases): ScriptedPerson {
  const kind = index % 12 === 11 ? 'callback' : 'message'
  const what = pick(LEAD_TWISTS, index + Math.floor(index / 12))
  const { name, kept, phone, digits } = person(index, phrases)
  const other = person(index + 500, phrases)
  const message = pick(phrases.texts, index)
  const say = (of: readonly string[], value: string) => fill(pick(of, index), value)
  const answers: Partial<Record<Asked, readonly string[]>> = {
    name: [say(phrases.name, name), name],
    phone: [say(phrases.phone, phone), phone],
    message: [message],
    right: [pick(phrases.yes, index), 'yes'],
  }
  if (what === 'other phone') {
    answers.phone = [other.phone, phone]
    answers.right = [say(phrases.notThatPhone, phone), 'yes']
  }
  if (what === 'other name') {
    answers.name = [other.name, name]
    answers.right = [say(phrases.notThatName, name), 'yes']
  }
  const opening = pick(phrases[kind], index)
  if (what === 'a change of mind') {
    answers.right = [pick(phrases.leave, index)]
    return { what, kind, opening, answers, leavesAt: 'right', expected: null, isSpoken: false }
  }
  const expected = { name: kept, phone: digits, ...(kind === 'message' && { message }) }
  return { what, kind, opening, answers, expected, isSpoken: false }
}

/** The question at the end of an answer. */
export function askedIn(answer: string): Asked | undefined {
  if (/Is that right\?$|yes or no\.$|noted right\?$|try it again\?$/.test(answer)) return 'right'
  const last = answer.split(/(?<=[.!?])\s+/).at(-1) ?? ''
  if (/^(?:Which one suits|Does that suit|Which other day)/.test(last)) return 'which'
  if (/\bname\b/i.test(last)) return 'name'
  if (/e-?mail/i.test(last) || /e-?mail address\? You can type/i.test(answer)) return 'email'
  if (/telephone/i.test(last)) return 'phone'
  if (/message/i.test(last)) return 'message'
  if (/\b(?:when would you like|day and a time)\b/i.test(last)) return 'when'
  return undefined
}

/** Whether an answer says that the appointment or message was stored. */
export const isToldKept = (answer: string) => /appointment is booked for|Thank you\. I have passed/.test(answer)
