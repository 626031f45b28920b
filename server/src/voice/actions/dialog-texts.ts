import type { ActionField, FieldKind, Slot, SlotWish } from '../actions.ts'
import { normaliseWords } from '#contract/phrase-pattern.ts'
import type { Task } from './dialog-state.ts'
import { inWords } from './field-values.ts'

/**
 * The question for a field. It ends with a question mark, from which the call knows that "yes" or "no" is an answer.
 */
export function questionFor(field: ActionField, { tool }: Pick<Task, 'tool'>): string {
  const { kind, label, choices = [] } = field
  if (label.trim().endsWith('?')) return label.trim()
  switch (kind) {
    case 'name':
      return /^(?:your )?(?:full )?name$/i.test(label.trim())
        ? 'What is your name, please?'
        : `What is ${owned(label)}?`
    case 'email':
      return 'What is your e-mail address? You can type it into the form.'
    case 'phone':
      return 'What is your telephone number?'
    case 'slot':
      return tool.kind === 'move' ? 'When would you like to come instead?' : 'When would you like to come?'
    case 'choice':
      return `${label}: ${choices.length > 1 ? `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}` : choices.join('')}?`
    case 'date':
      return `${label}: which day?`
    case 'code':
      return 'What is the code of your booking? It is in the mail you got.'
    case 'text':
      return /message/i.test(label) ? 'What is your message?' : `${label}: what may I write down?`
    case 'number':
      return `${label}: how many?`
  }
}

const HINTS: Record<FieldKind, string> = {
  name: 'Please type your name into the form.',
  email: 'Please type your e-mail address into the form.',
  phone: 'Please say the digits one by one, or type them.',
  text: 'Please type it into the form.',
  number: 'Please say or type a number.',
  date: 'Please name a day, such as “next Tuesday”.',
  slot: 'Please name a day and a time, such as “Tuesday at ten”.',
  code: 'Please say it digit by digit, or type it.',
  choice: 'Please choose one of these.',
}

/** The reply to a line that did not answer the question. */
export function missed(field: ActionField, task: Task, offered: readonly Slot[], misses: number): string {
  if (offered.length > 0) return `Sorry, I didn't get that. ${offerOf(offered)}`
  const hint =
    misses > 1 || field.kind === 'name' || field.kind === 'email' || field.kind === 'text'
      ? ` ${HINTS[field.kind]}`
      : ''
  return `Sorry, I didn't get that.${hint} ${questionFor(field, task)}`
}

/** Offers free times to choose from. The day of several is said once. */
export function offerOf(slots: readonly Slot[], wish?: SlotWish): string {
  const [first, ...others] = slots
  if (!first) return 'I have nothing free then. Which other day would suit you?'
  const isMiss =
    wish !== undefined && (wish.from === wish.to || !slots.some(({ start }) => start >= wish.from && start <= wish.to))
  const lead = isMiss ? 'That is not free. ' : ''
  if (others.length === 0) return `${lead}I have ${first.spoken}. Does that suit you?`
  const times = slots.map(({ start, spoken, spokenTime }, at) =>
    start.slice(0, 10) === slots[at - 1]?.start.slice(0, 10) ? spokenTime : spoken,
  )
  return `${lead}I have ${times.slice(0, -1).join(', ')}, or ${times.at(-1)}. Which one suits you?`
}

/** Repeats all values and asks whether they are right. */
export function confirmation({ tool, values, slotNames }: Task, lead: string): string {
  const parts = tool.fields.flatMap((field) => {
    const value = values[field.id]
    if (value === undefined) return []
    return [`${plainLabel(field.label)}: ${slotNames[value] ?? inWords(field, value)}`]
  })
  const what = parts.length === 0 ? 'Shall I do that?' : `Here is what I have. ${parts.join('. ')}. Is that right?`
  return [lead, what].filter((part) => part !== '').join(' ')
}

function plainLabel(label: string): string {
  return label.trim().replace(/[?:.]+$/, '')
}

function owned(label: string): string {
  const [first = ''] = normaliseWords(label)
  const plain = plainLabel(label)
  return first === 'your' || first === 'the' ? plain.toLowerCase() : `the ${plain.toLowerCase()}`
}
