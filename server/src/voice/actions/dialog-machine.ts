import type { ActionField, ActionResult, ActionTool, Slot, SlotWish } from '../actions.ts'
import { fieldOf, idleAfter, keptOf, withoutValue, withSlot, withValue, withValues, type DialogContext, type DialogEffect, type DialogEvent, type DialogState, type DialogStep, type Task } from './dialog-state.ts' // oxfmt-ignore
import { confirmation, missed, offerOf, questionFor } from './dialog-texts.ts'
import {
  afterIs,
  correctionOf,
  dialogWord,
  isChange,
  isCutShort,
  isAsking,
  replacementIn,
  wantsOut,
} from './dialog-words.ts'
import { readValue } from './field-values.ts'
import { fieldNamed } from './field-names.ts'
import { isSaidToBeName, looksLikeMessage, looksLikeName, nameAlone } from './heard-names.ts'
import { heardFields, isLabelled, wholeLineAs } from './heard-fields.ts'
import { chosenSlot, isElsewhen, laterThan, OFFERED_SLOTS } from './offered-slots.ts'
import { namesTime, wishOf, type SpokenTime } from './spoken-times.ts'

const DROPPED = "All right, I've dropped that. What else can I do for you?"

export function stepDialog(state: DialogState, event: DialogEvent, context: DialogContext): DialogStep {
  switch (event.type) {
    case 'said':
      return onSaid(state, event.text, context)
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

function onSaid(state: DialogState, text: string, context: DialogContext): DialogStep {
  switch (state.phase) {
    case 'idle':
      return begin(state.known, text, context)
    case 'looking-up':
    case 'running':
      return stay(state)
    case 'asking':
    case 'confirming':
    case 'changing':
  }
  const { task } = state
  const asked = state.phase === 'asking' ? fieldOf(task, state.fieldId) : undefined
  if (text.trim() === '') return notUnderstood(state)
  const word = dialogWord(text)
  const isFree = asked?.kind === 'text'
  const dropped: DialogStep = { state: idleAfter(task), effects: [say(DROPPED)] }
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
      return lookUp(task, asked.id, laterThan(state.offered, text, context.localNow), '')
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
    return { state: { phase: 'changing', task }, effects: [say('What shall I change?')] }
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
  const task: Task = { tool, values, slotNames: {}, latest: null, isFormAway: false }
  const heard = heardFields(text, tool.fields, undefined, context.localNow)
  const filled = withValues(task, heard.values)
  const slotField = tool.fields.find(({ kind }) => kind === 'slot')
  if (slotField && heard.time) return lookUp(filled, slotField.id, wish(heard.time, undefined, context), '')
  return goOn(filled, Object.keys(heard.values).length > 0 ? 'Thank you.' : 'Certainly.')
}

type Open = Extract<DialogState, { phase: 'asking' | 'confirming' | 'changing' }>

/** Takes values from a line: for the field that was asked for, for other fields, and corrections of earlier values. */
function takeWords(
  state: Open,
  text: string,
  asked: ActionField | undefined,
  context: DialogContext,
): DialogStep | undefined {
  const { task } = state
  const { fields } = task.tool
  const replaced = replacementIn(text)
  const holder =
    replaced && fields.find(({ id }) => task.values[id]?.toLowerCase().includes(replaced.old.toLowerCase()))
  if (replaced && holder) {
    const value = (task.values[holder.id] ?? '').replace(new RegExp(escaped(replaced.old), 'i'), replaced.new)
    return settle(state, withValue(task, holder.id, value), true)
  }
  const correction = correctionOf(text)
  const latest = task.latest === null ? undefined : fieldOf(task, task.latest)
  const named = isChange(text) || correction !== undefined ? fieldNamed(fields, text) : undefined
  // A field named in the line takes precedence. A correction without a name applies to the value given last, other
  // lines to the field asked for.
  const meant =
    named ??
    (correction !== undefined && state.phase !== 'changing' && asked?.kind !== 'slot' ? (latest ?? asked) : asked)
  // A question may contain numbers and days that are not values: "are you open on Sunday?"
  if (
    isAsking(text) &&
    correction === undefined &&
    named === undefined &&
    asked?.kind !== 'slot' &&
    context.knows(text)
  )
    return undefined
  if (
    isAsking(text) &&
    context.knows(text) &&
    !/\b(?:instead|free|available|possible|can i|could i)\b/i.test(text) &&
    named === undefined
  )
    return undefined
  const line = correction ?? text
  const heard = heardFields(line, fields, meant, context.localNow)
  const slotField = fields.find(({ kind }) => kind === 'slot')
  if (slotField && heard.time) {
    const near =
      task.values[slotField.id] ??
      (state.phase === 'asking' && state.fieldId === slotField.id ? state.offered[0]?.start : undefined)
    return lookUp(withValues(task, heard.values), slotField.id, wish(heard.time, near, context), '')
  }
  if (Object.keys(heard.values).length > 0)
    return settle(state, withValues(task, heard.values), correction !== undefined || meant !== asked)
  const isOfName = looksLikeName(text) || isChange(text) || /\b(?:names?|spel\w+)\b/i.test(text)
  const meantWords = correction ?? (isOfName ? text : undefined)
  const free =
    meantWords === undefined ? undefined : freeCorrection(state, meantWords, correction !== undefined, named, context)
  return free && settle(state, withValue(task, free.field.id, free.value), true)
}

/** Handles "no, I meant Anne Smith": replaces the text given last, or the name if the words look like one. */
function freeCorrection(
  { task, ...state }: Open,
  line: string,
  isCorrection: boolean,
  named: ActionField | undefined,
  { localNow }: DialogContext,
): { field: ActionField; value: string } | undefined {
  if (isAsking(line)) return undefined
  const latest = task.latest === null ? undefined : fieldOf(task, task.latest)
  const isFreeAsked = state.phase === 'asking' && fieldOf(task, state.fieldId)?.kind === 'text'
  const name = task.tool.fields.find(({ kind }) => kind === 'name')
  const texts = task.tool.fields.filter(({ id, kind }) => kind === 'text' && task.values[id] !== undefined)
  // "Sorry, it is anton berg" corrects a name, though it begins like a message.
  const isMessage = looksLikeMessage(line) && !isSaidToBeName(line) && texts.length === 1
  // "Anna Smith is my name" does not correct a message.
  const correctedText = latest?.kind === 'text' ? latest : isMessage ? texts[0] : undefined
  const text = named?.kind === 'text' ? named : isCorrection && named === undefined ? correctedText : undefined
  for (const field of [named?.kind === 'text' ? undefined : name, text]) {
    if (!field || task.values[field.id] === undefined) continue
    if (field === name && named !== name && isMessage) continue
    if (field === name && isFreeAsked && named !== name && !looksLikeName(line)) continue
    const value = wholeLineAs(field, afterIs(line), localNow)
    if (value !== undefined) return { field, value }
  }
  return undefined
}

function onForm(state: DialogState, given: Readonly<Record<string, string>>, context: DialogContext): DialogStep {
  if (!('task' in state) || state.phase === 'running') return stay(state)
  let { task } = state
  for (const field of task.tool.fields) {
    const text = given[field.id]
    if (text === undefined || text.trim() === '') continue
    const read = readValue(field, text, context.localNow)
    if ('problem' in read)
      return {
        state: { phase: 'asking', task, fieldId: field.id, offered: [], misses: 1, problem: read.problem },
        effects: [say(`${read.problem} Could you look at it again?`)],
      }
    task = withValue(task, field.id, read.value)
  }
  return goOn({ ...task, latest: null }, 'Thank you.')
}

function onSlots(
  state: Extract<DialogState, { phase: 'looking-up' }>,
  slots: readonly Slot[],
  { localNow }: DialogContext,
): DialogStep {
  const { task, fieldId, wish: wished, lead } = state
  const exact = wished.from === wished.to ? slots.find(({ start }) => start === wished.from) : undefined
  if (exact) return goOn(withSlot(task, fieldId, exact), lead || 'Good, that is free.')
  const offered = slots.slice(0, OFFERED_SLOTS).toSorted((left, right) => left.start.localeCompare(right.start))
  const without = withoutValue(task, fieldId)
  return {
    state: { phase: 'asking', task: without, fieldId, offered, misses: 0 },
    effects: [say(offerOf(offered, wished, localNow))],
  }
}

function onRan({ task }: Extract<DialogState, { phase: 'running' }>, result: ActionResult): DialogStep {
  switch (result.status) {
    case 'done': {
      const data = Object.fromEntries(
        Object.entries(result.data ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
      const state = idleAfter(task, data)
      return { state, effects: [...(result.card ? [{ do: 'show', card: result.card } as const] : []), say(result.say)] }
    }
    case 'refused': {
      const field = result.fieldId === null ? undefined : fieldOf(task, result.fieldId)
      if (!field) return { state: { phase: 'changing', task }, effects: [say(`${result.say} What shall I change?`)] }
      const offered = (result.slots ?? []).slice(0, OFFERED_SLOTS)
      const isNamed = offered.some(({ spoken }) => result.say.includes(spoken))
      const then = isNamed
        ? 'Which one suits you?'
        : offered.length > 0
          ? offerOf(offered, undefined, '')
          : questionFor(field, task)
      return {
        state: { phase: 'asking', task: withoutValue(task, field.id), fieldId: field.id, offered, misses: 0 },
        effects: [say(`${result.say} ${then}`)],
      }
    }
    case 'failed':
      return { state: { phase: 'confirming', task, misses: 0 }, effects: [say(`${result.say} Shall I try it again?`)] }
  }
}

/** Asks for the next missing field; if all are known, asks for confirmation. */
function goOn(task: Task, lead: string): DialogStep {
  const missing = task.tool.fields.find(({ id, isRequired }) => isRequired && task.values[id] === undefined)
  if (missing) return ask(task, missing, lead)
  // A card is only shown, so there is nothing to confirm.
  return task.tool.kind === 'card' ? run(task) : confirm(task, lead)
}

function ask(task: Task, field: ActionField, lead: string): DialogStep {
  const text = [lead, questionFor(field, task)].filter((part) => part !== '').join(' ')
  return { state: { phase: 'asking', task, fieldId: field.id, offered: [], misses: 0 }, effects: [say(text)] }
}

function confirm(task: Task, lead: string): DialogStep {
  return { state: { phase: 'confirming', task, misses: 0 }, effects: [say(confirmation(task, lead))] }
}

function run(task: Task): DialogStep {
  return { state: { phase: 'running', task }, effects: [{ do: 'run', tool: task.tool, values: task.values }] }
}

function lookUp(task: Task, fieldId: string, wished: SlotWish, lead: string): DialogStep {
  return {
    state: { phase: 'looking-up', task, fieldId, wish: wished, lead },
    effects: [{ do: 'look-up', wish: wished }],
  }
}

/** Continues after a value was taken: repeats the open question, or asks for what is missing. */
function settle(state: Open, task: Task, isCorrection: boolean): DialogStep {
  const lead = isCorrection ? 'All right.' : 'Thank you.'
  if (state.phase === 'asking' && task.values[state.fieldId] === undefined) {
    const field = fieldOf(task, state.fieldId)
    if (field) return { state: { ...state, task, misses: 0 }, effects: [say(`${lead} ${questionFor(field, task)}`)] }
  }
  return goOn(task, lead)
}

function onNo(
  state: Extract<DialogState, { phase: 'asking' }>,
  asked: ActionField | undefined,
  context: DialogContext,
): DialogStep {
  if (asked?.kind === 'slot' && state.offered.length > 0)
    return lookUp(state.task, asked.id, laterThan(state.offered, 'later', context.localNow), '')
  return {
    state,
    effects: [say(`Shall I drop it, or go on? To go on: ${asked ? questionFor(asked, state.task) : ''}`)],
  }
}

function notUnderstood(state: Open): DialogStep {
  switch (state.phase) {
    case 'asking': {
      const field = fieldOf(state.task, state.fieldId)
      const misses = state.misses + 1
      return {
        state: { ...state, misses },
        effects: [say(field ? missed(field, state.task, state.offered, misses) : '')],
      }
    }
    case 'confirming':
      return {
        state: { ...state, misses: state.misses + 1 },
        effects: [
          say(
            state.misses === 0
              ? 'Sorry, is that right? Please say yes or no.'
              : confirmation(state.task, 'Sorry, once more.'),
          ),
        ],
      }
    case 'changing':
      return {
        state,
        effects: [
          say(
            `Sorry, what shall I change: ${state.task.tool.fields.map(({ label }) => label.toLowerCase()).join(', or ')}?`,
          ),
        ],
      }
  }
}

/** What the dialog says to continue after it has answered a question. */
function againOf(state: Open): string {
  switch (state.phase) {
    case 'asking': {
      const field = fieldOf(state.task, state.fieldId)
      if (state.offered.length > 0) return `So, ${offerOf(state.offered, undefined, '')}`
      return field ? `So, ${lowered(questionFor(field, state.task))}` : ''
    }
    case 'confirming':
      return 'And is what I have noted right?'
    case 'changing':
      return 'And what shall I change?'
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

function wish(said: SpokenTime, near: string | undefined, { localNow }: DialogContext): SlotWish {
  return wishOf(said, localNow, near, OFFERED_SLOTS)
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function say(text: string): DialogEffect {
  return { do: 'say', text }
}

function stay(state: DialogState): DialogStep {
  return { state, effects: [] }
}
