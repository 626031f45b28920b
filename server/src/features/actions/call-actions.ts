import type { Logger } from 'pino'
import { Temporal } from 'temporal-polyfill'
import type { FilledField, LeadKind } from '#contract/actions.ts'
import { writtenText } from '#contract/written-text.ts'
import type { PublicFetch } from '../../infra/http/public-fetch.ts'
import {
  CODE_DIGITS,
  OFFERED_SLOTS,
  type ActionField,
  type ActionResult,
  type CallActions,
  type Slot,
  type SlotWish,
} from '../../voice/actions.ts'
import { digitWords } from '../../voice/tts/numbers-in-words.ts'
import type { ActionRules } from './action-rules.ts'
import type { OfferedTool } from './action-tools.ts'
import type { Appointments, BookingResult } from './appointments.ts'
import type { CodeTrier, CodeTries } from './code-tries.ts'
import type { FreeTimes } from './free-times.ts'
import type { Leads } from './leads.ts'
import { localMinute, localTimeOf, spokenSlot, spokenTime, writtenSlot } from './local-times.ts'
import { runWebhook } from './owner-webhook.ts'

/** Characters in one value that a caller says or types. */
const MAX_VALUE_LENGTH = 1_000
/**
 * Days with free times that are computed for one request, since a caller is waiting and the same thread serves other
 * calls.
 */
const MAX_LOOKED_AT_DAYS = 6

const TRY_NOTE = 'This is a try, so nothing was kept or sent.'
const NOT_NOW = 'I’m sorry, that did not work just now. Please try again in a moment.'
const NO_LONGER = 'I’m sorry, that is not offered any more.'

const TOO_MANY_SAYS = {
  call: 'I’m sorry, I can’t book more appointments in one call.',
  mailbox: 'I’m sorry, I can’t book more appointments for that email address today.',
  moves: 'I’m sorry, I can’t move this appointment again. Please contact the business directly.',
} as const

const LEAD_SAYS: Readonly<Record<LeadKind, string>> = {
  message: 'Thank you. I have passed your message on.',
  callback: 'Thank you. I have passed it on, and you will be called back.',
  handover: 'I have told a colleague right away. They will get in touch with you.',
}

interface CallActionsDeps {
  leads: Leads
  appointments: Appointments
  freeTimes: Pick<FreeTimes, 'freeDays'>
  codeTries: CodeTries
  fetchPublic: PublicFetch
  log: Logger
}

export interface CallActionsOf extends CodeTrier {
  ownerId: string
  settings: ActionRules
  tools: readonly OfferedTool[]
  /** A trial call of the owner: nothing is stored or sent. */
  isTry: boolean
}

/**
 * The actions of one call. All state that outlives a request is in the database, so the object may be created for each
 * time.
 */
export function createCallActions(deps: CallActionsDeps, call: CallActionsOf): CallActions {
  const { leads, appointments, freeTimes, codeTries, log } = deps
  const { callId, assistantId, ownerId, settings, tools, isTry } = call
  const { timeZone } = settings
  const localNow = (): Temporal.PlainDateTime => Temporal.Now.plainDateTimeISO(timeZone)

  const toSlot = (start: Temporal.PlainDateTime): Slot => ({
    start: start.toString({ smallestUnit: 'minute' }),
    spoken: spokenSlot(start, localNow()),
    spokenTime: spokenTime(start),
    written: writtenSlot(start),
  })

  async function freeSlots({ from, to, atMost }: SlotWish): Promise<Slot[]> {
    const wishedFrom = localTimeOf(from) ?? localNow()
    const wishedTo = localTimeOf(to) ?? wishedFrom
    const days = await freeTimes.freeDays(
      { assistantId, ownerId },
      settings,
      wishedFrom.toPlainDate().subtract({ days: 1 }),
      MAX_LOOKED_AT_DAYS,
    )
    return days
      .flat()
      .map(({ start }) => ({ start, away: minutesAway(start, wishedFrom, wishedTo) }))
      .toSorted((one, other) => one.away - other.away || Temporal.PlainDateTime.compare(one.start, other.start))
      .slice(0, atMost)
      .map(({ start }) => toSlot(start))
  }

  async function taken(at: string): Promise<ActionResult> {
    const slots = await freeSlots({ from: at, to: at, atMost: OFFERED_SLOTS })
    const [first, ...others] = slots.map(({ spoken }) => spoken)
    if (first === undefined) {
      return { status: 'refused', fieldId: 'slot', say: 'I’m sorry, there is no free time at the moment.' }
    }
    const offer = others.length === 0 ? first : `${[first, ...others.slice(0, -1)].join(', ')}, or ${others.at(-1)}`
    return { status: 'refused', fieldId: 'slot', say: `That time is not free. I could offer ${offer}.`, slots }
  }

  async function bookingSaid(result: BookingResult, at: string): Promise<ActionResult> {
    switch (result.status) {
      case 'taken':
        return taken(at)
      case 'off':
        return { status: 'failed', say: NO_LONGER }
      case 'too-many':
        return { status: 'failed', say: TOO_MANY_SAYS[result.of] }
      case 'unknown':
        return { status: 'refused', fieldId: 'code', say: 'I can’t find a coming appointment with that code.' }
      case 'booked':
      case 'moved':
      case 'cancelled': {
        const { row, status, start } = result
        const when = toSlot(start)
        const say = {
          booked: `Your appointment is booked for ${when.spoken}. To change it, your code is ${spokenCode(row.code)}.`,
          moved: `Your appointment has moved to ${when.spoken}.`,
          cancelled: `Your appointment on ${when.spoken} is cancelled.`,
        }[status]
        const text = status === 'booked' ? `${when.written} · code ${row.code}` : when.written
        const title = `${settings.appointments.title}: ${status}`
        const data = { appointmentId: row.id, start: when.start, code: row.code }
        return { status: 'done', say, card: { title, text }, data }
      }
    }
  }

  async function withCode(values: Values, change: (code: string) => Promise<BookingResult>): Promise<ActionResult> {
    // An empty code means the appointment that was booked in this call.
    const code = (values['code'] ?? '').replaceAll(/\D/g, '')
    if (code !== '' && code.length !== CODE_DIGITS) {
      return { status: 'refused', fieldId: 'code', say: 'The code has six digits. You find it in your confirmation.' }
    }
    const tryId = await codeTries.take(call)
    if (tryId === undefined) {
      return { status: 'failed', say: 'I’m sorry, I can’t try another code. Please contact the business directly.' }
    }
    let isWrong = false
    try {
      const result = await change(code)
      isWrong = result.status === 'unknown' && code !== ''
      return await bookingSaid(result, values['slot'] ?? '')
    } finally {
      if (!isWrong) await codeTries.giveBack(tryId)
    }
  }

  async function tried(tool: OfferedTool, values: Values): Promise<ActionResult> {
    if (tool.kind === 'card') return shown(tool)
    if (tool.kind !== 'book') return { status: 'done', say: TRY_NOTE }
    const at = values['slot'] ?? ''
    const [nearest] = await freeSlots({ from: at, to: at, atMost: 1 })
    return nearest && nearest.start === at.slice(0, 16) ? { status: 'done', say: TRY_NOTE } : taken(at)
  }

  async function run(tool: OfferedTool, values: Values, signal?: AbortSignal): Promise<ActionResult> {
    const missing = tool.fields.find(({ id, isRequired, kind }) => isRequired && kind !== 'code' && !values[id])
    if (missing) return { status: 'refused', fieldId: missing.id, say: `${missing.label} is missing.` }
    if (isTry) return tried(tool, values)
    const booking = { callId, assistantId }
    switch (tool.kind) {
      case 'message':
      case 'callback':
      case 'handover': {
        const isMailed = tool.kind === 'handover' || settings[tool.kind].isMailed
        const fields = filledIn(tool.fields, values)
        const kept = await leads.keep({ ...booking, ownerId, kind: tool.kind, fields, isMailed })
        if (kept === 'kept') return { status: 'done', say: LEAD_SAYS[tool.kind] }
        return { status: 'failed', say: 'I’m sorry, I can’t take more messages in one call.' }
      }
      case 'book': {
        const at = values['slot'] ?? ''
        const others = tool.fields.filter(({ kind }) => kind !== 'slot')
        return bookingSaid(await appointments.book(booking, at, filledIn(others, values)), at)
      }
      case 'move':
        return withCode(values, (code) => appointments.move(booking, code, values['slot'] ?? ''))
      case 'cancel':
        return withCode(values, (code) => appointments.cancel(booking, code))
      case 'card':
        return shown(tool)
      case 'webhook':
        return runWebhook(deps, { webhook: tool.webhook, ...booking, values: onlyOf(tool.fields, values), signal })
    }
  }

  return {
    tools,
    localNow: () => localMinute(Temporal.Now.instant(), timeZone),
    freeSlots,
    async run(name, given, signal) {
      const tool = tools.find((each) => each.name === name)
      if (!tool) return { status: 'failed', say: NO_LONGER }
      try {
        return await run(tool, written(given), signal)
      } catch (error) {
        log.error({ err: error, callId, assistantId, action: tool.kind }, 'an action failed')
        return { status: 'failed', say: NOT_NOW }
      }
    },
  }
}

type Values = Readonly<Record<string, string>>

function written(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([id, value]) => [
      id,
      writtenText(value.replaceAll('\0', '')).slice(0, MAX_VALUE_LENGTH),
    ]),
  )
}

function filledIn(fields: readonly ActionField[], values: Values): FilledField[] {
  return fields.flatMap(({ id, label }) => {
    const value = values[id] ?? ''
    return value === '' ? [] : [{ id, label, value }]
  })
}

function onlyOf(fields: readonly ActionField[], values: Values): Values {
  return Object.fromEntries(filledIn(fields, values).map(({ id, value }) => [id, value]))
}

function shown({ card }: Extract<OfferedTool, { kind: 'card' }>): ActionResult {
  const { title, text, url, imageUrl } = card
  const say = text === '' ? `Here it is: ${title}.` : text
  return {
    status: 'done',
    say,
    card: { title, text: text || undefined, url: url || undefined, imageUrl: imageUrl || undefined },
  }
}

/** Minutes between a start and the wished period, 0 within it. A wish for one moment has `from` equal to `to`. */
function minutesAway(start: Temporal.PlainDateTime, from: Temporal.PlainDateTime, to: Temporal.PlainDateTime): number {
  const minutes = (one: Temporal.PlainDateTime, other: Temporal.PlainDateTime) =>
    one.until(other, { largestUnit: 'minutes' }).minutes
  return Math.max(0, minutes(start, from), minutes(to, start))
}

/** Spells the code digit by digit, with a pause in the middle. */
function spokenCode(code: string): string {
  const spoken = digitWords(code)
  return `${spoken.slice(0, 3).join(' ')}, ${spoken.slice(3).join(' ')}`
}
