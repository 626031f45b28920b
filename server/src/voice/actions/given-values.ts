import { OFFERED_SLOTS, type ActionField, type SlotWish } from '../actions.ts'
import { lookUp, settle } from './dialog-moves.ts'
import { fieldOf, withValue, withValues, type DialogContext, type DialogStep, type OpenDialog } from './dialog-state.ts'
import { afterIs, correctionOf, isAsking, isChange, replacementIn } from './dialog-words.ts'
import { fieldNamed } from './field-names.ts'
import { isSaidToBeName, looksLikeMessage, looksLikeName } from './heard-names.ts'
import { heardFields, wholeLineAs } from './heard-fields.ts'
import { wishOf, type SpokenTime } from './spoken-times.ts'

/** Words of a question that may still name a time: "could I come at three instead?" */
const ASKS_FOR_TIME = /\b(?:instead|free|available|possible|can i|could i)\b/i

/** Takes values from a line: for the field that was asked for, for other fields, and corrections of earlier values. */
export function takeWords(
  state: OpenDialog,
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
  const isKnownQuestion = isAsking(text) && named === undefined && context.knows(text)
  const mayBeValue = correction !== undefined || asked?.kind === 'slot'
  if (isKnownQuestion && !(mayBeValue && ASKS_FOR_TIME.test(text))) return undefined
  const line = correction ?? text
  const heard = heardFields(line, fields, meant, context.localNow)
  const slotField = fields.find(({ kind }) => kind === 'slot')
  if (slotField && heard.time) {
    // Times that were only offered supply the day. Their hour is not the caller's: "how about Thursday" leaves it open.
    const near =
      task.values[slotField.id] ??
      (state.phase === 'asking' && state.fieldId === slotField.id ? state.offered[0]?.start.slice(0, 10) : undefined)
    return lookUp(withValues(task, heard.values), slotField.id, slotWish(heard.time, near, context))
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
  { task, ...state }: OpenDialog,
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
    // "It is spelled with an e".
    if (value !== undefined && !/^\p{L}$/u.test(value)) return { field, value }
  }
  return undefined
}

export function slotWish(said: SpokenTime, near: string | undefined, { localNow }: DialogContext): SlotWish {
  return wishOf(said, localNow, near, OFFERED_SLOTS)
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
