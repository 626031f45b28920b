import { OFFERED_SLOTS, type ActionResult, type Slot } from '../actions.ts'
import { goOn, saying, stay } from './dialog-moves.ts'
import { begin, readLine } from './dialog-readings.ts'
import { askingFor, fieldOf, idleAfter, withoutValue, withSlot, withValue, type DialogContext, type DialogEvent, type DialogState, type DialogStep } from './dialog-state.ts' // oxfmt-ignore
import { offerOf, questionFor } from './dialog-texts.ts'
import { readValue } from './field-values.ts'

export function stepDialog(state: DialogState, event: DialogEvent, context: DialogContext): DialogStep {
  switch (event.type) {
    case 'said':
      if (state.phase === 'idle') return begin(state.known, event.text, context)
      return state.phase === 'looking-up' || state.phase === 'running'
        ? stay(state)
        : readLine(state, event.text, context)
    case 'form-sent':
      return onForm(state, event.values, context)
    case 'form-away':
      return 'task' in state ? stay({ ...state, task: { ...state.task, isFormAway: true } }) : stay(state)
    case 'slots':
      return state.phase === 'looking-up' ? onSlots(state, event.slots) : stay(state)
    case 'ran':
      return state.phase === 'running' ? onRan(state, event.result) : stay(state)
  }
}

function onForm(state: DialogState, given: Readonly<Record<string, string>>, context: DialogContext): DialogStep {
  if (!('task' in state) || state.phase === 'running') return stay(state)
  let { task } = state
  for (const field of task.tool.fields) {
    const text = given[field.id]
    if (text === undefined || text.trim() === '') continue
    const read = readValue(field, text, context.localNow)
    if ('problem' in read)
      return saying(
        { ...askingFor(task, field.id), misses: 1, problem: read.problem },
        `${read.problem} Could you look at it again?`,
      )
    task = withValue(task, field.id, read.value)
  }
  return goOn({ ...task, latest: null }, 'Thank you.')
}

function onSlots(state: Extract<DialogState, { phase: 'looking-up' }>, slots: readonly Slot[]): DialogStep {
  const { task, fieldId, wish } = state
  const exact = wish.from === wish.to ? slots.find(({ start }) => start === wish.from) : undefined
  if (exact) return goOn(withSlot(task, fieldId, exact), 'Good, that is free.')
  const offered = slots.slice(0, OFFERED_SLOTS).toSorted((left, right) => left.start.localeCompare(right.start))
  return saying(askingFor(withoutValue(task, fieldId), fieldId, offered), offerOf(offered, wish))
}

function onRan({ task }: Extract<DialogState, { phase: 'running' }>, result: ActionResult): DialogStep {
  switch (result.status) {
    case 'done': {
      const data = Object.fromEntries(
        Object.entries(result.data ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
      const { state, effects } = saying(idleAfter(task, data), result.say)
      return { state, effects: result.card ? [{ do: 'show', card: result.card }, ...effects] : effects }
    }
    case 'refused': {
      const field = result.fieldId === null ? undefined : fieldOf(task, result.fieldId)
      if (!field) return saying({ phase: 'changing', task }, `${result.say} What shall I change?`)
      const offered = (result.slots ?? []).slice(0, OFFERED_SLOTS)
      const isNamed = offered.some(({ spoken }) => result.say.includes(spoken))
      const then = isNamed ? 'Which one suits you?' : offered.length > 0 ? offerOf(offered) : questionFor(field, task)
      return saying(askingFor(withoutValue(task, field.id), field.id, offered), `${result.say} ${then}`)
    }
    case 'failed':
      return saying({ phase: 'confirming', task, misses: 0 }, `${result.say} Shall I try it again?`)
  }
}
