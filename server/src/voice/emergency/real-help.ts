import type { AssistantDefinition } from '#contract/assistant.ts'
import type { EmergencyLines } from '#contract/emergency-lines.ts'

/** Fields in which a caller whose question is refused may need a professional. */
type Field = 'health' | 'children' | 'feelings' | 'law' | 'money'

const CATALOGUE_FIELDS: Readonly<Record<string, Field>> = {
  healthcare: 'health',
  'speech-therapy': 'health',
  pediatrics: 'children',
  therapy: 'feelings',
  friendship: 'feelings',
  spiritual: 'feelings',
  legal: 'law',
  finance: 'money',
}

/**
 * The words that show the field of a business's own assistant, if its prompt or first message has them, or two entries of
 * its knowledge: a single entry may be about anything, such as health in a sauna. The first match counts.
 */
const OWN_FIELDS: readonly (readonly [Field, RegExp])[] = [
  ['children', /\b(?:pa?ediatric\w*|child care|childcare|daycare|nursery|kindergarten)\b/i],
  ['feelings', /\b(?:therap(?:y|ist|ists)|counsel\w*|psycholog\w*|psychiatr\w*|mental health)\b/i],
  ['health', /\b(?:clinic|doctors?|patients?|dentists?|dental|hospital|medical|health|nurses?|pharmac\w*|surgery)\b/i],
  ['law', /\b(?:lawyers?|attorneys?|law firm|legal|solicitors?|notary)\b/i],
  ['money', /\b(?:bank|loans?|mortgages?|credit union|financial|investments?|tax adviser|accountants?|debts?)\b/i],
]

/** The end of a refusal in such a field; undefined in all other fields. */
export function realHelpFor(assistant: AssistantDefinition, lines: EmergencyLines): string | undefined {
  const field = CATALOGUE_FIELDS[assistant.id] ?? (assistant.id.startsWith('own_') ? ownField(assistant) : undefined)
  const urgent = lines.emergency
  const crisis = lines.crisis
    ? `${lines.crisis.takesTexts ? 'call or text' : 'call'} ${lines.crisis.number}`
    : `call ${urgent}`
  switch (field) {
    case 'health':
      return `A doctor, pharmacist or nurse line can help you, and if it is urgent, call ${urgent}.`
    case 'children':
      return `Your pediatrician or a nurse line can help you, and if it is urgent, call ${urgent}.`
    case 'feelings':
      return `A doctor or a counselor can help you, and in a crisis, ${crisis}.`
    case 'law':
      return `A lawyer or a legal aid office can help you, and in danger, call ${urgent}.`
    case 'money':
      return 'A free, non profit debt or money adviser can help you.'
    case undefined:
      return undefined
  }
}

function ownField({ systemPrompt, firstMessage, knowledge }: AssistantDefinition): Field | undefined {
  const isAbout = (words: RegExp): boolean =>
    words.test(`${systemPrompt} ${firstMessage}`) ||
    knowledge.filter(({ question, answer }) => words.test(`${question} ${answer}`)).length >= 2
  return OWN_FIELDS.find(([, words]) => isAbout(words))?.[0]
}
