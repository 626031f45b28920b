import type { ActionField, ActionTool, Slot } from '../actions.ts'
import { againOf, ask, confirm, goOn, lookUp, notUnderstood, onNo, repeat, run, saying, wait, WHAT_TO_CHANGE } from './dialog-moves.ts' // oxfmt-ignore
import { fieldOf, idleAfter, keptOf, newTask, withSlot, withValue, withValues, type DialogContext, type DialogStep, type OpenDialog, type Task } from './dialog-state.ts' // oxfmt-ignore
import { asideOf, cancellingWord, correctionOf, dialogWord, isAsking, isChange, isCutShort, isOnlyAsking, isWordToLeave, refusalIn, wantsOut } from './dialog-words.ts' // oxfmt-ignore
import { fieldNamed } from './field-names.ts'
import { slotWish, takeWords } from './given-values.ts'
import { heardFields, isLabelled, wholeLineAs } from './heard-fields.ts'
import { looksLikeName, nameAlone } from './heard-names.ts'
import { asksForOther, chosenSlot, isElsewhen, laterThan, withOfferedDates } from './offered-slots.ts'
import { namesTime, timeIn } from './spoken-times.ts'

/** A line of the caller while an action is being prepared. */
interface Line {
  state: OpenDialog
  task: Task
  text: string
  /** A word that every question understands, such as "yes" or "stop". */
  word: ReturnType<typeof dialogWord>
  /** The field that the caller was asked for. */
  asked: ActionField | undefined
  context: DialogContext
}

/** Undefined if the line does not mean this. */
type Reading = (line: Line) => DialogStep | undefined

/** One line may look like several of these: the first that fits decides. */
const READINGS: readonly Reading[] = [
  asAside,
  asRefusedTime,
  asWishToLeave,
  asOtherAction,
  asOfferedTime,
  asConfirmation,
  asFreeText,
  asValues,
  asCancellation,
  asFieldToChange,
  asWishToChange,
  asNo,
  asQuestion,
  asWholeAnswer,
]

export function readLine(state: OpenDialog, said: string, context: DialogContext): DialogStep {
  if (said.trim() === '') return notUnderstood(state)
  const { task } = state
  const asked = state.phase === 'asking' ? fieldOf(task, state.fieldId) : undefined
  const text = state.phase === 'asking' && asked?.kind === 'slot' ? withOfferedDates(state.offered, said) : said
  const word = task.tool.kind === 'cancel' ? cancellingWord(text) : dialogWord(text)
  const line: Line = { state, task, text, word, asked, context }
  for (const reading of READINGS) {
    const step = reading(line)
    if (step) return step
  }
  return notUnderstood(state)
}

/** "Pardon?" and "hold on" are neither a name nor a message. */
function asAside({ state, text }: Line): DialogStep | undefined {
  const aside = asideOf(text)
  if (aside === undefined) return undefined
  return aside === 'repeat' ? repeat(state) : wait(state)
}

/** "I don't want it in the morning" refuses a time, not the appointment. */
function asRefusedTime(line: Line): DialogStep | undefined {
  const { state, task, text, asked, context } = line
  const field = task.tool.fields.find(({ kind }) => kind === 'slot')
  const { refused, rest } = refusalIn(text) ?? {}
  if (!field || asked?.kind === 'text' || refused === undefined || rest === undefined) return undefined
  const isOffer =
    /\b(?:(?:that|this|those|these|the) (?:time|day|hour|slot|one)s?|any of (?:those|these|them)|then)\b/i.test(refused)
  if (!isOffer && !clearlyNamesTime(refused, context)) return undefined
  if (/\b(?:any ?more|after all)\b/i.test(refused) || wantsOut(rest, !asksForOther(rest))) return drop(task)
  // "I can't do Wednesday" asks for times after those offered on Wednesday.
  const offering = state.phase === 'asking' && asked === field ? state : undefined
  if (offering && asksForLater(offering.offered, text, context)) return undefined
  if (Object.keys(valuesIn(line)).length > 0) return undefined
  if (timeIn(rest, context.localNow) !== undefined) return readLine(state, rest, context)
  return isOffer && offering ? onNo(offering, field, context) : ask(task, field, 'All right.')
}

function asWishToLeave(line: Line): DialogStep | undefined {
  const { task, text, word, asked } = line
  if (word === 'leave') return drop(task)
  const isSaid =
    asked?.kind === 'text' ? isWordToLeave(text) : wantsOut(text, isUnwantedLeft(line)) && !holdsValue(line)
  return isSaid ? drop(task) : undefined
}

/** "I changed my mind, make it large" gives a value, so it does not abandon the action. */
function holdsValue(line: Line): boolean {
  return clearlyNamesTime(line.text, line.context) || Object.keys(valuesIn(line)).length > 0
}

function valuesIn({ task, text, asked, context }: Line): Readonly<Record<string, string>> {
  return heardFields(text, task.tool.fields, asked, context.localNow).values
}

function clearlyNamesTime(text: string, { localNow }: DialogContext): boolean {
  return namesTime(text) || timeIn(text, localNow)?.part !== undefined
}

/** Whether "I don't want it" abandons the action. While a booking is being cancelled, it only gives the reason. */
function isUnwantedLeft({ task: { tool }, text }: Line): boolean {
  if (tool.kind === 'cancel' || isOnlyAsking(text)) return false
  return !(tool.fields.some(({ kind }) => kind === 'slot') && asksForOther(text))
}

function asOtherAction(line: Line): DialogStep | undefined {
  const { state, task, text, word, asked, context } = line
  // "Yes, cancel my appointment" agrees. A message may contain any request.
  if (word === 'yes' || asked?.kind === 'text') return undefined
  // "Please send it to anna@example.com" answers the question for an address and is not a request to send something.
  const isAnswered =
    asked !== undefined && heardFields(text, [asked], asked, context.localNow).values[asked.id] !== undefined
  const isWhole = isAnswered || (asked?.kind === 'name' && nameAlone(text) !== undefined)
  const exact = context.asks.exact(text)
  const other = exact ?? (isWhole ? undefined : context.asks.find(text, () => context.knows(text)))
  if (other === undefined) return undefined
  if (isAboutSame(task, other, text, context))
    return other.kind === 'cancel' && !isOnlyAsking(text) ? drop(task) : undefined
  if (other.name === task.tool.name) return undefined
  // "Can you send me a reminder message the day before?" is about the action that was read back.
  if (state.phase === 'confirming' && exact === undefined && isAsking(text)) return asQuestion(line)
  return leaveFor(other, task, text, context)
}

/** Begins another action. If values of this one are lost, the caller hears that. */
function leaveFor(other: ActionTool, task: Task, text: string, context: DialogContext): DialogStep {
  const kept = keptOf(task)
  const { state, effects } = begin(kept, text, context, other)
  const isLost = Object.keys(task.values).some((id) => kept[id] === undefined)
  return { state, effects: isLost ? [{ do: 'say', text: `${dropped(task)} ` }, ...effects] : effects }
}

function asOfferedTime(line: Line): DialogStep | undefined {
  const { state, task, text, word, asked, context } = line
  if (state.phase !== 'asking' || asked?.kind !== 'slot') return undefined
  const slot = chosenSlot(state.offered, text, word === 'yes', context.localNow)
  if (slot) {
    // "The second one, and my name is Bob Miller" says more than the time.
    return goOn(withSlot(withValues(task, valuesIn(line)), asked.id, slot), 'Good.')
  }
  if (!asksForLater(state.offered, text, context)) return undefined
  return lookUp(task, asked.id, laterThan(state.offered, text, context.localNow))
}

/** Whether times were offered and the line asks for others. */
function asksForLater(offered: readonly Slot[], text: string, { localNow }: DialogContext): boolean {
  return offered.length > 0 && isElsewhen(offered, text, localNow)
}

function asConfirmation({ state, task, word }: Line): DialogStep | undefined {
  if (state.phase === 'confirming' && word === 'yes') return run(task)
  if (state.phase === 'changing' && (word === 'yes' || word === 'no')) return confirm(task, '')
  return undefined
}

function asFreeText(line: Line): DialogStep | undefined {
  const { task, text, asked } = line
  if (asked?.kind !== 'text' || correctionOf(text) !== undefined) return undefined
  return isLabelled(task.tool.fields, text) || isQuestion(line) ? undefined : asWholeAnswer(line)
}

function asValues({ state, text, asked, context }: Line): DialogStep | undefined {
  return takeWords(state, text, asked, context)
}

/** "I want to cancel it because I'm ill", before the code is known. */
function asCancellation({ task, word, asked }: Line): DialogStep | undefined {
  return task.tool.kind === 'cancel' && word === 'yes' && asked ? ask(task, asked, 'All right.') : undefined
}

function asFieldToChange({ state, task, text, word, asked }: Line): DialogStep | undefined {
  const named = word === 'no' ? undefined : fieldNamed(task.tool.fields, text)
  if (named === undefined) return undefined
  if (named === asked && isCutShort(text)) return notUnderstood(state)
  const isToChange = word === 'change' || isChange(text) || isCutShort(text) || state.phase === 'changing'
  return isToChange ? ask(task, named, 'All right.') : undefined
}

function asWishToChange({ state, task, word }: Line): DialogStep | undefined {
  const isSaid = word === 'change' || (state.phase === 'confirming' && word === 'no')
  return isSaid ? saying({ phase: 'changing', task }, WHAT_TO_CHANGE) : undefined
}

function asNo({ state, word, asked, context }: Line): DialogStep | undefined {
  return state.phase === 'asking' && word === 'no' ? onNo(state, asked, context) : undefined
}

function asQuestion(line: Line): DialogStep | undefined {
  const { state } = line
  return isQuestion(line) ? { state, effects: [{ do: 'answer', back: againOf(state) }] } : undefined
}

function asWholeAnswer({ task, text, word, asked, context }: Line): DialogStep | undefined {
  if (asked === undefined || word !== undefined) return undefined
  const whole = wholeLineAs(asked, text, context.localNow)
  return whole === undefined ? undefined : goOn(withValue(task, asked.id, whole), 'Thank you.')
}

function drop(task: Task): DialogStep {
  return saying(idleAfter(task), `${dropped(task)} What else can I do for you?`)
}

function dropped({ tool }: Task): string {
  // "I've dropped that" could mean the booking.
  return tool.kind === 'cancel' ? 'All right, nothing is cancelled.' : "All right, I've dropped that."
}

/**
 * While a booking is in progress, "move it" and "do you have anything free?" are about that booking, not about another
 * action.
 */
function isAboutSame({ tool }: Task, other: ActionTool, text: string, { asks }: DialogContext): boolean {
  if (tool.kind === 'book') return other.kind === 'move' || other.kind === 'cancel'
  return tool.kind === 'move' && other.kind === 'book' && asks.exact(text) === undefined
}

/**
 * Begins the action that a line asks for, or lets the brain answer it.
 * @param tool given if the caller switches to another action that was already identified
 */
export function begin(
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

const INTERRUPTS = /^(?:wait|by the way|btw|before|sorry|one (?:more )?question|(?:a )?quick question|but|first)\b/i

function isQuestion({ text, asked, context: { knows } }: Line): boolean {
  // A message may be a question itself.
  if (asked?.kind === 'text') return INTERRUPTS.test(text) && isAsking(text) && knows(text)
  // "Will Young" begins like a question.
  if (asked?.kind === 'name' && looksLikeName(text)) return false
  return isAsking(text) || (asked?.kind !== 'name' && knows(text))
}
