import type { ActionForm } from '#contract/realtime.ts'
import { actionSettingsSchema } from '#contract/actions.ts'
import { Temporal } from 'temporal-polyfill'
import { toolsOf } from '../../server/src/features/actions/action-tools.ts'
import { spokenSlot, spokenTime } from '../../server/src/features/actions/local-times.ts'
import { toDefinition } from '../../server/src/features/assistants/own/definition.ts'
import type { ActionResult, CallActions, SlotWish } from '../../server/src/voice/actions.ts'
import { withActions } from '../../server/src/voice/actions/action-brain.ts'
import { createActionDialog } from '../../server/src/voice/actions/action-dialog.ts'
import { createDialogGrammar } from '../../server/src/voice/actions/dialog-grammar.ts'
import { grammarOf } from '../../server/src/voice/brain/assistant-grammar.ts'
import { createKnowledgeBrain } from '../../server/src/voice/brain/knowledge-brain.ts'
import { isQuestion } from '../../server/src/voice/call/listener.ts'
import { createCallSpending } from '../../server/src/voice/spending.ts'
import type { Recogniser } from '../../server/src/voice/ports.ts'
import { hear } from '../voice/hear.ts'
import { CLOSES_AT_HOUR, OPENS_AT_HOUR, TIME_ZONE, type Business } from './business.ts'
import { soundOf, type Line } from './callers.ts'
import type { ScriptedPerson } from './scripted-people.ts'

/** The bookings and messages of a rehearsed business. */
export interface Rehearsed {
  kept: { callId: string; slot: string; values: Record<string, string>; code: string; isBooked: boolean }[]
}

const PAUSE_BEFORE_SAMPLES = 24_000 * 0.4
const PAUSE_AFTER_SAMPLES = 24_000 * 1.9
const brain = withActions(createKnowledgeBrain())
const localNow = () => Temporal.Now.plainDateTimeISO(TIME_ZONE)

/**
 * A spoken call without a server: the recogniser, the turn-taking and the dialog of a call, with actions in memory. Time is
 * that of the sound, so the call runs as fast as the machine can decode it.
 */
export async function rehearse(
  { content, settings }: Business,
  recogniser: Recogniser,
  { kept }: Rehearsed,
  callId: string,
  person: ScriptedPerson,
): Promise<Line> {
  const assistant = toDefinition('rehearsed', content)
  const tools = toolsOf(actionSettingsSchema.parse(settings))
  const actions = actionsInMemory(tools, kept, callId)
  let form: ActionForm | null = null
  const dialog = createActionDialog({ actions, onForm: (next) => void (form = next), onCard: () => undefined })
  const spending = createCallSpending({ fixedMicros: Infinity })
  const base = grammarOf(assistant)
  const grammarNow = createDialogGrammar(base, tools)
  const history: { role: 'user' | 'assistant'; content: string }[] = [{ role: 'assistant', content: content.firstMessage }] // oxfmt-ignore

  async function reply(text: string): Promise<string> {
    let answer = ''
    const turn = { assistant, history: [...history], text, spending, actions: dialog }
    for await (const piece of brain.reply(turn, new AbortController().signal)) answer += piece
    if (text !== '') history.push({ role: 'user', content: text })
    history.push({ role: 'assistant', content: answer })
    return answer
  }

  return {
    form: () => form,
    async act(act) {
      if ('fill' in act) {
        const line = dialog.submit(form?.id ?? '', act.fill)
        return { answer: line === undefined ? '' : await reply(line) }
      }
      const said = await soundOf(act.say, person)
      const samples = new Float32Array(PAUSE_BEFORE_SAMPLES + said.length + PAUSE_AFTER_SAMPLES)
      samples.set(said, PAUSE_BEFORE_SAMPLES)
      const isAsked = isQuestion(history.at(-1)?.content ?? '')
      const { texts } = await hear(recogniser, grammarNow(dialog.moment()), samples, { isAsked, spending })
      let answer = ''
      for (const text of texts) answer = await reply(text)
      return { answer: answer === '' ? (history.at(-1)?.content ?? '') : answer, heard: texts }
    },
    hangUp: () => undefined,
  }
}

function actionsInMemory(tools: CallActions['tools'], kept: Rehearsed['kept'], callId: string): CallActions {
  const isTaken = (slot: string) => kept.some((each) => each.isBooked && each.slot === slot)
  const spoken = (slot: string) => spokenSlot(Temporal.PlainDateTime.from(slot), localNow())
  const freeSlots = async ({ from, to, atMost }: SlotWish) => {
    const [wanted, until] = [Date.parse(`${from}Z`), Date.parse(`${to}Z`)]
    const away = (at: number) => (at < wanted ? wanted - at : Math.max(0, at - until))
    const first = Date.parse(`${localNow().toPlainDate().add({ days: 1 }).toString()}T00:00Z`)
    return Array.from({ length: 40 * 48 }, (_, half) => first + half * 1_800_000)
      .filter((at) => {
        const date = new Date(at)
        const [day, hour] = [date.getUTCDay(), date.getUTCHours()]
        return day > 0 && hour >= OPENS_AT_HOUR && hour < CLOSES_AT_HOUR && !isTaken(date.toISOString().slice(0, 16))
      })
      .toSorted((one, other) => away(one) - away(other) || one - other)
      .slice(0, atMost)
      .map((at) => new Date(at).toISOString().slice(0, 16))
      .map((start) => ({
        start,
        spoken: spoken(start),
        spokenTime: spokenTime(Temporal.PlainDateTime.from(start)),
        written: start,
      }))
  }
  const unknown: ActionResult = { status: 'refused', fieldId: 'code', say: 'I can’t find a coming appointment with that code.' } // oxfmt-ignore
  return {
    tools,
    localNow: () => localNow().toString({ smallestUnit: 'minute' }),
    freeSlots,
    async run(name, { slot = '', code = '', ...values }) {
      if (name === 'leave_message' || name === 'request_callback') {
        kept.push({ callId, slot: '', values, code: '', isBooked: true })
        return { status: 'done', say: 'Thank you. I have passed your message on.' }
      }
      const row = kept.find((each) => each.isBooked && (code === '' ? each.callId === callId : each.code === code))
      if (name !== 'cancel_appointment' && isTaken(slot) && row?.slot !== slot) {
        const slots = await freeSlots({ from: slot, to: slot, atMost: 3 })
        return { status: 'refused', fieldId: 'slot', say: 'That time is not free.', slots }
      }
      if (name === 'book_appointment') {
        const own = String(100_000 + (((kept.length + 1) * 73_719) % 900_000))
        kept.push({ callId, slot, values, code: own, isBooked: true })
        const digits = [...own].map(
          (digit) => 'zero one two three four five six seven eight nine'.split(' ')[Number(digit)],
        )
        return { status: 'done', say: `Your appointment is booked for ${spoken(slot)}. To change it, your code is ${digits.join(' ')}.`, data: { code: own } } // oxfmt-ignore
      }
      if (!row) return unknown
      if (name === 'cancel_appointment') row.isBooked = false
      else row.slot = slot
      const say = name === 'cancel_appointment' ? `Your appointment on ${spoken(row.slot)} is cancelled.` : `Your appointment has moved to ${spoken(slot)}.` // oxfmt-ignore
      return { status: 'done', say }
    },
  }
}
