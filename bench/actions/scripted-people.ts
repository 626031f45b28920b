import { CLOSES_AT_HOUR, OPENS_AT_HOUR } from './business.ts'
import type { Phrases } from './phrases.ts'

/** What an assistant can ask a caller for. */
export type Asked = 'when' | 'which' | 'name' | 'email' | 'phone' | 'message' | 'code' | 'change' | 'right'

/** A caller who knows what they want and says it when asked. */
export interface ScriptedPerson {
  what: string
  /** The wished time of the appointment. */
  moment?: Moment
  kind: 'appointment' | 'message' | 'callback'
  opening: string
  /** Other openings, for when the first one was not understood. */
  otherOpenings: readonly string[]
  /**
   * The answers to each question. The nth time that a question is asked gets the nth answer; the last answer is
   * repeated.
   */
  answers: Readonly<Partial<Record<Asked, readonly string[]>>>
  /** The caller hangs up when this question is asked a second time. */
  leavesAt?: Asked
  /** The change that the caller wants after the booking, in the same call or in another one. */
  afterwards?: Wish & { isSameCall: boolean }
  /** The values that the caller means, by field id; `slot` is an ISO local time. */
  meant: Readonly<Record<string, string>>
  /** The values that must be stored in the end; null if nothing must be. */
  expected: Readonly<Record<string, string>> | null
  yes: string
  /** How a speaking caller corrects a field that was read back wrongly, by its id: the first time, and later. */
  corrections: Readonly<Record<string, readonly string[]>>
  /** Wrong values that the caller first enters in the form, by field id; later the caller enters the right ones. */
  mistakes: Readonly<Record<string, string>>
  isSpoken: boolean
  /**
   * Resolves when the caller may say the opening, or answer a question.
   * @param asked undefined before the opening
   */
  before?: (asked: Asked | undefined) => Promise<void>
  /** For callers who speak: which voice they have. */
  voice: { at: number; isUnseen: boolean }
}

/** A change of an appointment: another time, or its cancellation. */
interface Wish {
  opening: string
  /** The new time; undefined for a cancellation. */
  moment?: Moment
}

const TWISTS = ['plain', 'all at once', 'other time', 'other time at the end', 'other email', 'other name', 'a question in between', 'a change of mind', 'moved', 'moved in the same call', 'cancelled'] as const // oxfmt-ignore
const LEAD_TWISTS = ['plain', 'other phone', 'other name', 'a change of mind'] as const
/** How many of every twelve callers leave a message or ask to be called back. */
const LEADS_OF_TWELVE = 4
/** How many places later a moved appointment is, which is later than the times that 200 callers want. */
const MOVED_PLACES = 400
const SLOTS_A_DAY = (CLOSES_AT_HOUR - OPENS_AT_HOUR) * 2

interface Moment {
  local: string
  said: string
  /** Corrections of a time that was misunderstood, as typed and as spoken. */
  corrected: string
  correctedAloud: string
  /** The plainest wording, for when the others were not understood. */
  plain: string
}

/** Makes callers, the same ones for the same count and day. No two of them want the same time. */
export function scriptedPeople(count: number, phrases: Phrases, today: Date): ScriptedPerson[] {
  return Array.from({ length: count }, (_, index) => {
    const isLead = index % 12 >= 12 - LEADS_OF_TWELVE
    return isLead ? lead(index, phrases) : booking(index, phrases, today)
  })
}

function pick<Item>(items: readonly Item[], index: number): Item {
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
  // 5 and 24 have no common divisor, so each round over the days takes another time of each day.
  const half = (7 * (place % days.length) + 5 * Math.floor(place / days.length)) % SLOTS_A_DAY
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
  const plain = `${name({ weekday: 'long' })} ${name({ month: 'long' })} ${ordinal} at ${phrases.clock(hour, minute)}`
  const correctedAloud = fill(pick(phrases.notThatTime, place), plain)
  return {
    local,
    said,
    plain,
    correctedAloud,
    corrected: fill(pick(phrases.notThatTime, place), said.replace(/[?]$/, '')),
  }
}

function ending(day: number): string {
  if (day >= 11 && day <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'
}

const fill = (phrase: string, value: string) => phrase.replace('{}', value)

/** Names that are typed in lower case are stored with capitals. */
function callerOf(index: number, phrases: Phrases) {
  const name = pick(phrases.names, index * 3 + Math.floor(index / 10))
  const kept = name === name.toLowerCase() ? name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()) : name
  const email = `${kept.split(' ')[0]?.normalize('NFKD').replace(/[^A-Za-z]/g, '').toLowerCase()}.${index}@example.com` // oxfmt-ignore
  const digits = `212555${String(1000 + index * 7)}`
  const phone = pick([digits.replace(/(...)(...)(.*)/, '$1-$2-$3'), digits.replace(/(...)(...)(.*)/, '($1) $2 $3'), digits], index) // oxfmt-ignore
  return { name, kept, email, phone, digits }
}

function booking(index: number, phrases: Phrases, today: Date): ScriptedPerson {
  const what = pick(TWISTS, index + Math.floor(index / 12))
  const twist: string = what
  const { name, kept, email } = callerOf(index, phrases)
  const at = moment(index, phrases, today)
  const wrongAt = moment(index, phrases, today, true)
  const say = (of: readonly string[], value: string) => fill(pick(of, index), value)
  const plain: Record<Asked, readonly string[]> = {
    when: [at.said],
    which: [at.said],
    name: [say(phrases.name, name), name],
    email: [say(phrases.email, email), email],
    right: [pick(phrases.yes, index), 'yes'],
    code: [pick(phrases.code, index), '{}'],
    change: ['the time'],
    phone: [],
    message: [],
  }
  const other = callerOf(index + 507, phrases)
  const changed: Partial<Record<Asked, readonly string[]>> = {}
  const mistakes: Record<string, string> = {}
  const corrections = {
    name: [say(phrases.notThatName, name), 'no'],
    email: [say(phrases.notThatEmail, email), 'no'],
  }
  let opening = pick(phrases.book, index)
  switch (twist) {
    case 'all at once':
      opening = `${opening.replace(/[.?]$/, '')}, ${at.said.replace(/[.?]$/, '')}. My name is ${name}, ${email}`
      break
    case 'other time':
      // The caller corrects the time instead of saying the name.
      changed.when = [wrongAt.said, at.said]
      changed.name = [at.corrected, ...plain.name]
      break
    case 'other time at the end':
      changed.when = [wrongAt.said, at.said]
      changed.right = [at.corrected, ...plain.right]
      break
    case 'other email':
      changed.email = [other.email, email]
      changed.right = [say(phrases.notThatEmail, email), ...plain.right]
      mistakes['email'] = other.email
      break
    case 'other name':
      changed.name = [other.name, name]
      changed.right = [say(phrases.notThatName, name), ...plain.right]
      mistakes['name'] = other.name
      break
    case 'a question in between':
      changed.name = [pick(phrases.aside, index), ...plain.name]
      break
    default:
  }
  const answers = { ...plain, ...changed }
  const meant = { slot: at.local, name: kept, email }
  const otherOpenings = [pick(phrases.book, index + 1), 'I want to book an appointment']
  const common = { what, kind: 'appointment', opening, otherOpenings, moment: at, answers, yes: pick(phrases.yes, index), corrections, mistakes, meant, isSpoken: false, voice: { at: index, isUnseen: false } } as const // oxfmt-ignore
  switch (twist) {
    case 'a change of mind': {
      const leavesAt = pick(['name', 'email', 'right'] as const, index)
      answers[leavesAt] = [pick(phrases.leave, index)]
      return { ...common, leavesAt, expected: null }
    }
    case 'cancelled':
      return { ...common, afterwards: { opening: pick(phrases.cancel, index), isSameCall: false }, expected: null }
    case 'moved':
    case 'moved in the same call': {
      const to = moment(index + MOVED_PLACES, phrases, today)
      const afterwards = { opening: pick(phrases.move, index), moment: to, isSameCall: what !== 'moved' }
      return { ...common, afterwards, expected: { ...meant, slot: to.local } }
    }
    default:
      return { ...common, expected: meant }
  }
}

function lead(index: number, phrases: Phrases): ScriptedPerson {
  const kind = index % 12 === 11 ? 'callback' : 'message'
  const what = pick(LEAD_TWISTS, index + Math.floor(index / 12))
  const { name, kept, phone, digits } = callerOf(index, phrases)
  const other = callerOf(index + 507, phrases)
  const message = pick(phrases.texts, index)
  const say = (of: readonly string[], value: string) => fill(pick(of, index), value)
  const answers: Partial<Record<Asked, readonly string[]>> = {
    name: [say(phrases.name, name), name],
    phone: [say(phrases.phone, phone), phone],
    message: [message],
    right: [pick(phrases.yes, index), 'yes'],
  }
  const mistakes: Record<string, string> = {}
  const corrections = {
    name: [say(phrases.notThatName, name), 'no'],
    phone: [say(phrases.notThatPhone, phone), 'no'],
    message: ['no'],
  }
  const otherOpenings = [pick(phrases[kind], index + 1), kind === 'message' ? 'I want to leave a message' : 'please call me back'] // oxfmt-ignore
  const meant = { name: kept, phone: digits, ...(kind === 'message' && { message }) }
  const common = {
    what,
    kind,
    otherOpenings,
    answers,
    yes: pick(phrases.yes, index),
    corrections,
    mistakes,
    meant,
    isSpoken: false,
    voice: { at: index, isUnseen: false },
  } as const
  if (what === 'other phone') {
    answers.phone = [other.phone, phone]
    answers.right = [say(phrases.notThatPhone, phone), 'yes']
  }
  if (what === 'other name') {
    mistakes['name'] = other.name
    answers.name = [other.name, name]
    answers.right = [say(phrases.notThatName, name), 'yes']
  }
  const opening = pick(phrases[kind], index)
  if (what === 'a change of mind') {
    answers.right = [pick(phrases.leave, index)]
    return { ...common, opening, leavesAt: 'right', expected: null }
  }
  return { ...common, opening, expected: meant }
}

/** The question at the end of an answer. */
export function askedIn(answer: string): Asked | undefined {
  if (/Is that right\?$|yes or no\.$|noted right\?$|try it again\?$/.test(answer)) return 'right'
  const last = answer.split(/(?<=[.!?])\s+/).at(-1) ?? ''
  if (/what shall I change/i.test(answer)) return 'change'
  if (/^(?:Which one suits|Does that suit|Which other day)/.test(last)) return 'which'
  if (/\bname\b/i.test(last)) return 'name'
  if (/e-?mail/i.test(last) || /e-?mail address\? You can type/i.test(answer)) return 'email'
  if (/telephone/i.test(last)) return 'phone'
  if (/\bcode of your booking\b|six digits/i.test(answer) && !isToldKept(answer)) return 'code'
  if (/message/i.test(last)) return 'message'
  if (/\b(?:when would you like|day and a time)\b/i.test(last)) return 'when'
  return undefined
}

/** Whether an answer says that the appointment or message was stored. */
export const isToldKept = (answer: string) => /appointment is booked for|Thank you\. I have passed/.test(answer)

/** Whether an answer says that an appointment was changed. */
export const isToldChanged = (answer: string) => /appointment has moved to|appointment on .* is cancelled/.test(answer)

const DIGITS = 'zero one two three four five six seven eight nine'.split(' ')

/** The code of the booking in an answer, if any. */
export function codeIn(answer: string): string | undefined {
  const said = /your code is ([a-z, ]+)/.exec(answer)?.[1]
  return said?.match(/[a-z]+/g)?.map((word) => DIGITS.indexOf(word)).join('') // oxfmt-ignore
}
