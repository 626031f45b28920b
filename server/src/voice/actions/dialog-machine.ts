import type { ActionField, ActionResult, ActionTool, Slot } from '../actions.ts'
import { againOf, ask, confirm, goOn, lookUp, notUnderstood, onNo, run, saying, stay } from './dialog-moves.ts'
import { askingFor, fieldOf, idleAfter, keptOf, newTask, withoutValue, withSlot, withValue, withValues, type DialogContext, type DialogEvent, type DialogState, type DialogStep, type OpenDialog, type Task } from './dialog-state.ts' // oxfmt-ignore
import { offerOf, questionFor } from './dialog-texts.ts'
import { correctionOf, dialogWord, isAsking, isChange, isCutShort, wantsOut } from './dialog-words.ts'
import { readValue } from './field-values.ts'
import { fieldNamed } from './field-names.ts'
import { slotWish, takeWords } from './given-values.ts'
import { looksLikeName, nameAlone } from './heard-names.ts'
import { heardFields, isLabelled, wholeLineAs } from './heard-fields.ts'
import { chosenSlot, isElsewhen, laterThan, OFFERED_SLOTS } from './offered-slots.ts'
import { namesTime } from './spoken-times.ts'

const DROPPED = "All right, I've dropped that. What else can I do for you?"

export function stepDialog(state: DialogState, event: DialogEvent, context: DialogContext): DialogStep {
  switch (event.type) {
    case 'said':
      if (state.phase === 'idle') return begin(state.known, event.text, context)
      return state.phase === 'looking-up' || state.phase === 'running'
        ? stay(state)
        : onSaid(state, event.text, context)
    case 'form-sent':
      return onForm(state, event.values, context)
    case 'form-away':
      return 'task' in state ? stay({ ...state, task: { ...state.task, isFormAway: true } }) : stay(state)
    case 'slots':
      return state.phase === 'looking-up' ? onSlots(state, event.slots, context) : stay(state)
    case 'ran':
      return state.phase === 'running' ? onRan(state, event.result) : stay(state)
  }
}

/** A line while an action is being prepared. What it may mean is tried in this order, since one line may look like several. */
function onSaid(state: OpenDialog, text: string, context: DialogContext): DialogStep {
  const { task } = state
  const asked = state.phase === 'asking' ? fieldOf(task, state.fieldId) : undefined
  if (text.trim() === '') return notUnderstood(state)
  const word = dialogWord(text)
  const isFree = asked?.kind === 'text'
  const dropped = saying(idleAfter(task), DROPPED)
  if (word === 'leave' || (!isFree && !namesTime(text) && wantsOut(text))) return dropped
  // "Please send it to anna@example.com" answers the question for an address and is not a request to send something.
  const isAnswered =
    asked !== undefined && heardFields(text, [asked], asked, context.localNow).values[asked.id] !== undefined
  const isWhole = isFree || isAnswered || (asked?.kind === 'name' && nameAlone(text) !== undefined)
  const other = isWhole ? context.asks.exact(text) : context.asks.find(text, () => context.knows(text))
  const isOwn = other !== undefined && isAboutSame(task, other, text, context)
  if (isOwn && other.kind === 'cancel') return dropped
  if (other && other.name !== task.tool.name && !isOwn) return begin(keptOf(task), text, context, other)

  if (state.phase === 'asking' && asked?.kind === 'slot') {
    const slot = chosenSlot(state.offered, text, word === 'yes', context.localNow)
    if (slot) return goOn(withSlot(task, asked.id, slot), 'Good.')
    if (isElsewhen(text) && state.offered.length > 0)
      return lookUp(task, asked.id, laterThan(state.offered, text, context.localNow))
  }
  if (state.phase === 'confirming' && word === 'yes') return run(task)
  if (state.phase === 'changing' && (word === 'yes' || word === 'no')) return confirm(task, '')

  const isAnswer =
    isFree && word === undefined && correctionOf(text) === undefined && !isLabelled(task.tool.fields, text)
  if (isAnswer && !isQuestion(text, asked, context)) {
    const whole = wholeLineAs(asked, text, context.localNow)
    if (whole !== undefined) return goOn(withValue(task, asked.id, whole), 'Thank you.')
  }
  const changed = takeWords(state, text, asked, context)
  if (changed) return changed
  const named = word === 'no' ? undefined : fieldNamed(task.tool.fields, text)
  if (named && named === asked && isCutShort(text)) return notUnderstood(state)
  if (named && (word === 'change' || isChange(text) || isCutShort(text) || state.phase === 'changing'))
    return ask(task, named, 'All right.')
  if (word === 'change' || (state.phase === 'confirming' && word === 'no'))
    return saying({ phase: 'changing', task }, 'What shall I change?')
  if (state.phase === 'asking' && word === 'no') return onNo(state, asked, context)
  if (isQuestion(text, asked, context)) return { state, effects: [{ do: 'answer', back: againOf(state) }] }

  const whole = asked && word === undefined ? wholeLineAs(asked, text, context.localNow) : undefined
  if (asked && whole !== undefined) return goOn(withValue(task, asked.id, whole), 'Thank you.')
  return notUnderstood(state)
}

/**
 * While a booking is in progress, "move it" and "do you have anything free?" are about that booking, not about another
 * action.
 */
function isAboutSame({ tool }: Task, other: ActionTool, text: string, { asks }: DialogContext): boolean {
  if (tool.kind === 'book') return other.kind === 'move' || other.kind === 'cancel'
  return tool.kind === 'move' && other.kind === 'book' && asks.exact(text) === undefined
}

/** @param tool given if the caller switches to another action that was already identified */
function begin(
  known: Readonly<Record<string, string>>,
  text: string,
  context: DialogContext,
  tool = context.asks.find(text, () => context.knows(text)),
): DialogStep {
  if (!tool) return { state: { phase: 'idle', known }, effects: [{ do: 'answer', back: null }] }
  const values = Object.fromEntries(tool.fields.flatMap(({ id }) => (known[id] === undefined ? [] : [[id, known[id]]])))
  const task = newTask(tool, values)
  const heard = heardFields(text, tool.fields, undefined, context.localNow)
  const filled = withValues(task, heard.values)
  const slotField = tool.fields.find(({ kind }) => kind === 'slot')
  if (slotField && heard.time) return lookUp(filled, slotField.id, slotWish(heard.time, undefined, context))
  return goOn(filled, Object.keys(heard.values).length > 0 ? 'Thank you.' : 'Certainly.')
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

function onSlots(
  state: Extract<DialogState, { phase: 'looking-up' }>,
  slots: readonly Slot[],
  { localNow }: DialogContext,
): DialogStep {
  const { task, fieldId, wish } = state
  const exact = wish.from === wish.to ? slots.find(({ start }) => start === wish.from) : undefined
  if (exact) return goOn(withSlot(task, fieldId, exact), 'Good, that is free.')
  const offered = slots.slice(0, OFFERED_SLOTS).toSorted((left, right) => left.start.localeCompare(right.start))
  return saying(askingFor(withoutValue(task, fieldId), fieldId, offered), offerOf(offered, wish, localNow))
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
      const then = isNamed
        ? 'Which one suits you?'
        : offered.length > 0
          ? offerOf(offered, undefined, '')
          : questionFor(field, task)
      return saying(askingFor(withoutValue(task, field.id), field.id, offered), `${result.say} ${then}`)
    }
    case 'failed':
      return saying({ phase: 'confirming', task, misses: 0 }, `${result.say} Shall I try it again?`)
  }
}

const INTERRUPTS = /^(?:wait|by the way|btw|before|sorry|one (?:more )?question|(?:a )?quick question|but|first)\b/i

function isQuestion(text: string, asked: ActionField | undefined, { knows }: DialogContext): boolean {
  // A message may be a question itself.
  if (asked?.kind === 'text') return INTERRUPTS.test(text) && isAsking(text) && knows(text)
  // "Will Young" begins like a question.
  if (asked?.kind === 'name' && looksLikeName(text)) return false
  return isAsking(text) || (asked?.kind !== 'name' && knows(text))
}
