import type { ActionField, SlotWish } from '../actions.ts'
import { askingFor, fieldOf, type DialogContext, type DialogState, type DialogStep, type OpenDialog, type Task } from './dialog-state.ts' // oxfmt-ignore
import { confirmation, missed, offerOf, questionFor } from './dialog-texts.ts'
import { laterThan } from './offered-slots.ts'

export const WHAT_TO_CHANGE = 'What shall I change?'

// The moves of the dialog: each leads to the next state and says there what the caller hears.

/** Asks for the next missing field; if all are known, asks for confirmation. */
export function goOn(task: Task, lead: string): DialogStep {
  const missing = task.tool.fields.find(({ id, isRequired }) => isRequired && task.values[id] === undefined)
  if (missing) return ask(task, missing, lead)
  // A card is only shown, so there is nothing to confirm.
  return task.tool.kind === 'card' ? run(task) : confirm(task, lead)
}

export function ask(task: Task, field: ActionField, lead: string): DialogStep {
  return saying(askingFor(task, field.id), `${lead} ${questionFor(field, task)}`)
}

export function confirm(task: Task, lead: string): DialogStep {
  return saying({ phase: 'confirming', task, misses: 0 }, confirmation(task, lead))
}

export function run(task: Task): DialogStep {
  return { state: { phase: 'running', task }, effects: [{ do: 'run', tool: task.tool, values: task.values }] }
}

export function lookUp(task: Task, fieldId: string, wish: SlotWish): DialogStep {
  return { state: { phase: 'looking-up', task, fieldId, wish }, effects: [{ do: 'look-up', wish }] }
}

/** Continues after a value was taken: repeats the open question, or asks for what is missing. */
export function settle(state: OpenDialog, task: Task, isCorrection: boolean): DialogStep {
  const lead = isCorrection ? 'All right.' : 'Thank you.'
  if (state.phase === 'asking' && task.values[state.fieldId] === undefined) {
    const field = fieldOf(task, state.fieldId)
    if (field) return saying({ ...state, task, misses: 0 }, `${lead} ${questionFor(field, task)}`)
  }
  return goOn(task, lead)
}

/** After "no" to a question: other times, if some were offered. */
export function onNo(
  state: Extract<DialogState, { phase: 'asking' }>,
  asked: ActionField | undefined,
  { localNow }: DialogContext,
): DialogStep {
  if (asked?.kind === 'slot' && state.offered.length > 0)
    return lookUp(state.task, asked.id, laterThan(state.offered, 'later', localNow))
  return saying(state, `Shall I drop it, or go on? To go on: ${asked ? questionFor(asked, state.task) : ''}`)
}

export function notUnderstood(state: OpenDialog): DialogStep {
  const { task } = state
  switch (state.phase) {
    case 'asking': {
      const field = fieldOf(task, state.fieldId)
      const misses = state.misses + 1
      return saying({ ...state, misses }, field ? missed(field, task, state.offered, misses) : '')
    }
    case 'confirming':
      return saying(
        { ...state, misses: state.misses + 1 },
        state.misses === 0 ? 'Sorry, is that right? Please say yes or no.' : confirmation(task, 'Sorry, once more.'),
      )
    case 'changing': {
      const labels = task.tool.fields.map(({ label }) => label.toLowerCase())
      return saying(state, `Sorry, what shall I change: ${labels.join(', or ')}?`)
    }
  }
}

/** Says the open question or the read-back once more. */
export function repeat(state: OpenDialog): DialogStep {
  switch (state.phase) {
    case 'asking': {
      const field = fieldOf(state.task, state.fieldId)
      if (state.offered.length > 0) return saying(state, offerOf(state.offered))
      return saying(state, field ? questionFor(field, state.task) : '')
    }
    case 'confirming':
      return saying(state, confirmation(state.task, ''))
    case 'changing':
      return saying(state, WHAT_TO_CHANGE)
  }
}

export function wait(state: OpenDialog): DialogStep {
  // Calls take a spoken "yes" for an answer only after a question.
  const isYesAwaited = state.phase === 'confirming' || (state.phase === 'asking' && state.offered.length === 1)
  return saying(state, isYesAwaited ? `Take your time. ${againOf(state)}` : 'Take your time.')
}

/** What the dialog says to continue after the brain has answered a question. */
export function againOf(state: OpenDialog): string {
  switch (state.phase) {
    case 'asking': {
      const field = fieldOf(state.task, state.fieldId)
      if (state.offered.length > 0) return `So, ${offerOf(state.offered)}`
      const question = field ? questionFor(field, state.task) : ''
      return field ? `So, ${question.charAt(0).toLowerCase()}${question.slice(1)}` : ''
    }
    case 'confirming':
      return 'And is what I have noted right?'
    case 'changing':
      return 'And what shall I change?'
  }
}

export function saying(state: DialogState, text: string): DialogStep {
  return { state, effects: [{ do: 'say', text }] }
}

export function stay(state: DialogState): DialogStep {
  return { state, effects: [] }
}
