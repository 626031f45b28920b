import { cardinalWords, digitWords, numberWords, ordinalWords, yearWords } from './numbers-in-words.ts'

export interface FormContext {
  /** The neighbours in the sentence, empty at its ends. */
  previous: string
  next: string
  /** The whole sentence is in capitals. */
  isShouted: boolean
}

type Form = (match: RegExpExecArray, context: FormContext) => string[]

const NUMBER = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+`
const MAGNITUDES: Readonly<Record<string, string>> = { k: 'thousand', m: 'million', bn: 'billion', b: 'billion' }
const MAGNITUDE_WORD = /^(hundred|thousand|million|billion|trillion)\b/i
const CURRENCIES: Readonly<Record<string, readonly [one: string, many: string, part: string]>> = {
  $: ['dollar', 'dollars', 'cent'],
  '€': ['euro', 'euros', 'cent'],
  '£': ['pound', 'pounds', 'pence'],
}
const UNITS: Readonly<Record<string, string>> = {
  '%': 'percent', kg: 'kilograms', g: 'grams', mg: 'milligrams', km: 'kilometers', cm: 'centimeters', mm: 'millimeters', m: 'meters',
  mi: 'miles', ft: 'feet', in: 'inches', lb: 'pounds', lbs: 'pounds', oz: 'ounces', ml: 'milliliters', l: 'liters', mph: 'miles per hour',
  'km/h': 'kilometers per hour', h: 'hours', hr: 'hours', hrs: 'hours', min: 'minutes', mins: 'minutes', s: 'seconds', sec: 'seconds',
  ms: 'milliseconds', gb: 'gigabytes', mb: 'megabytes', kb: 'kilobytes', tb: 'terabytes', '°': 'degrees', '°c': 'degrees celsius',
  '°f': 'degrees fahrenheit', x: 'times', am: 'ay em', pm: 'pea em', 'a.m': 'ay em', 'p.m': 'pea em', k: 'thousand', d: 'dee',
} // prettier-ignore
const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const LETTERS =
  'ay bee see dee ee eff gee aitch eye jay kay ell em en oh pea cue are ess tea you vee double-you ex why zee'.split(
    ' ',
  )
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  mr: 'mister', mrs: 'missus', ms: 'miz', prof: 'professor', 'e.g': 'for example', 'i.e': 'that is', etc: 'et cetera', vs: 'versus',
  approx: 'approximately', appt: 'appointment', dept: 'department', inc: 'incorporated', ltd: 'limited', ave: 'avenue', blvd: 'boulevard',
  rd: 'road', tel: 'telephone', 'a.m': 'ay em', 'p.m': 'pea em', 'ph.d': 'pea aitch dee', 'w/': 'with', 'w/o': 'without', jan: 'january', feb: 'february',
  aug: 'august', sept: 'september', oct: 'october', nov: 'november', thurs: 'thursday', tues: 'tuesday', hrs: 'hours', min: 'minutes', mins: 'minutes',
} // prettier-ignore
/** Words that Flite's dictionary of the nineties does not know and guesses wrong. */
const RESPELLED: Readonly<Record<string, string>> = {
  voxhall: 'vox hall', wifi: 'why fie', 'wi-fi': 'why fie', ok: 'okay', covid: 'coe vid', faqs: 'eff ay cues', app: 'ap', apps: 'aps',
} // prettier-ignore
const SPELLED_CAPITALS = new Set(
  'ADHD USDA ASAP LGBTQ AARP EBITDA ABA IEP ISA IRA IRS UI UX EU UAE API AI AIs IT US UK EV OCD IQ AC EIN SEO CEO CFO CTO'.split(
    ' ',
  ),
)
const SAID_CAPITALS = new Set(
  ('AM AN AS AT BE BY DO GO HE IF IN IS ME MY NO OF OH ON OR SO TO UP WE THE AND FOR YOU ARE NOT ALL ANY CAN NEW NOW OUR OUT ONE TWO YES WHO WHY ' +
    'HOW GET SEE USE DAY WAY MAY WAS HAS HAD HER HIM HIS ITS LET OFF OLD OWN SAY SHE TOO BIG BUY TRY PIN SIM RAM ZIP AIDS OK SAT ACT MUST ONLY')
    .split(' '),
) // prettier-ignore

const FORMS: readonly (readonly [RegExp, Form])[] = [
  [/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/, (match) => addressWords(match[0])],
  [
    /^(?:https?:\/\/)?((?:www\.)?[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?::\d+)?(?:[/?#]\S*)?)$/i,
    (match) => addressWords(urlCore(match[1] ?? '')),
  ],
  [
    /^(\d{4})-(\d\d)-(\d\d)$/,
    ([, year = '', month = '', day = '']) => [
      MONTHS[Number(month) - 1] ?? '',
      ...ordinalWords(day),
      ...yearWords(year),
    ],
  ],
  [
    /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/,
    ([, a = '', b = '', year = '']) => [
      ...cardinalWords(a),
      ...cardinalWords(b),
      ...(year.length === 4 ? yearWords(year) : digitWords(year)),
    ],
  ],
  [/^24\/7$/, () => ['twenty', 'four', 'seven']],
  [/^1\/2$/, () => ['one', 'half']],
  [/^([13])\/4$/, ([, count]) => (count === '1' ? ['one', 'quarter'] : ['three', 'quarters'])],
  [
    /^(\d{1,2}):(\d\d)(?::\d\d)?\s*([ap]\.?m)?$/i,
    ([, hour = '', minutes = '', half]) => [
      ...cardinalWords(hour),
      ...minuteWords(minutes, half),
      ...(half ? halfDay(half) : []),
    ],
  ],
  [/^\+?\d[\d().]*(?:[-.)]\d[\d().]*){2,}$|^\d{3}-\d{4}$/, ([digits]) => digits.split(/\D+/).flatMap(digitWords)],
  [/^\+?\d{7,}$/, ([digits]) => digitWords(digits)],
  [
    new RegExp(`^([-−+]?)([$€£])(${NUMBER})(k|m|bn|b)?$`, 'i'),
    (match, context) => moneyWords(match[1] ?? '', match[2] ?? '', match[3] ?? '', match[4], context),
  ],
  [
    new RegExp(`^(${NUMBER})([$€£])$`),
    (match, context) => moneyWords('', match[2] ?? '', match[1] ?? '', undefined, context),
  ],
  [/^(\d+)(?:st|nd|rd|th)$/i, ([, digits = '']) => ordinalWords(digits)],
  [/^(\d{2}|\d{4})s$/, ([, digits = '']) => pluralOf(digits.length === 4 ? yearWords(digits) : cardinalWords(digits))],
  [/^#(\d+)$/, ([, digits = '']) => ['number', ...cardinalWords(digits)]],
  [
    new RegExp(`^([-−+]?(?:${NUMBER}))-?(%|°[cf]?|km/h|[a-z]{1,4}|[ap]\\.m)$`, 'i'),
    ([, number = '', unit = '']) => [...numberWords(number), ...unitWords(unit, number)],
  ],
  [new RegExp(`^[-−+]?(?:${NUMBER})$`), ([number], { previous, next }) => plainNumber(number, previous, next)],
]

/**
 * The words that a person says for one token. `core` is without the punctuation around it, `raw` with it.
 * What comes back may still hold characters that nobody says.
 */
export function spokenForm(core: string, raw: string, context: FormContext): string[] {
  for (const [pattern, form] of FORMS) {
    const match = pattern.exec(core)
    if (match) return form(match, context).flatMap((words) => words.split(/[ -]/))
  }
  if (/^[&+=@%]$/.test(core)) return symbolWords(core)
  const range = /^([$€£]?\d[\d.,:]*(?:%|[ap]m)?)[-–—]([$€£]?\d[\d.,:]*\S*)$/i.exec(core)
  if (range) return [...spokenForm(range[1] ?? '', '', context), 'to', ...spokenForm(range[2] ?? '', '', context)]
  const currency = MAGNITUDE_WORD.test(core)
    ? CURRENCIES[/^[-−+(]*([$€£])/.exec(context.previous)?.[1] ?? '']
    : undefined
  if (currency) return [core, currency[1]]
  const lower = core.toLowerCase()
  const known = RESPELLED[lower] ?? abbreviation(lower, raw, context)
  if (known !== undefined) return known.split(' ')
  if (/^(?:[A-Za-z]\.)+[A-Za-z]$/.test(core)) return spellLetters(core)
  const capitals = /^([A-Z]{2,5})('?s)?$/.exec(core)
  if (capitals?.[1] && !context.isShouted && isSpelled(capitals[1]))
    return pluralOf(spellLetters(capitals[1]), capitals[2] ?? '')
  if (/[^A-Za-z']/.test(core)) return compound(core, context)
  return [core]
}

export function spellLetters(letters: string): string[] {
  return [...letters.toLowerCase()].flatMap((letter) => LETTERS[letter.charCodeAt(0) - 97]?.split('-') ?? [])
}

function isSpelled(capitals: string): boolean {
  if (SPELLED_CAPITALS.has(capitals)) return true
  if (SAID_CAPITALS.has(capitals)) return false
  return capitals.length <= 3 || !/[AEIOUY]/.test(capitals)
}

function abbreviation(lower: string, raw: string, { previous, next }: FormContext): string | undefined {
  const startsName = /^[A-Z]/.test(next)
  const followsName = /^[A-Z]/.test(previous) && !/[.,!?]$/.test(previous)
  if (lower === 'dr' && raw.includes('.')) return followsName && !startsName ? 'drive' : 'doctor'
  if (lower === 'st' && raw.includes('.')) return followsName ? 'street' : 'saint'
  if (lower === 'no' && /no\.$/i.test(raw) && /^\d/.test(next)) return 'number'
  const known = ABBREVIATIONS[lower]
  // Without the dot, "min" or "aug" may be anything.
  return known !== undefined && (/[./]/.test(raw) || ['mr', 'mrs', 'ms', 'vs', 'etc'].includes(lower))
    ? known
    : undefined
}

/** Parts joined by signs: "and/or", "R&D", "check-in", "v2". */
function compound(core: string, context: FormContext): string[] {
  const parts = core.match(new RegExp(`${NUMBER}|[A-Za-z][A-Za-z']*|[&+=@%/]`, 'g')) ?? []
  if (parts.length < 2) return parts.flatMap((part) => (part === core ? [part] : spokenForm(part, part, context)))
  return parts.flatMap((part, index) => {
    if (part === '/')
      return index > 0 && index < parts.length - 1
        ? [/^\S*\d\/[a-z]/i.test(core) || /[$€£]/.test(core) ? 'per' : 'or']
        : []
    const joins = symbolWords(part)
    return joins.length > 0
      ? joins
      : spokenForm(/[$€£]/.test(core) && index === 0 ? core.slice(0, core.indexOf(part)) + part : part, part, context)
  })
}

function symbolWords(symbol: string): string[] {
  return { '&': ['and'], '+': ['plus'], '=': ['equals'], '@': ['at'], '%': ['percent'] }[symbol] ?? []
}

function urlCore(url: string): string {
  return url
    .replace(/^www\./i, '')
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')
}

function addressWords(address: string): string[] {
  const signs: Readonly<Record<string, string>> = {
    '@': 'at',
    '.': 'dot',
    '-': 'dash',
    _: 'underscore',
    '/': 'slash',
    '+': 'plus',
    ':': 'colon',
  }
  return (address.match(/[a-z]+|\d+|[@.\-_/+:]/gi) ?? []).flatMap((part) => {
    const sign = signs[part]
    if (sign !== undefined) return [sign]
    if (/\d/.test(part)) return digitWords(part)
    const lower = part.toLowerCase()
    return (
      RESPELLED[lower] ?? (part.length > 1 && !/[aeiouy]/.test(lower) ? spellLetters(lower).join(' ') : lower)
    ).split(' ')
  })
}

function minuteWords(minutes: string, half: string | undefined): string[] {
  if (minutes === '00') return half ? [] : ["o'clock"]
  return minutes.startsWith('0') ? ['oh', ...cardinalWords(minutes)] : cardinalWords(minutes)
}

function halfDay(half: string): string[] {
  return [half.toLowerCase().startsWith('a') ? 'ay' : 'pea', 'em']
}

function unitWords(unit: string, number: string): string[] {
  const lower = unit.toLowerCase()
  const words = UNITS[lower]
  if (words === undefined) return [/^[A-Z]+$/.test(unit) ? spellLetters(unit).join(' ') : unit]
  return [number === '1' && words.endsWith('s') && words !== 'celsius' ? words.slice(0, -1) : words]
}

function plainNumber(number: string, previous: string, next: string): string[] {
  if (/^\d{3}$/.test(number) && (/^\d{3}-\d{4}/.test(next) || /^\($/.test(previous))) return digitWords(number)
  return numberWords(number)
}

/** "$9.99" → nine dollars and ninety nine cents; "$5" before "million" leaves the unit to that word's end. */
function moneyWords(
  sign: string,
  symbol: string,
  number: string,
  magnitude: string | undefined,
  { next }: FormContext,
): string[] {
  const [one, many, part] = CURRENCIES[symbol] ?? ['', '', '']
  const minus = sign === '-' || sign === '−' ? ['minus'] : []
  const [whole = '0', cents] = number.split('.')
  if (magnitude !== undefined)
    return [...minus, ...numberWords(number), MAGNITUDES[magnitude.toLowerCase()] ?? '', many]
  if (MAGNITUDE_WORD.test(next)) return [...minus, ...numberWords(number)]
  if (cents !== undefined && cents.length !== 2) return [...minus, ...numberWords(number), many]
  const units = cardinalWords(whole.replaceAll(',', '') || '0')
  const centCount = Number(cents ?? 0)
  const centWords =
    centCount > 0 ? [...cardinalWords(String(centCount)), part === 'pence' || centCount === 1 ? part : `${part}s`] : []
  if (Number(whole.replaceAll(',', '')) === 0 && centCount > 0) return [...minus, ...centWords]
  const unit = whole === '1' ? one : many
  return [...minus, ...units, unit, ...(centWords.length > 0 ? ['and', ...centWords] : [])]
}

function pluralOf(words: string[], ending = 's'): string[] {
  const last = words.at(-1) ?? ''
  if (ending === '') return words
  const plural =
    last.endsWith('y') && !/[aeo]y$/.test(last)
      ? `${last.slice(0, -1)}ies`
      : /[sx]$/.test(last)
        ? `${last}es`
        : `${last}s`
  return [...words.slice(0, -1), plural]
}
