import { createHash } from 'node:crypto'
import { parsePattern } from '#contract/phrase-pattern.ts'
import type { ActionTool, FieldKind } from '../actions.ts'
import type { SpeechGrammar } from '../ports.ts'
import { DIALOG_PATTERNS } from './dialog-words.ts'
import type { DialogState } from './dialog-state.ts'

/**
 * The additional phrases that the recogniser expects at one point of a dialog. An assistant has only a few different
 * moments, so each grammar is compiled once and kept.
 */
export interface Moment {
  /** For example `slot` or `yes-or-no`. In calls with the same actions, the same key always has the same patterns. */
  key: string
  patterns: readonly string[]
}

const HOUR = '(one | two | three | four | five | six | seven | eight | nine | ten | eleven | twelve)'
const HALF_OF_DAY = '[(a m | p m | in the morning | in the afternoon | in the evening | sharp)]'
const TIME = `(${HOUR} [(o'clock | thirty | fifteen | forty five)] | half past ${HOUR} | quarter (past | to) ${HOUR} | noon) ${HALF_OF_DAY}`
const ORDINAL =
  '(first | second | third | fourth | fifth | sixth | seventh | eighth | ninth | tenth | eleventh | twelfth | thirteenth | fourteenth | fifteenth | sixteenth | seventeenth | eighteenth | nineteenth | twentieth | twenty (first | second | third | fourth | fifth | sixth | seventh | eighth | ninth) | thirtieth | thirty first)'
const MONTH =
  '(january | february | march | april | may | june | july | august | september | october | november | december)'
const WEEKDAY = '(monday | tuesday | wednesday | thursday | friday | saturday | sunday)'
const DATE = `([${WEEKDAY}] ${MONTH} [the] ${ORDINAL} | [${WEEKDAY}] the ${ORDINAL} [of ${MONTH}])`
const DAY = `(${DATE} | [next | this | on] ${WEEKDAY} [the ${ORDINAL}] | today | tomorrow | the day after tomorrow)`
const PART = '[in the] (morning | afternoon | evening)'
const LEAD =
  '[(no | actually | yes | sorry | oh wait | hang on | let me see | ideally)] [(i meant | i mean | make it | make that | let us say | i would like | can i come | could i come | could we do | how about | what about | maybe | around | could you make it)]'
const TAIL = '[please | instead | is better | would be great | if possible | that i want | would be better]'
const DAYS = [`${LEAD} [on] ${DAY} ${TAIL}`]
const TIMES = [
  ...DAYS,
  `${LEAD} [on] ${DAY} [at | around] ${TIME} ${TAIL}`,
  `${LEAD} [at] ${TIME} [[on] ${DAY}] ${TAIL}`,
  `${LEAD} [on] ${DAY} ${PART} ${TAIL}`,
  '(any time | next week | as soon as possible | this week) [please]',
  '(later | earlier | another (day | time) | none of (them | those)) [please]',
  '[(i take | i will take | take)] the (first | second | third | last) [(one | time | slot)] [please]',
]
const DIGIT = '(zero | oh | one | two | three | four | five | six | seven | eight | nine)'
const SOME_DIGITS = `[double] ${DIGIT}`
/** The length of the longest telephone number. */
const MOST_DIGITS = 15
const DIGITS = [
  Array.from({ length: MOST_DIGITS - 1 }).reduce<string>((rest) => `${SOME_DIGITS} [${rest}]`, SOME_DIGITS),
]
const NUMBERS = [
  '[for] (one | two | three | four | five | six | seven | eight | nine | ten | eleven | twelve | fifteen | twenty) [(people | persons | of us | guests)] [please]',
]

const ALWAYS = Object.values(DIALOG_PATTERNS).flat()
const BY_KIND: Partial<Record<FieldKind, readonly string[]>> = {
  slot: TIMES,
  date: DAYS,
  phone: DIGITS,
  code: DIGITS,
  number: NUMBERS,
}

/** The moment for a state of the dialog. */
export function momentOf(state: DialogState): Moment {
  switch (state.phase) {
    case 'idle':
      return { key: 'idle', patterns: [] }
    case 'running':
    case 'changing':
      return { key: 'yes-or-no', patterns: ALWAYS }
    case 'looking-up':
      return { key: 'slot', patterns: [...ALWAYS, ...TIMES] }
    case 'confirming': {
      // The caller may correct the time by naming another one.
      const hasTime = state.task.tool.fields.some(({ kind }) => kind === 'slot')
      return hasTime ? { key: 'slot', patterns: [...ALWAYS, ...TIMES] } : { key: 'yes-or-no', patterns: ALWAYS }
    }
    case 'asking': {
      const field = state.task.tool.fields.find(({ id }) => id === state.fieldId)
      if (field?.kind === 'choice') {
        const choices = (field.choices ?? []).map((choice) => choice.toLowerCase())
        return {
          key: `choice ${choices.join('|')}`,
          patterns: [...ALWAYS, ...choices.map((choice) => `[no] [i meant] [the | a | an] ${choice} [one] [please]`)],
        }
      }
      const ofKind = field && BY_KIND[field.kind]
      return ofKind
        ? { key: field.kind === 'code' ? 'phone' : field.kind, patterns: [...ALWAYS, ...ofKind] }
        : { key: 'yes-or-no', patterns: ALWAYS }
    }
  }
}

/**
 * Returns a function that gives a moment's grammar: the base grammar, the phrases that ask for actions, and the
 * moment's own.
 */
export function createDialogGrammar(
  base: SpeechGrammar,
  tools: readonly ActionTool[],
): (moment: Moment) => SpeechGrammar {
  const asks = tools.flatMap((tool) => tool.asks)
  const grammars = new Map<string, SpeechGrammar>()
  return ({ key, patterns }) => {
    const known = grammars.get(key)
    if (known) return known
    const own = [...asks, ...patterns].filter(isSpeakable)
    const id = createHash('sha256')
      .update([base.id, ...own].join('\n'))
      .digest('hex')
      .slice(0, 16)
    const grammar: SpeechGrammar = { ...base, id, patterns: [...own, ...base.patterns] }
    grammars.set(key, grammar)
    return grammar
  }
}

function isSpeakable(pattern: string): boolean {
  try {
    parsePattern(pattern)
    return /^[a-z' ()[\]|]+$/.test(pattern)
  } catch {
    return false
  }
}
