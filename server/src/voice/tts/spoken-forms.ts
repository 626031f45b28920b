import { MONTHS } from '../calendar-words.ts'
import { abbreviationWords, capitalWords, plural, spelledLetters } from './abbreviations.ts'
import { CURRENCY_SIGN, magnitudeWords, moneyWords, NUMBER } from './money-words.ts'
import { cardinalWords, digitWords, numberWords, ordinalWords, yearWords } from './numbers-in-words.ts'
import { respelled } from './respellings.ts'

interface FormContext {
  /** The neighbouring tokens of the sentence; empty at its ends. */
  previous: string
  next: string
  /** Whether the whole sentence is in capitals. */
  isShouted: boolean
}

type Form = (parts: readonly string[], context: FormContext) => string[]

const UNITS = new Map(Object.entries({
  '%': 'percent', kg: 'kilograms', g: 'grams', mg: 'milligrams', km: 'kilometers', cm: 'centimeters', mm: 'millimeters', m: 'meters',
  mi: 'miles', ft: 'feet', in: 'inches', lb: 'pounds', lbs: 'pounds', oz: 'ounces', ml: 'milliliters', l: 'liters', mph: 'miles per hour',
  'km/h': 'kilometers per hour', h: 'hours', hr: 'hours', hrs: 'hours', min: 'minutes', mins: 'minutes', s: 'seconds', sec: 'seconds',
  ms: 'milliseconds', gb: 'gigabytes', mb: 'megabytes', kb: 'kilobytes', tb: 'terabytes', '°': 'degrees', '°c': 'degrees celsius',
  '°f': 'degrees fahrenheit', x: 'times', am: 'ay em', pm: 'pea em', 'a.m': 'ay em', 'p.m': 'pea em', k: 'thousand', d: 'dee',
})) // oxfmt-ignore
const MONTH_NAMES = MONTHS.split('|')
const ADDRESS_SIGNS = new Map(Object.entries({
  '@': 'at', '.': 'dot', '-': 'dash', _: 'underscore', '/': 'slash', '+': 'plus', ':': 'colon',
})) // oxfmt-ignore
const SIGNS = new Map(Object.entries({ '&': 'and', '+': 'plus', '=': 'equals', '@': 'at', '%': 'percent' }))

/** Tried in this order; `parts` are the groups of the pattern. */
const FORMS: readonly (readonly [RegExp, Form])[] = [
  [/^([\w.+-]+@[\w-]+(?:\.[\w-]+)+)$/, ([address = '']) => addressWords(address)],
  [/^(?:https?:\/\/)?(?:www\.)?([\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?::\d+)?(?:\/[^\s?#]*)?)(?:[?#]\S*)?$/i, ([url = '']) => addressWords(url.replace(/\/$/, ''))],
  [/^(\d{4})-(\d\d)-(\d\d)$/, ([year = '', month = '', day = '']) => [MONTH_NAMES[Number(month) - 1] ?? '', ...ordinalWords(day), ...yearWords(year)]],
  [/^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/, ([first = '', second = '', year = '']) => [...cardinalWords(first), ...cardinalWords(second), ...(year.length === 4 ? yearWords(year) : digitWords(year))]],
  [/^24\/7$/, () => ['twenty', 'four', 'seven']],
  [/^([13])\/([24])$/, ([count, whole]) => (whole === '2' ? ['one', 'half'] : count === '1' ? ['one', 'quarter'] : ['three', 'quarters'])],
  [/^(\d{1,2}):(\d\d)(?::\d\d)?([ap]\.?m)?$/i, ([hour = '', minutes = '', half], { next }) => timeWords(hour, minutes, half, next)],
  [/^(\+?\d+(?:[-.()]+\d+){2,}|\d{3}-\d{4}|\+?\d{7,})$/, ([digits = '']) => groupedDigits(digits)],
  [new RegExp(`^([-−+]?)(${CURRENCY_SIGN})(${NUMBER})(k|m|bn|b)?$`, 'i'), ([sign = '', currency = '', number = '', magnitude], { next }) => moneyWords({ sign, currency, number, magnitude }, next)],
  [new RegExp(`^(${NUMBER})(${CURRENCY_SIGN})$`), ([number = '', currency = ''], { next }) => moneyWords({ sign: '', currency, number }, next)],
  [/^(\d+)(?:st|nd|rd|th)$/i, ([digits = '']) => ordinalWords(digits)],
  [/^(\d{2}|\d{4})s$/, ([digits = '']) => plural(digits.length === 4 ? yearWords(digits) : cardinalWords(digits))],
  [/^#(\d+)$/, ([digits = '']) => ['number', ...cardinalWords(digits)]],
  [new RegExp(`^([-−+]?(?:${NUMBER}))-?(%|°[cf]?|km/h|[a-z]{1,4}|[ap]\\.m)$`, 'i'), ([number = '', unit = '']) => [...numberWords(number), ...unitWords(unit, number)]],
  [/^(\d{3})$/, ([digits = ''], { previous, next }) => (/^\d{3}-\d{4}/.test(next) ? groupedDigits(`${digits}-`) : isDialled(digits, previous, next) ? digitWords(digits) : numberWords(digits))],
  [/^(\d{2,6})$/, ([digits = ''], { previous, next }) => (isDialled(digits, previous, next) ? digitWords(digits) : numberWords(digits))],
  [new RegExp(`^([-−+]?(?:${NUMBER}))$`), ([number = '']) => numberWords(number)],
] // oxfmt-ignore
const RANGE = /^([$€£]?\d[\d.,:]*(?:%|[ap]m)?)[-–—]([$€£]?\d[\d.,:]*\S*)$/i

/**
 * The words that a person says for one token. `core` is the token without the punctuation around it, `raw` includes it.
 * The result may still contain characters that are not spoken; a comma at the end of a word is a short pause.
 */
export function spokenForm(core: string, raw: string, context: FormContext): string[] {
  for (const [pattern, form] of FORMS) {
    const match = pattern.exec(core)
    if (match) return form(match.slice(1), context).flatMap((words) => words.split(/[ -]/))
  }
  const [, from, to] = RANGE.exec(core) ?? []
  if (from !== undefined && to !== undefined) {
    return [...spokenForm(from, from, { ...context, next: '' }), 'to', ...spokenForm(to, to, context)]
  }
  return (
    SIGNS.get(core)?.split(' ') ??
    magnitudeWords(core, context.previous) ??
    abbreviationWords(core, raw, context) ??
    (context.isShouted ? undefined : capitalWords(core)) ??
    respelled(core.toLowerCase(), context.previous)?.split(' ') ??
    (/[^A-Za-z']/.test(core) ? compoundWords(core, context) : [core])
  )
}

/** Whether a number is spoken digit by digit: "Call 911", "on 116 123", but not "call 100 customers". */
function isDialled(digits: string, previous: string, next: string): boolean {
  if (/^(?:1[5-9]|20)\d\d$/.test(digits)) return false
  if (/^0\d/.test(digits) || /^\d{2,4}$/.test(next) || /^\d{2,4}$/.test(previous)) return true
  const isTold = /^(?:call|dial|text|ring|phone|or)$/i.test(previous)
  return (
    isTold &&
    digits.length >= 3 &&
    /^(?:$|now|or|and|if|for|from|at|right|straight|immediately|today|first|on|as|where|\W)/i.test(next)
  )
}

/** Words joined by characters: "and/or", "R&D", "check-in", "v2", "$9/month". */
function compoundWords(core: string, context: FormContext): string[] {
  const money = new RegExp(`^(${CURRENCY_SIGN}(?:${NUMBER}))/(\\S+)$`).exec(core)
  if (money)
    return [
      ...spokenForm(money[1] ?? '', '', { ...context, next: '' }),
      'per',
      ...spokenForm(money[2] ?? '', '', context),
    ]
  const parts = core.match(new RegExp(`${NUMBER}|[A-Za-z][A-Za-z']*|[&+=@%/]`, 'g')) ?? []
  return parts.flatMap((part, index) => {
    if (part === core) return []
    if (part !== '/') return spokenForm(part, part, { ...context, previous: '', next: '' })
    const isBetween = index > 0 && index < parts.length - 1
    return isBetween && !/^(?:and|or)$/i.test(parts[index + 1] ?? '') && !/^and$/i.test(parts[index - 1] ?? '')
      ? ['or']
      : []
  })
}

function addressWords(address: string): string[] {
  return (address.match(/[a-z]+|\d+|[@.\-_/+:]/gi) ?? []).flatMap((part) => {
    if (/\d/.test(part)) return digitWords(part)
    const lower = part.toLowerCase()
    const words = ADDRESS_SIGNS.get(part) ?? respelled(lower, '')
    return words?.split(' ') ?? (/[aeiouy]/.test(lower) ? [lower] : spelledLetters(lower))
  })
}

/** A telephone number, with a pause after each group of digits. */
function groupedDigits(digits: string): string[] {
  const groups = digits.split(/\D+/).filter((group) => group !== '')
  return groups.flatMap((group, index) => {
    const words = digitWords(group)
    return index === groups.length - 1 && /\d$/.test(digits) ? words : [...words.slice(0, -1), `${words.at(-1) ?? ''},`]
  })
}

function timeWords(hour: string, minutes: string, half: string | undefined, next: string): string[] {
  const isNamed = half !== undefined || /^[ap]\.?m\b/i.test(next)
  const rest =
    minutes === '00'
      ? isNamed
        ? []
        : ["o'clock"]
      : minutes.startsWith('0')
        ? ['oh', ...cardinalWords(minutes)]
        : cardinalWords(minutes)
  return [
    ...cardinalWords(hour),
    ...rest,
    ...(half === undefined ? [] : [half.toLowerCase().startsWith('a') ? 'ay' : 'pea', 'em']),
  ]
}

function unitWords(unit: string, number: string): string[] {
  const lower = unit.toLowerCase()
  const words = UNITS.get(lower)
  if (words === undefined) return /^[A-Z]+$/.test(unit) ? spelledLetters(unit) : [unit]
  return [number === '1' && /[^u]s$/.test(words) ? words.slice(0, -1) : words]
}
