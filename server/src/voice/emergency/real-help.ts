import type { AssistantDefinition } from '#contract/assistant.ts'
import type { EmergencyLines } from '#contract/emergency-lines.ts'

/** Fields in which a person who gets no answer may need one from a professional. */
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

/** Of a business's own assistant, by what it was told and knows. The first that fits. */
const OWN_FIELDS: readonly (readonly [Field, RegExp])[] = [
  ['children', /\b(?:pa?ediatric\w*|child care|childcare|daycare|nursery|kindergarten)\b/i],
  ['feelings', /\b(?:therap(?:y|ist|ists)|counsel\w*|psycholog\w*|psychiatr\w*|mental health)\b/i],
  ['health', /\b(?:clinic|doctors?|patients?|dentists?|dental|hospital|medical|health|nurses?|pharmac\w*|surgery)\b/i],
  ['law', /\b(?:lawyers?|attorneys?|law firm|legal|solicitors?|notary)\b/i],
  ['money', /\b(?:bank|loans?|mortgages?|credit union|financial|investments?|tax adviser|accountants?|debts?)\b/i],
]

/** How a refusal ends in such a field; undefined where there is no need. */
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
  const about = [systemPrompt, firstMessage, ...knowledge.map(({ question }) => question)].join(' ')
  return OWN_FIELDS.find(([, words]) => words.test(about))?.[0]
}
