import type { ActionCard, ActionField, ActionResult, ActionTool, Slot, SlotWish } from '../actions.ts'
import type { AskFinder } from './action-asks.ts'

/** An action that is being prepared: what is known of it so far. */
export interface Task {
  tool: ActionTool
  values: Readonly<Record<string, string>>
  /** How free times are said, by their values. */
  slotNames: Readonly<Record<string, string>>
  /** The field that was filled last: "no, I meant …" is about it. */
  latest: string | null
  /** The caller has put the form away. */
  isFormAway: boolean
}

/**
 * The built-in mind's dialog about one action.
 *
 *            asked for             all known              yes
 *   idle ───────────────▶ asking ────────────▶ confirming ────▶ running ── done ──▶ idle
 *    ▲                    │ ▲  ▲ │ a time        │  ▲  │ no       │ refused: asking the field again
 *    │                    │ │  │ ▼               │  │  ▼          │ failed: confirming again
 *    │                    │ │  looking-up        │  changing      │
 *    └── never mind ──────┴─┼────────────────────┴──┼───┘ ◀───────┘
 *                           └── a field is corrected ┘
 *
 * A question about something else is answered in between, and the dialog stays where it is.
 */
export type DialogState =
  | { phase: 'idle'; known: Readonly<Record<string, string>> }
  | { phase: 'asking'; task: Task; fieldId: string; offered: readonly Slot[]; misses: number; problem?: string }
  | { phase: 'looking-up'; task: Task; fieldId: string; wish: SlotWish; lead: string }
  | { phase: 'confirming'; task: Task; misses: number }
  | { phase: 'changing'; task: Task }
  | { phase: 'running'; task: Task }

export type DialogEvent =
  /** Empty where the ears understood nothing. */
  | { type: 'said'; text: string }
  | { type: 'form-sent'; values: Readonly<Record<string, string>> }
  | { type: 'form-away' }
  | { type: 'slots'; slots: readonly Slot[] }
  | { type: 'ran'; result: ActionResult }

export type DialogEffect =
  | { do: 'say'; text: string }
  | { do: 'look-up'; wish: SlotWish }
  | { do: 'run'; tool: ActionTool; values: Readonly<Record<string, string>> }
  | { do: 'show'; card: ActionCard }
  /** The mind answers what was said, and then the dialog goes on with `back`. */
  | { do: 'answer'; back: string | null }

export interface DialogContext {
  tools: readonly ActionTool[]
  asks: AskFinder
  localNow: string
  /** Whether the assistant's knowledge answers a line. */
  knows: (text: string) => boolean
}

export interface DialogStep {
  state: DialogState
  effects: readonly DialogEffect[]
}

export const IDLE: DialogState = { phase: 'idle', known: {} }
/** What a caller gave for one action is not asked for again. */
const KEPT_KINDS: ReadonlySet<string> = new Set(['name', 'email', 'phone', 'code'])

export function fieldOf({ tool }: Task, id: string): ActionField | undefined {
  return tool.fields.find((field) => field.id === id)
}

export function withValue(task: Task, id: string, value: string): Task {
  return { ...task, values: { ...task.values, [id]: value }, latest: id }
}

export function withValues(task: Task, values: Readonly<Record<string, string>>): Task {
  return { ...task, values: { ...task.values, ...values }, latest: Object.keys(values).at(-1) ?? task.latest }
}

export function withoutValue(task: Task, id: string): Task {
  return { ...task, values: Object.fromEntries(Object.entries(task.values).filter(([key]) => key !== id)) }
}

export function withSlot(task: Task, id: string, slot: Slot): Task {
  return { ...withValue(task, id, slot.start), slotNames: { ...task.slotNames, [slot.start]: slot.spoken } }
}

/** What a caller gave for one action and need not say again for the next. */
export function keptOf(task: Task): Readonly<Record<string, string>> {
  return Object.fromEntries(
    task.tool.fields.flatMap(({ id, kind }) =>
      KEPT_KINDS.has(kind) && task.values[id] !== undefined ? [[id, task.values[id]]] : [],
    ),
  )
}

export function idleAfter(task: Task, data: Readonly<Record<string, string>> = {}): DialogState {
  return { phase: 'idle', known: { ...keptOf(task), ...data } }
}
