import type { ActionField, ActionResult, ActionTool, CallActions, Slot, SlotWish } from '../actions.ts'
import { momentInWords } from './spoken-times.ts'

/** A Sunday. */
export const NOW = '2026-11-22T19:30'

const NAME: ActionField = { id: 'name', label: 'Your name', kind: 'name', isRequired: true }
const EMAIL: ActionField = { id: 'email', label: 'E-mail', kind: 'email', isRequired: true }
const PHONE: ActionField = { id: 'phone', label: 'Telephone', kind: 'phone', isRequired: true }
const SLOT: ActionField = { id: 'slot', label: 'Time', kind: 'slot', isRequired: true }
const CODE: ActionField = { id: 'code', label: 'Booking code', kind: 'code', isRequired: true }

export const TOOLS = {
  book: tool('book', 'book_appointment', ['[i want to | can i] book an appointment'], [SLOT, NAME, EMAIL]),
  move: tool('move', 'move_appointment', ['move my appointment'], [CODE, SLOT]),
  cancel: tool('cancel', 'cancel_appointment', ['cancel my appointment'], [CODE]),
  message: tool('message', 'leave_message', ['[can i] leave a message'], [NAME, PHONE, { id: 'text', label: 'Message', kind: 'text', isRequired: true }]),
  callback: tool('callback', 'request_callback', ['(please call | call) me back'], [
    NAME,
    PHONE,
    { id: 'when', label: 'Best time', kind: 'text', isRequired: false },
    { id: 'topic', label: 'What it is about', kind: 'text', isRequired: false },
  ]),
  card: tool('card', 'show_menu', ['show me the menu'], []),
  webhook: tool('webhook', 'order_pizza', ['order a pizza'], [
    { id: 'size', label: 'Size', kind: 'choice', isRequired: true, choices: ['small', 'large', 'extra large'] },
    { id: 'people', label: 'For how many people', kind: 'number', isRequired: true },
  ], 'One moment, I am asking the kitchen.'),
} // oxfmt-ignore

function tool(
  kind: ActionTool['kind'],
  name: string,
  asks: string[],
  fields: ActionField[],
  meanwhile?: string,
): ActionTool {
  return { kind, name, title: `About ${name}`, description: `Does ${name}.`, asks, fields, meanwhile }
}

export function slotAt(start: string): Slot {
  const spoken = momentInWords(start)
  return { start, spoken, spokenTime: spoken.split(' at ')[1] ?? '', written: start }
}

export interface KeptActions extends CallActions {
  /** The actions that were run, in order. */
  kept: { name: string; values: Readonly<Record<string, string>> }[]
  /** Results for the next runs, in place of the usual one. */
  next: ActionResult[]
  taken: Set<string>
}

/**
 * Actions that are kept in memory. On working days, every full and half hour from nine to five is free until it is
 * booked.
 */
export function keptActions(tools: readonly ActionTool[] = Object.values(TOOLS)): KeptActions {
  const taken = new Set<string>()
  const kept: KeptActions['kept'] = []
  const next: ActionResult[] = []
  return {
    tools,
    taken,
    kept,
    next,
    localNow: () => NOW,
    async run(name, values) {
      const result = next.shift()
      if (result) return result
      const { slot } = values
      if (slot !== undefined && taken.has(slot)) {
        return {
          status: 'refused',
          fieldId: 'slot',
          say: 'That time has just gone.',
          slots: freeNear({ from: slot, to: slot, atMost: 3 }, taken),
        }
      }
      if (slot !== undefined) taken.add(slot)
      kept.push({ name, values })
      return {
        status: 'done',
        say: 'It is done.',
        ...(name === 'book_appointment' ? { data: { code: '719403' } } : {}),
      }
    },
    freeSlots: async (wish) => freeNear(wish, taken),
  }
}

/** Actions of which none ends before `letGo` is called. */
export function heldActions(): { actions: KeptActions; letGo: () => void } {
  const kept = keptActions()
  const held = Promise.withResolvers<void>()
  const actions: KeptActions = {
    ...kept,
    async run(...given) {
      await held.promise
      return kept.run(...given)
    },
  }
  return { actions, letGo: held.resolve }
}

const HALF_HOUR_MS = 1_800_000

function freeNear({ from, to, atMost }: SlotWish, taken: ReadonlySet<string>): Slot[] {
  const wanted = Date.parse(`${from}Z`)
  const until = Date.parse(`${to}Z`)
  const free: string[] = []
  for (let at = Date.parse(`${NOW.slice(0, 10)}T00:00Z`), end = at + 40 * 86_400_000; at < end; at += HALF_HOUR_MS) {
    const local = new Date(at).toISOString().slice(0, 16)
    const [hour, day] = [Number(local.slice(11, 13)), new Date(at).getUTCDay()]
    if (local > NOW && hour >= 9 && hour < 17 && day > 0 && day < 6 && !taken.has(local)) free.push(local)
  }
  const distance = (local: string): number => {
    const at = Date.parse(`${local}Z`)
    return at < wanted ? wanted - at : at > until ? at - until : 0
  }
  return free
    .toSorted((left, right) => distance(left) - distance(right) || left.localeCompare(right))
    .slice(0, atMost)
    .toSorted()
    .map(slotAt)
}
