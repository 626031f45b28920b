import type { ActionForm } from '#contract/realtime.ts'
import { Temporal } from 'temporal-polyfill'
import { spokenSlot } from '../../server/src/features/actions/local-times.ts'
import { TIME_ZONE } from './business.ts'
import { askedIn, codeIn, isToldChanged, isToldKept, type Asked, type ScriptedPerson } from './scripted-people.ts'

/** The caller's next act: a line, or values for the form. */
export type Act = { say: string } | { fill: Readonly<Record<string, string>> }

export interface Speaker {
  /** @returns undefined if the caller hangs up */
  answerTo(answer: string, form: ActionForm | null): Act | undefined
  /** Whether the caller was told, in this call or an earlier one, that the booking or message is stored. */
  isToldKept(): boolean
}

/** A booking whose code the caller has heard. */
export interface Booked {
  code: string
}

/**
 * A caller in one call.
 * @param booked the booking from an earlier call, which the caller now wants to change
 */
export function createSpeaker(person: ScriptedPerson, booked?: Booked): Speaker & { booked(): Booked | undefined } {
  const said = new Map<Asked, number>()
  const { afterwards, answers } = person
  let isChanging = booked !== undefined
  let code = booked?.code
  let isKept = booked !== undefined
  let isDone = false
  let readBack = ''
  let yeses = 0
  let openings = 0
  const corrected = new Map<string, number>()
  const filled = new Map<string, number>()

  const moment = () => (isChanging ? afterwards?.moment : person.moment)
  const meant = () => ({ ...person.meant, ...(isChanging && { slot: afterwards?.moment?.local ?? '' }) })

  function nextOf(asked: Asked): string | undefined {
    const times = said.get(asked) ?? 0
    said.set(asked, times + 1)
    if (person.leavesAt === asked && times > 0) return undefined
    const isOfTime = asked === 'when' || asked === 'which'
    const lines = isChanging ? (isOfTime ? [moment()?.said ?? ''] : asked === 'right' ? ['yes'] : answers[asked]) : answers[asked] // oxfmt-ignore
    return lines?.at(Math.min(times, lines.length - 1))?.replace('{}', code ?? '')
  }

  /** The field that was read back with another value than the caller meant. */
  function wrongField(): string | undefined {
    const values = meant()
    return Object.keys(values).find((id) => {
      const part = partOf(readBack, id)
      return part !== undefined && !isSaid(part, id, values[id as keyof typeof values] ?? '')
    })
  }

  /** Says the opening in other words, because it was not understood. */
  function openAgain(): Act | undefined {
    const change = afterwards?.moment ? 'I want to move my appointment' : 'I want to cancel my appointment'
    const line = (isChanging ? [change, change] : person.otherOpenings)[openings]
    openings += 1
    return line === undefined ? undefined : { say: line }
  }

  /** The next act of a speaking caller, who listens to what is read back. */
  function listen(asked: Asked, answer: string, form: ActionForm | null): Act | undefined {
    if (/I have\b.*Is that right\?$/s.test(answer)) readBack = answer
    // The form takes the name and the e-mail address at once.
    const isLeaving = person.leavesAt === asked || (person.leavesAt === 'email' && asked === 'right')
    if (isLeaving) return said.has(asked) ? undefined : (said.set(asked, 1), { say: answers[person.leavesAt ?? asked]?.[0] ?? '' }) // oxfmt-ignore
    if (asked === 'right') {
      const field = wrongField()
      if (field === undefined) return { say: (yeses += 1) > 1 ? 'yes' : person.yes }
      const times = corrected.get(field) ?? 0
      corrected.set(field, times + 1)
      const lines = field === 'slot' ? [moment()?.correctedAloud ?? '', 'no'] : (person.corrections[field] ?? ['no'])
      return { say: lines[Math.min(times, lines.length - 1)] ?? 'no' }
    }
    if (asked === 'change') return { say: CHANGES[wrongField() ?? 'slot'] ?? 'the time' }
    if (asked === 'which') {
      const at = offeredIn(answer).findIndex((each) => each === spokenOf(meant().slot ?? ''))
      if (at >= 0) return { say: ['the first one', 'the second one', 'the third one'][at] ?? '' }
    }
    const isAgain = (asked === 'when' || asked === 'which') && (said.get(asked) ?? 0) > 0
    const next = nextOf(asked)
    const line = (isAgain ? (moment()?.plain ?? next) : next)?.replace(
      moment()?.corrected ?? '',
      moment()?.correctedAloud ?? '',
    )
    if (line === undefined) return undefined
    const isPlain = asked === 'name' || asked === 'email' || asked === 'message' || asked === 'phone'
    const isAside = asked === 'name' && (said.get('name') ?? 0) === 1 && /other time$|question/.test(person.what)
    if (form && isPlain && !isAside) {
      const fill = fillIn(form, asked)
      if (Object.keys(fill).length > 0) return { fill }
    }
    return { say: line }
  }

  /** Values that are hard to say. A telephone number is entered only after saying it has failed. */
  function fillIn(form: ActionForm, asked: Asked): Record<string, string> {
    const values = meant() as Record<string, string>
    const fill: Record<string, string> = {}
    for (const { id, kind, value } of form.fields) {
      const isWanted = kind === 'phone' ? asked === 'phone' && (said.get('phone') ?? 0) > 2 : /^(?:name|email|text)$/.test(kind) // oxfmt-ignore
      const times = filled.get(id) ?? 0
      const given = times === 0 ? (person.mistakes[id] ?? values[id]) : values[id]
      if (!isWanted || given === undefined || value === given) continue
      if (value !== '' && id !== asked) continue
      filled.set(id, times + 1)
      fill[id] = given
    }
    return fill
  }

  return {
    isToldKept: () => isKept,
    booked: () => (code === undefined ? undefined : { code }),
    answerTo(answer, form) {
      code = codeIn(answer) ?? code
      if (isToldKept(answer)) {
        isKept = true
        if (!afterwards?.isSameCall || isChanging) return undefined
        isChanging = true
        said.clear()
        return { say: afterwards?.opening ?? '' }
      }
      isDone ||= isToldChanged(answer)
      const asked = askedIn(answer)
      if (!isDone && asked === undefined && person.isSpoken) return openAgain()
      if (isDone || asked === undefined) return undefined
      // The assistant asks for something that this wish does not need, so it has misunderstood the caller.
      if (person.isSpoken && !isChanging && answers[asked]?.length === 0) return openAgain()
      if (person.isSpoken) return listen(asked, answer, form)
      const line = nextOf(asked)
      return line === undefined ? undefined : { say: line }
    },
  }
}

const CHANGES: Readonly<Record<string, string>> = {
  slot: 'the time',
  name: 'the name',
  email: 'the email address',
  phone: 'the phone number',
  message: 'the message',
}
const LABELS: Readonly<Record<string, string>> = {
  slot: 'Day and time',
  name: 'Your name',
  email: 'Your e-?mail[^:]*',
  phone: 'Your telephone number',
  message: 'Your message',
}

function partOf(readBack: string, id: string): string | undefined {
  const others = Object.values(LABELS).join('|')
  return new RegExp(`(?:${LABELS[id]}): (.*?)(?=\\. (?:${others}):|\\. Is that right|$)`, 'is').exec(readBack)?.[1]
}

function isSaid(part: string, id: string, value: string): boolean {
  if (id === 'slot') return part === spokenOf(value)
  if (id === 'phone') return part.replaceAll(/\D/g, '') === value
  return part.trim().toLowerCase() === value.toLowerCase()
}

function spokenOf(local: string): string {
  const now = Temporal.Now.plainDateTimeISO(TIME_ZONE)
  return local === '' ? '' : spokenSlot(Temporal.PlainDateTime.from(local), now)
}

function offeredIn(answer: string): string[] {
  return [...answer.matchAll(/\b\w+day the .*? at .*?(?=, \w+day| or \w+day|, or|\. )/g)].map(([slot]) => slot)
}
