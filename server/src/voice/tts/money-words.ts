import { cardinalWords, numberWords } from './numbers-in-words.ts'

export const CURRENCY_SIGN = '[$€£]'
export const NUMBER = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+`

const MAGNITUDES: Readonly<Record<string, string>> = { k: 'thousand', m: 'million', bn: 'billion', b: 'billion' }
const MAGNITUDE_WORD = /^(?:hundred|thousand|million|billion|trillion)\b/i
const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  $: ['dollar', 'dollars'],
  '€': ['euro', 'euros'],
  '£': ['pound', 'pounds'],
}

interface Amount {
  sign: string
  currency: string
  number: string
  /** The "k" of "$5k". */
  magnitude?: string | undefined
}

/**
 * "$9.99" → nine dollars and ninety nine cents. Before a word such as "million", the currency is left out;
 * `magnitudeWords` adds it after that word.
 */
export function moneyWords({ sign, currency, number, magnitude }: Amount, next: string): string[] {
  const [one, many] = UNITS[currency] ?? ['', '']
  const minus = sign === '' || sign === '+' ? [] : ['minus']
  if (MAGNITUDE_WORD.test(next)) return [...minus, ...numberWords(number)]
  if (magnitude !== undefined)
    return [...minus, ...numberWords(number), MAGNITUDES[magnitude.toLowerCase()] ?? '', many]
  const [written = '', fraction] = number.split('.')
  if (fraction !== undefined && fraction.length !== 2) return [...minus, ...numberWords(number), many]
  const whole = written.replaceAll(',', '')
  const units = [...cardinalWords(whole === '' ? '0' : whole), whole === '1' ? one : many]
  const partCount = Number(fraction ?? 0)
  if (partCount === 0) return [...minus, ...units]
  const part = currency === '£' ? (partCount === 1 ? 'penny' : 'pence') : partCount === 1 ? 'cent' : 'cents'
  const parts = [...cardinalWords(String(partCount)), part]
  return [...minus, ...(Number(whole) === 0 ? parts : [...units, 'and', ...parts])]
}

/** The words for "million" after "$5": the word itself and the currency that `moneyWords` left out. */
export function magnitudeWords(core: string, previous: string): string[] | undefined {
  const currency = /^\W*([$€£])[\d.,]+$/.exec(previous)?.[1]
  return currency !== undefined && MAGNITUDE_WORD.test(core) ? [core, UNITS[currency]?.[1] ?? ''] : undefined
}
