import { expandPattern, patternWords, readPattern } from '#contract/phrase-pattern.ts'
import { CODE_DIGITS, type ActionKind, type ActionTool, type FieldKind } from '../actions.ts'
import { idOf } from '../brain/assistant-grammar.ts'
import { isRoughCry } from '../brain/rough-words.ts'
import { MONTHS, WEEKDAYS } from '../calendar-words.ts'
import { detectEmergency } from '../emergency/detect.ts'
import type { LooseHearing, SpeechGrammar } from '../ports.ts'
import { createAskFinder } from './action-asks.ts'
import { DIALOG_PATTERNS } from './dialog-words.ts'
import type { DialogState } from './dialog-state.ts'
import { PHONE_DIGITS } from './field-values.ts'
import { ownThings, USUAL_THINGS } from './own-things.ts'

/**
 * The additional phrases that the recogniser expects at one point of a dialog. An assistant has only a few different
 * moments, so each grammar is compiled once and kept.
 */
export interface Moment {
  /** For example `slot` or `yes-or-no`. In calls with the same actions, the same key always has the same patterns. */
  key: string
  patterns: readonly string[]
  /** Patterns that are understood within other words too: "hang on, could we do Monday at ten instead". */
  spotted: readonly string[]
}

const HOUR = '(one | two | three | four | five | six | seven | eight | nine | ten | eleven | twelve)'
/** "One thirty in the afternoon" sounds like "one thirty a m", when hardly any business is open. */
const HOUR_OF_MORNING = '(six | seven | eight | nine | ten | eleven | twelve)'
const HALF_OF_DAY = '[(p m | in the morning | in the afternoon | in the evening | sharp)]'
const MINUTES = "(o'clock | thirty | fifteen | forty five)"
const PAST_OR_TO = '(quarter | five | ten | twenty | twenty five) (past | to)'
const TIME = `((${timesAt(HOUR)} | noon) ${HALF_OF_DAY} | ${timesAt(HOUR_OF_MORNING)} a m)`
const ORDINAL =
  '(first | second | third | fourth | fifth | sixth | seventh | eighth | ninth | tenth | eleventh | twelfth | thirteenth | fourteenth | fifteenth | sixteenth | seventeenth | eighteenth | nineteenth | twentieth | twenty (first | second | third | fourth | fifth | sixth | seventh | eighth | ninth) | thirtieth | thirty first)'
const WEEKDAY = `(${WEEKDAYS})`
const DATE = `([${WEEKDAY}] (${MONTHS}) [the] ${ORDINAL} | [${WEEKDAY}] the ${ORDINAL} [of (${MONTHS})])`
const DAY = `(${DATE} | [next | this | on] ${WEEKDAY} [the ${ORDINAL}] | today | tomorrow | the day after tomorrow)`
/** A day that is not easily confused with other words. */
const NAMED_DAY = `([${WEEKDAY}] (${MONTHS}) [the] ${ORDINAL} | ${WEEKDAY} [the ${ORDINAL}] | tomorrow)`
const PART = '[in the] (morning | afternoon | evening)'
const CLEAR_TIME = `(${HOUR} ${MINUTES} ${HALF_OF_DAY} | ${HOUR} (p m | in the morning | in the afternoon | in the evening) | (half past | ${PAST_OR_TO}) ${HOUR} ${HALF_OF_DAY} | ${timesAt(HOUR_OF_MORNING)} a m | noon)`
const DAY_AND_TIME = `(${DAY} [at | around] ${TIME} | (${CLEAR_TIME} | at ${HOUR} ${HALF_OF_DAY}) [on] ${NAMED_DAY})`

const LEAD =
  '[no | sorry | yes | wait | actually] [i meant | i mean | make it | make that | how about | what about | could we do | could i come | can i come | maybe | i was thinking of | i could do | i am free | put me in for | ideally | i want | i said | rather]'
const DAYS = [`${LEAD} ${DAY}`]
const TIMES = [`${LEAD} ${DAY_AND_TIME}`, `${LEAD} ${DAY} [${PART}]`, `${LEAD} [at] ${CLEAR_TIME}`]
const TAKE = "[i take | i will take | i'll take | take]"
const ANY_TIMES = [
  `[at | around | ${TAKE} the one at] ${TIME}`,
  PART,
  '(any time [(next | this) week] | next week | as soon as possible | this week) [please]',
  '(later | earlier | another (day | time)) [please]',
  '(is there | have you got | do you have) (anything | something) (earlier | later)',
  'none of (them | those | these) [(work | works) [for me]]',
  "(whenever you like | whenever you're free | i don't mind | any of (those | them) [(is | are) fine])",
  `${TAKE} the (first | second | third | last) [(one | time | slot)] [please | is fine | suits me]`,
  `${TAKE} the (middle | earliest | latest) (one | time | possible) [please]`,
  `${TAKE} (number | option) (one | two | three) [please]`,
]
/** Without them, "at eight please" would be heard as "take it", and agree to another time. */
const OTHER_TIMES = [
  `[no | sorry | wait | actually | (yes | yeah) but] (at | ([can we | could we] (make it | say) | it should be | i (said | meant | want) | rather) [at]) ${TIME} [please | on ${WEEKDAY}]`,
]
const DIGIT = '(zero | oh | one | two | three | four | five | six | seven | eight | nine)'
const SOME_DIGITS = `[double] ${DIGIT}`
const NUMBER_LEAD =
  "[no | sure | yes | sorry | okay] [(it's | it is | that's | that is | i have | you can reach me (at | on) | call me on | (my | the) [phone | telephone | best | cell | mobile] (number | cell | mobile | code) is)]"
const SEVEN_DIGITS = Array(PHONE_DIGITS.least).fill(SOME_DIGITS).join(' ')
const PHONE_NUMBERS = [`${NUMBER_LEAD} ${upTo(PHONE_DIGITS.most - PHONE_DIGITS.least, SEVEN_DIGITS)}`]
const CODES = [`${NUMBER_LEAD} ${Array(CODE_DIGITS).fill(DIGIT).join(' ')}`]
const NUMBERS = [
  '[for] (one | two | three | four | five | six | seven | eight | nine | ten | eleven | twelve | fifteen | twenty) [(people | persons | of us | guests)] [please]',
]

const ALWAYS = [
  ...Object.values(DIALOG_PATTERNS).flat(),
  '(yes | yeah | yep | yup | sure | okay | right) [please | thanks | thank you]',
  '(no | nope) [thanks | thank you]',
]
const FIELD_WORD =
  '(name | time | day | date | phone number | telephone number | number | e mail [address] | email [address] | address | message | code)'
const CHANGES = [
  `[change] (the | my) ${FIELD_WORD} [please]`,
  '[it is | it should be] (the | my) (name | time | number)',
]
/** The core words of corrections, which are said in many ways. */
const CORRECTIONS = [
  `(the | my) ${FIELD_WORD} (is | was) (wrong | not right | not correct)`,
  `(change | correct) (the | my) ${FIELD_WORD}`,
  `(the | my) ${FIELD_WORD} (is | should be | must be)`,
  'no (i meant | i mean | it is | i said | it should be)',
]
const TURNS = [
  '(forget | leave | scrap | drop) [about] (it | that)',
  'never mind',
  'decided against it',
  'think about it',
]
/**
 * Phrases that abandon an action, spotted within a longer sentence. Shorter ones would also be spotted in "I changed my
 * mind, make it large", "I don't want it in the morning" and "can I cancel it later", which do not abandon it.
 */
const TURNS_AWAY = [
  '(do | call | come) [it] another (day | time)',
  "(don't | do not) (want | need) (it | that | this) any more",
  '(please | just | rather) (cancel | stop) (it | this | that)',
  '(cancel | stop) (it | this | that) please',
]
/** While a booking is being cancelled, "cancel it" agrees. Spotted within other words, it could be "don't cancel it". */
const OF_CANCELLING: Expected = {
  patterns: [
    '[yes | please] [i want to] cancel (it | my appointment | the appointment) [please]',
    "[no] (don't | do not) cancel (it | that | my appointment | the appointment)",
    'i (want to | would like to) keep (it | my appointment | the appointment)',
  ],
  spotted: [
    "(i | i've) changed my mind",
    "(don't | do not) [want to] cancel",
    'keep (it | my appointment | the appointment)',
  ],
}
interface Expected {
  patterns: readonly string[]
  spotted: readonly string[]
}
const BY_KIND: Partial<Record<FieldKind, Expected>> = {
  slot: { patterns: ANY_TIMES, spotted: TIMES },
  date: { patterns: [], spotted: DAYS },
  phone: { patterns: [], spotted: PHONE_NUMBERS },
  code: { patterns: [], spotted: CODES },
  number: { patterns: NUMBERS, spotted: [] },
}

/** The moment for a state of the dialog. */
export function momentOf(state: DialogState): Moment {
  if (state.phase === 'idle') return { key: 'idle', patterns: [], spotted: [] }
  const { key, patterns, spotted } = momentOfTask(state)
  // A message may use any words.
  if (key === 'text') return { key, patterns, spotted }
  const isCancelling = state.task.tool.kind === 'cancel'
  const { patterns: more, spotted: turns } = isCancelling ? OF_CANCELLING : { patterns: [], spotted: TURNS_AWAY }
  return {
    key: isCancelling ? `cancelling ${key}` : key,
    patterns: [...patterns, ...more],
    spotted: [...spotted, ...turns],
  }
}

function momentOfTask(state: Exclude<DialogState, { phase: 'idle' }>): Moment {
  switch (state.phase) {
    case 'running':
      return momentFor('yes-or-no')
    case 'looking-up':
      return momentFor('slot', BY_KIND.slot)
    case 'changing':
      return momentFor('change', { patterns: [...CHANGES, ...ANY_TIMES], spotted: [...CORRECTIONS, ...TIMES] })
    case 'confirming': {
      // The caller may correct a time or a telephone number by simply saying another one.
      const kinds = new Set(state.task.tool.fields.map(({ kind }) => kind))
      const values = (['slot', 'phone'] as const).filter((kind) => kinds.has(kind))
      const spotted = [...CORRECTIONS, ...values.flatMap((kind) => BY_KIND[kind]?.spotted ?? [])]
      const patterns = kinds.has('slot') ? OTHER_TIMES : []
      return momentFor(`confirming ${[...kinds].join(' ')}`, { patterns, spotted })
    }
    case 'asking': {
      const field = state.task.tool.fields.find(({ id }) => id === state.fieldId)
      if (field?.kind === 'text') return { key: 'text', patterns: ALWAYS, spotted: [] }
      if (field?.kind === 'choice') {
        const choices = (field.choices ?? []).map((choice) => choice.toLowerCase())
        const patterns = choices.map((choice) => `[no] [i meant] [the | a | an] ${choice} [one] [please]`)
        return momentFor(`choice ${choices.join('|')}`, { patterns, spotted: choices })
      }
      // When asked for a name, the caller may correct the time instead.
      const hasTime = state.task.tool.fields.some(
        ({ kind, id }) => kind === 'slot' && state.task.values[id] !== undefined,
      )
      const ofKind = field && BY_KIND[field.kind]
      if (ofKind) return momentFor(field.kind, ofKind)
      return hasTime ? momentFor('or-slot', { patterns: [], spotted: TIMES }) : momentFor('yes-or-no')
    }
  }
}

function momentFor(key: string, { patterns, spotted }: Expected = { patterns: [], spotted: [] }): Moment {
  return { key, patterns: [...ALWAYS, ...patterns], spotted: [...TURNS, ...spotted] }
}

/** The digits, and up to `times` more. */
function upTo(times: number, digits: string): string {
  const more = Array.from({ length: times }).reduce<string>((rest) => `[${SOME_DIGITS} ${rest}]`, '')
  return `${digits} ${more}`
}

/**
 * Words before a wish. With them, a wish within a longer sentence is likelier than an owner's phrase that breaks off: "could
 * I change my appointment", followed by "to another time".
 */
const WISHING =
  "[(can | could | may | would) (i | we | you | someone | somebody) | (i | we) (want | need | have) to | i would like to | i'd like to | please]"

/**
 * How most people ask for an action, in the midst of other words.
 * @param own the business's own words for an appointment
 */
function askedWith(own: readonly string[]): Partial<Record<ActionKind, readonly string[]>> {
  const thing = `(${[...new Set([...USUAL_THINGS, ...own])].join(' | ')})`
  const ownThing = `(my | the | our | an) ${thing}`
  return {
    book: [
      `${WISHING} (book | make | schedule | arrange | get | reserve | set up) [me | us] (an | a) ${thing}`,
      `${WISHING} (have | need | want | like) (an | a) ${thing}`,
      `${WISHING} (put | book | fit) me (in | down) [for (an | a) ${thing}]`,
      `${WISHING} (need | want | like) to see (someone | somebody | the doctor | the therapist)`,
      `(an | a | any | free) (appointment | appointments) (please | sometime | with you | with the therapist | soon | for me)`,
      '(any | free) (appointments | openings)',
    ],
    move: [
      `${WISHING} (move | change | reschedule | postpone | shift) ${ownThing}`,
      `${WISHING} (change | move) the time of ${ownThing}`,
      `${ownThing} be (moved | changed)`,
      '(to | possible to | can we | could we) reschedule',
    ],
    cancel: [
      `${WISHING} (cancel | call off) ${ownThing}`,
      `(can't | cannot | won't) (make it | come) to ${ownThing}`,
      `${ownThing} be cancelled`,
    ],
    message: [
      `${WISHING} (leave | take | give | pass on | forward | write down | have) (a | the | my) message`,
      `${WISHING} (tell | let) (them | him | her | the therapist | the owner | the boss) (something | know something)`,
      `${WISHING} (give | send) (them | him | her | the therapist | the owner | the boss | the team) a message`,
      '(a | the) message (for | to) (you | someone | them | him | her | the owner | the therapist | the boss | the team)',
    ],
    callback: [
      `${WISHING} (call | ring | phone) me back [(later | please)]`,
      `${WISHING} (call | ring | phone) me (please | later)`,
      `${WISHING} (have | get | want | like) a (call back | phone call)`,
      "[i'd like | i would like | i want] (someone | somebody | you) to (call | ring | phone) me [back]",
      `${WISHING} give me a (call | ring) [please]`,
    ],
  }
}
const THEN_WHEN = `[on | for | how about | what about | ideally | maybe | could i come on | let me see] ${DAY_AND_TIME}`

function timesAt(hour: string): string {
  return `(${hour} [${MINUTES}] | half past ${hour} | ${PAST_OR_TO} ${hour})`
}

/** Makes the grammar of a moment: what is always expected, the requests for actions, and what this moment adds. */
export function createDialogGrammar(
  base: SpeechGrammar,
  tools: readonly ActionTool[],
): (moment: Moment) => SpeechGrammar {
  const asks = tools.flatMap((tool) => tool.asks).filter(isSpeakable)
  const askedWays = askedWith(ownThings(tools))
  const asked = tools.flatMap(({ kind, fields }) => {
    const ways = askedWays[kind] ?? []
    const hasTime = fields.some((field) => field.kind === 'slot')
    return hasTime ? ways.flatMap((way) => [way, `${way} ${THEN_WHEN}`]) : ways
  })
  const loosely = base.loosely && knowingTimes(base.loosely, [...asks, ...asked])
  const confirming = loosely && confirmingAsks(loosely, tools)
  const grammars = new Map<string, SpeechGrammar>()
  return ({ key, patterns, spotted }) => {
    const known = grammars.get(key)
    if (known) return known
    const expected = patterns.filter(isSpeakable)
    const isIdle = key === 'idle'
    const among = (isIdle ? asked : spotted).filter(isSpeakable)
    const id = idOf([base.id, ...asks, '', ...expected, '', ...among])
    const grammar = {
      ...base,
      id,
      patterns: [...asks, ...base.patterns],
      expected,
      spotted: among,
      loosely: isIdle ? confirming : loosely,
    }
    grammars.set(key, grammar)
    return grammar
  }
}

/** From this strangeness on, single words were hardly said. Those of spoken wishes had 3.4 to 4.8. */
const UNLIKELY_WORDS_FROM = 4.5

/**
 * Requests for actions are spotted in any speech, so a doubtful one counts only if the single words ask for the same
 * action: "who won the game last night" was heard as "want a phone call". Single words that ask for an action count even
 * without such a phrase.
 */
function confirmingAsks(loosely: LooseHearing, tools: readonly ActionTool[]): LooseHearing {
  return {
    ...loosely,
    makeSense: async (heard, phrase, hearAgain) => {
      // Made here and not for each call, since speech is rarely in doubt.
      const finder = createAskFinder(tools)
      const tool = phrase && finder.find(phrase.words, () => false)
      const isTrusted =
        !tool || tool === finder.find(heard.words, () => false) || detectEmergency(phrase.words) !== undefined
      const sense = await loosely.makeSense(heard, isTrusted ? phrase : undefined, hearAgain)
      if ((sense && (phrase?.words === sense || isRoughCry(sense))) || heard.strangeness >= UNLIKELY_WORDS_FROM)
        return sense
      return finder.find(heard.words, () => sense !== undefined) ? heard.words : sense
    },
  }
}

const SENTENCES_PER_ASK = 8

/** Adds the words of times and of requests. Without them, a date would be recognised as the likeliest other words. */
function knowingTimes(loosely: LooseHearing, asks: readonly string[]): LooseHearing {
  const [days, months, hours] = [WEEKDAYS, MONTHS, HOUR].map(patternWords) as [string[], string[], string[]]
  const ordinals = expandPattern(ORDINAL, 31)
  const halves = ['', 'thirty', "o'clock", 'in the morning', 'in the afternoon', 'a m', 'p m', 'thirty p m']
  const at = (list: readonly string[], index: number): string => list[index % list.length] ?? ''
  // As many as are needed for each ordinal to occur with each hour.
  const times = Array.from({ length: ordinals.length * hours.length }, (_, index) => {
    const day =
      index % 2 ? `${at(months, index)} ${at(ordinals, index)}` : `${at(days, index)} the ${at(ordinals, index)}`
    const time = `${index % 3 ? 'at' : 'at half past'} ${at(hours, index)} ${index % 3 ? at(halves, index) : ''}`
    return index % 5 ? `${day} ${time}` : `${at(days, index)} ${day} ${time}`
  })
  const digits = patternWords(DIGIT).flatMap((one) => patternWords(DIGIT).map((other) => `${one} ${other} ${one}`))
  const asked = [...asks.flatMap((ask) => expandPattern(ask, SENTENCES_PER_ASK)), ...times, ...digits]
  const speech = { ...loosely.speech, asked: [...loosely.speech.asked, ...asked] }
  return { ...loosely, id: `${loosely.id}-${idOf(asked)}`, speech }
}

function isSpeakable(pattern: string): boolean {
  return readPattern(pattern) !== undefined && /^[a-z' ()[\]|]+$/.test(pattern)
}
