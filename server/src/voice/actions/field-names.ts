import type { ActionField, FieldKind } from '../actions.ts'
import { normaliseWords } from '#contract/phrase-pattern.ts'

/** Words with which callers refer to a kind of field, whatever its label. */
const NAMES: Record<FieldKind, RegExp> = {
  name: /\bnames?\b/i,
  email: /\b(?:e-?mail|mail|address)\b/i,
  phone: /\b(?:phone|telephone|mobile|cell|number)\b/i,
  text: /\b(?:message|text|note|reason|request)\b/i,
  number: /\b(?:number of|how many|amount)\b/i,
  date: /\b(?:date|day)\b/i,
  slot: /\b(?:time|date|day|hour|slot|when)\b/i,
  code: /\b(?:code|reference)\b/i,
  choice: /\b(?:choice|option)\b/i,
}
const LABEL_WORD = 4

/** The field that a line refers to: "the time is wrong", "change my e-mail". */
export function fieldNamed(fields: readonly ActionField[], text: string): ActionField | undefined {
  const words = new Set(normaliseWords(text))
  const byLabel = fields.find(({ label }) =>
    normaliseWords(label).some((word) => word.length >= LABEL_WORD && word !== 'your' && words.has(word)),
  )
  return fields.find(({ kind }) => NAMES[kind].test(text)) ?? byLabel
}
