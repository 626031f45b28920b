import type { ActionCard, ActionField, ActionResult, ActionTool, Slot, SlotWish } from '../actions.ts'
import type { AskFinder } from './action-asks.ts'

/** An action that the dialog is preparing, with the values known so far. */
export interface Task {
  tool: ActionTool
  values: Readonly<Record<string, string>>
  /** How each free time is spoken, by its value. */
  slotNames: Readonly<Record<string, string>>
  /** The field that was filled last; a correction such as "no, I meant …" applies to it. */
  latest: string | null
  /** The caller has closed the form. */
  isFormAway: boolean
}

/**
 * The built-in brain's dialog about one action.
 *
 *            asked for             all known              yes
 *   idle ───────────────▶ asking ────────────▶ confirming ────▶ running ── done ──▶ idle
 *    ▲                    │ ▲  ▲ │ a time        │  ▲  │ no       │ refused: asking the field again
 *    │                    │ │  │ ▼               │  │  ▼          │ failed: confirming again
 *    │                    │ │  looking-up        │  changing      │
 *    └── never mind ──────┴─┼────────────────────┴──┼───┘ ◀───────┘
 *                           └── a field is corrected ┘
 *
 * A question about something else is answered in between; the dialog stays in its state.
 */
export type DialogState =
  | { phase: 'idle'; known: Readonly<Record<string, string>> }
  | { phase: 'asking'; task: Task; fieldId: string; offered: readonly Slot[]; misses: number; problem?: string }
  | { phase: 'looking-up'; task: Task; fieldId: string; wish: SlotWish }
  | { phase: 'confirming'; task: Task; misses: number }
  | { phase: 'changing'; task: Task }
  | { phase: 'running'; task: Task }

/** The states in which the dialog waits for the caller's words about its action. */
export type OpenDialog = Extract<DialogState, { phase: 'asking' | 'confirming' | 'changing' }>

export type DialogEvent =
  /** The text is empty if the recogniser understood nothing. */
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
  /** The brain answers the line, then the dialog continues with `back`. */
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
/** Values of these kinds are kept for the caller's next action. */
const KEPT_KINDS: ReadonlySet<string> = new Set(['name', 'email', 'phone', 'code'])

export function newTask(tool: ActionTool, values: Task['values']): Task {
  return { tool, values, slotNames: {}, latest: null, isFormAway: false }
}

export function askingFor(task: Task, fieldId: string, offered: readonly Slot[] = []) {
  return { phase: 'asking', task, fieldId, offered, misses: 0 } as const
}

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

/** The values that the caller need not repeat for the next action. */
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
