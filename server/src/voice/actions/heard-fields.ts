import { isDeepStrictEqual as isEqual } from 'node:util'
import { CODE_DIGITS, type ActionField } from '../actions.ts'
import { normaliseWords } from '#contract/phrase-pattern.ts'
import { isAsking } from './dialog-words.ts'
import { asEmail, readValue } from './field-values.ts'
import { looksLikeName, nameAlone, nameWithin } from './heard-names.ts'
import { withDigits, withSpokenDigits } from './number-words.ts'
import { namesTime, timeIn, type SpokenTime } from './spoken-times.ts'

/** The values that a line contains for an action's fields. */
interface HeardFields {
  values: Readonly<Record<string, string>>
  /** The time for a field of the kind `slot`. It becomes the field's value once it is known to be free. */
  time?: SpokenTime | undefined
}

// A match begins only where its run of characters does: otherwise a long run without an @ would be tried from each of its
// characters, which takes some 150 ms.
const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u
const JOINTS = 'dot|underscore|dash|hyphen|minus|plus'
const JOINED = String.raw`(?: (?:${JOINTS}) [\p{L}\p{N}._-]+)*`
/** The domain is not followed by another: "write me at anna dot smith at example dot com". */
const SPOKEN_EMAIL = new RegExp(
  String.raw`(?<![\p{L}\p{N}._-])[\p{L}\p{N}._-]+${JOINED} at [\p{L}\p{N}-]+(?: dot [\p{L}\p{N}-]+)+(?![\p{L}\p{N}-]|${JOINED} at [\p{L}\p{N}-]+ dot )`,
  'iu',
)
/** A line with an address, up to the domain. The words before its last "at" may belong to the address. */
const UP_TO_DOMAIN = /^(.+)\s(?:at|@)\s+([\p{L}\p{N}-]+(?:(?: (?:dot|dash|hyphen|minus) |\.)[\p{L}\p{N}-]+)+)/iu
/** Words that introduce an address and are not part of it. */
const BEFORE_EMAIL = new Set(
  `yes yeah sure ok okay well so um uh please thanks and is it that be would use using take write send try reach contact
  me my you your we us can to at by via under on in with for the address addresses mail email e-mail`.split(/\s+/),
)
/** The most words that are joined to one address; more of them are a sentence. */
const MOST_EMAIL_WORDS = 4
/** Separates digits or groups of three, unlike the commas in "1,000,000", "at 10, 11 or 12" and "November 24, 2026". */
const DIGIT_COMMA = String.raw`(?<=(?<!\d)\d{3}),\s(?=\d{3})|(?<=\b\d),\s(?=\d\b)`
const PHONE = new RegExp(String.raw`\+?\d(?:(?:[\s()./-]|${DIGIT_COMMA})*\d){6,}`)
const DATE_FIGURES = /\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?|\b\d{1,2}:\d\d\b/g
/** "Tell her something" does not yet contain the message. */
const TOLD =
  /\b(?:tell|let) (?:them|him|her|you|everyone|the \w+|[A-Z]\w+)(?: know)?(?: that)?[:,]?\s+(?!(?:know )?(?:something|a (?:message|word))\b)((?:\S+\s+){2,}\S.*)$/
const MESSAGE =
  /\b(?:message|note|text|reason)(?:\s+(?:is|says|saying|that says|would be)(?:\s+that)?|:)[:,]?\s+(.{3,})$/i
/** Words that introduce a message and are not part of it. Words that say who the message is for stay in it. */
const TEXT_LEAD =
  /^(?:(?:yes|sure|ok|okay|well|so|um),\s+)*(?:(?:ok|okay|so|well) (?=(?:the|my|just|please|it)\b))?(?:(?:(?:the|my) )?(?:message|text|note|reason|topic)(?: is|'s|:)(?: that)?|(?:just |please )?(?:say|write) that|it(?:'s| is) (?:about|that))?[\s:,]*/i

/**
 * Reads all fields' values from a line.
 * @param asked the field that was asked for, whose value may be given without naming the field
 */
export function heardFields(
  text: string,
  fields: readonly ActionField[],
  asked: ActionField | undefined,
  localNow: string,
): HeardFields {
  const values: Record<string, string> = {}
  const take = (field: ActionField, given: string | undefined): boolean => {
    if (given === undefined || values[field.id] !== undefined) return false
    const read = readValue(field, given, localNow)
    if ('value' in read) values[field.id] = read.value
    return 'value' in read
  }
  const labelled = takeLabelled(text, fields)
  for (const field of fields) take(field, labelled.get(field.id))
  const rest = labelled.size > 0 ? '' : text
  // "I am Ray Monday" does not mention a day.
  const untaken = (): string => withoutAddresses(withoutNames(rest, fields, values))
  let time: SpokenTime | undefined
  // The field that was asked for comes first: a single number is its value if several fields could take it.
  for (const field of [...(asked ? [asked] : []), ...fields.filter((each) => each !== asked)]) {
    if (values[field.id] !== undefined) continue
    const isAsked = field === asked
    switch (field.kind) {
      case 'name':
        take(field, nameWithin(rest) ?? (isAsked && isNameFirst(rest, fields) ? nameAlone(rest) : undefined))
        break
      case 'email':
        take(field, EMAIL.exec(rest)?.[0] ?? spokenEmailIn(rest, isAsked))
        break
      case 'phone':
        take(field, phoneIn(rest))
        break
      case 'text':
        if (!isAsked) take(field, (TOLD.exec(rest) ?? MESSAGE.exec(rest))?.[1])
        // A text that was asked for may mention any topic and time.
        if (asked?.kind === 'text' && !isAsked) break
        if (TOPIC_LABEL.test(field.label) && (!isAsked || IS_TOPIC.test(rest))) take(field, topicIn(rest))
        if (TIME_LABEL.test(field.label)) take(field, timeWordsIn(untaken(), localNow))
        break
      case 'number':
        take(field, numberIn(rest, field, isAsked))
        break
      case 'code':
        take(field, codeIn(rest, isAsked))
        break
      case 'choice':
        take(field, choiceIn(rest, field))
        break
      case 'date':
      case 'slot': {
        if (isAsked || (asked?.kind !== 'text' && namesTime(untaken()))) {
          const said = timeIn(untaken(), localNow)
          if (field.kind === 'date') take(field, said?.day)
          else time ??= said
        }
      }
    }
  }
  return { values, time }
}

/** The whole line as the value of a text or name that was asked for; undefined if it can't be one. */
export function wholeLineAs(field: ActionField, text: string, localNow: string): string | undefined {
  if (field.kind === 'text') {
    const read = readValue(field, text.replace(TEXT_LEAD, '') || text, localNow)
    return 'value' in read ? read.value : undefined
  }
  if (field.kind !== 'name') return undefined
  return nameAlone(text)
}

/** Whether a line names fields by their labels, as the line made from a form does. */
export function isLabelled(fields: readonly ActionField[], text: string): boolean {
  return takeLabelled(text, fields).size > 0
}

/** The caller's line in the conversation for a submitted form. `heardFields` can read the values from it again. */
export function asLine(fields: readonly ActionField[], values: Readonly<Record<string, string>>): string {
  return fields.flatMap(({ id, label }) => (values[id] ? [`${label}: ${values[id]}`] : [])).join('; ')
}

function takeLabelled(text: string, fields: readonly ActionField[]): ReadonlyMap<string, string> {
  const lower = text.toLowerCase()
  const places = fields
    .map(({ id, label }) => ({ id, at: lower.indexOf(`${label.toLowerCase()}: `), length: label.length + 2 }))
    .filter(({ at }) => at >= 0)
    .toSorted((left, right) => left.at - right.at)
  return new Map(
    places.map(({ id, at, length }, index) => [
      id,
      text.slice(at + length, places[index + 1]?.at).replace(/[;\s]+$/, ''),
    ]),
  )
}

/** "What it is about", but not "How did you hear about us?" */
const TOPIC_LABEL = /\b(?:topic|subject|reason|concern|(?:it|this|call|request)(?: is|'s)? about)\b/i
const TOPIC =
  /(?<!\b(?:how|what|think|forget|mind|sure) )\b(?:about|regarding|concerning) (?!(?:it|that|this|you|me|them|\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter|noon)\b)([^.;!?]{3,})/i
const IS_TOPIC = /^(?:it|this|that)(?:'s| is) (?:about|regarding|concerning) /i
/** What may follow a topic in the same sentence. */
const AFTER_TOPIC =
  /(?:,| and)\s+(?:and )?(?:my (?:name|number|phone|telephone|mobile|e-?mail)|(?:please )?(?:call|ring|phone) |you can |(?:i am|i'm|this is) \p{Lu}).*$|[\s,]+(?:please|thanks|thank you)$/iu

/** "It's about my invoice". A question about something else ("what do you know about …?") names no topic. */
function topicIn(text: string): string | undefined {
  if (isAsking(text) && !/\b(?:call|ring|phone|speak|talk|reach)\b/i.test(text)) return undefined
  return TOPIC.exec(text)?.[1]?.replace(AFTER_TOPIC, '').trim()
}

const TIME_LABEL = /\b(?:time|when)\b/i
const ANY_TIME = /\bany ?time\b/i
/** The words of a longer line are not tried one by one, since reading a time takes this thread a while. */
const MOST_WORDS_AROUND_TIME = 40

/** The words that name a time in a line, as the caller said them: the fewest that name the same time as the line. */
function timeWordsIn(line: string, localNow: string): string | undefined {
  const inDigits = withSpokenDigits(line)
  const text = PHONE.test(inDigits) ? inDigits.replace(PHONE, ' ') : line
  const time = timeIn(text, localNow)
  const isClear =
    namesTime(text) || time?.part !== undefined || ANY_TIME.test(text) || /\bin \w+ (?:hour|minute)s?\b/i.test(text)
  const words = text.trim().split(/\s+/)
  if (time === undefined || !isClear || words.length > MOST_WORDS_AROUND_TIME) return undefined
  let [from, to] = [0, words.length]
  // "After lunch" adds to "any time after lunch", but not to the time that is read from it.
  const hasAny = ANY_TIME.test(text)
  const read = (said: string) => [
    timeIn(said, localNow),
    hasAny ? timeIn(said.replace(ANY_TIME, ' '), localNow) : undefined,
  ]
  const whole = read(text)
  const isSame = (start: number, end: number): boolean =>
    start < end && isEqual(read(words.slice(start, end).join(' ')), whole)
  while (isSame(from + 1, to)) from += 1
  while (isSame(from, to - 1)) to -= 1
  while (/^(?:this|next|in|on|at|the|around|about|not|after|before|from|by)$/i.test(words[from - 1] ?? '')) from -= 1
  // "I don't want to be called on Monday".
  const negation = words.findLastIndex((word, at) => at < from && /^(?:not|never|except|cannot|\w+n['’]t)$/i.test(word))
  if (negation >= 0 && !/[,.;!?]/.test(words.slice(negation, from).join(' '))) from = negation
  // The "on" of a removed number: "on 0755 123 45 67 after five".
  const said = words.slice(from, to).join(' ')
  return said.replace(/^(?:on|at) (?=(?:after|before|from|by|in|at)\b)|[,.;!?]+$/gi, '')
}

/** Whether a line is a name, or a name and more for other fields: "Bob, it's about my order". */
function isNameFirst(text: string, fields: readonly ActionField[]): boolean {
  return (
    looksLikeName(text) ||
    fields.some(
      ({ kind, label }) =>
        kind === 'text' &&
        ((TOPIC_LABEL.test(label) && TOPIC.test(text)) || (TIME_LABEL.test(label) && namesTime(text))),
    )
  )
}

function spokenEmailIn(text: string, isAsked: boolean): string | undefined {
  const isNamed = /\be-?mail\b/i.test(text)
  return (isAsked || isNamed ? emailAlone(text) : undefined) ?? SPOKEN_EMAIL.exec(text)?.[0]
}

/** The address of a line about it, joined from its words: "it's a n n a at example dot com". */
function emailAlone(text: string): string | undefined {
  const [, before = '', domain = ''] = UP_TO_DOMAIN.exec(text) ?? []
  const words = withDigits(before)
    .replace(/(?<![\p{L}\p{N}])([\p{L}\p{N}])[.,](?=\s|$)/gu, '$1')
    .trim()
    .split(/\s+/)
  const isPart = (word: string): boolean =>
    word.length === 1 || (/^[\p{L}\p{N}._%+-]*[\p{L}\p{N}_%+-]$/u.test(word) && !BEFORE_EMAIL.has(word.toLowerCase()))
  const local = words.slice(words.findLastIndex((word) => !isPart(word)) + 1)
  const isSentence = local.filter((word) => word.length > 1 && !JOINTS.includes(word)).length > MOST_EMAIL_WORDS
  return isSentence ? undefined : EMAIL.exec(asEmail(`${local.join(' ')} at ${domain}`))?.[0]
}

function phoneIn(text: string): string | undefined {
  return PHONE.exec(withSpokenDigits(text.replace(DATE_FIGURES, ' ')).replace(/\bplus\s+/i, '+'))?.[0]
}

function numberIn(text: string, { label }: ActionField, isAsked: boolean): string | undefined {
  const figures = withDigits(text.toLowerCase())
  if (isAsked) return /-?\d+(?:\.\d+)?/.exec(figures)?.[0]
  const about = normaliseWords(label).filter((word) => word.length > 3 && word !== 'many' && word !== 'number')
  const nouns = [
    ...about,
    ...(about.includes('people') || about.includes('guests') ? ['of us', 'persons', 'people', 'guests'] : []),
  ]
  return nouns
    .map((noun) => new RegExp(`\\b(\\d+) (?:\\w+ )?${noun.replace(/s$/, '')}`).exec(figures)?.[1])
    .find((found) => found !== undefined)
}

/** A comma may stand between groups of the code, but also after it: "719403, 24 November". */
const CODES = ['[ -]?', '(?:, |[ -])?'].map(
  (gap) => new RegExp(String.raw`(?<!\d${gap})\d(?:${gap}\d){${CODE_DIGITS - 1}}(?!${gap}\d)`),
)

function codeIn(text: string, isAsked: boolean): string | undefined {
  const isNamed = /\b(?:code|reference|booking number)\b/i.test(text)
  if (!isAsked && !isNamed) return undefined
  const figures = withSpokenDigits(text)
  return CODES.map((code) => code.exec(figures)?.[0]).find((found) => found !== undefined)
}

function choiceIn(text: string, { choices = [] }: ActionField): string | undefined {
  const said = ` ${normaliseWords(text).join(' ')} `
  return [...choices]
    .toSorted((left, right) => right.length - left.length)
    .find((choice) => said.includes(` ${normaliseWords(choice).join(' ')} `))
}

function withoutAddresses(text: string): string {
  return text.replace(EMAIL, ' ').replace(PHONE, (found) => (/\d:\d|\d{4}-\d\d-\d\d/.test(found) ? found : ' '))
}

function withoutNames(text: string, fields: readonly ActionField[], values: Readonly<Record<string, string>>): string {
  return fields
    .filter(({ kind }) => kind === 'name')
    .reduce((rest, { id }) => (values[id] === undefined ? rest : rest.replace(values[id], ' ')), text)
}
