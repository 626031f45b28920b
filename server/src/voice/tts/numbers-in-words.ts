const SMALL = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ')
const TENS = ' ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const GROUPS = ['', 'thousand', 'million', 'billion', 'trillion']
const IRREGULAR_ORDINALS: Readonly<Record<string, string>> = {
  one: 'first', two: 'second', three: 'third', five: 'fifth', eight: 'eighth', nine: 'ninth', twelve: 'twelfth',
} // oxfmt-ignore

/** "1250" → one thousand two hundred fifty. More than 15 digits are spoken one by one. */
export function cardinalWords(digits: string): string[] {
  const plain = digits.replace(/^0+(?=\d)/, '')
  if (plain.length > GROUPS.length * 3) return digitWords(digits)
  if (Number(plain) === 0) return ['zero']
  const words: string[] = []
  for (let group = Math.ceil(plain.length / 3) - 1; group >= 0; group--) {
    const end = plain.length - group * 3
    const value = Number(plain.slice(Math.max(0, end - 3), end))
    if (value > 0) words.push(...belowThousand(value), ...(group > 0 ? [GROUPS[group] ?? ''] : []))
  }
  return words
}

function belowThousand(value: number): string[] {
  const hundreds = Math.floor(value / 100)
  const rest = value % 100
  return [
    ...(hundreds > 0 ? [SMALL[hundreds] ?? '', 'hundred'] : []),
    ...(rest >= 20 ? [TENS[Math.floor(rest / 10)] ?? '', ...(rest % 10 > 0 ? [SMALL[rest % 10] ?? ''] : [])] : []),
    ...(rest > 0 && rest < 20 ? [SMALL[rest] ?? ''] : []),
  ]
}

/** "405" → four zero five. */
export function digitWords(digits: string): string[] {
  return [...digits].filter((digit) => /\d/.test(digit)).map((digit) => SMALL[Number(digit)] ?? '')
}

/** "23" → twenty third. */
export function ordinalWords(digits: string): string[] {
  const words = cardinalWords(digits)
  const last = words.pop() ?? 'zero'
  return [
    ...words,
    IRREGULAR_ORDINALS[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last.replace(/t$/, '')}th`),
  ]
}

/** Four digits as a year: "1999" → nineteen ninety nine, "2005" → two thousand five. */
export function yearWords(digits: string): string[] {
  const century = digits.slice(0, 2)
  const rest = Number(digits.slice(2))
  if (rest === 0 && !century.endsWith('0')) return [...cardinalWords(century), 'hundred']
  if (century.endsWith('0') && rest < 10) return cardinalWords(digits)
  return [...cardinalWords(century), ...(rest < 10 ? ['oh', SMALL[rest] ?? ''] : cardinalWords(String(rest)))]
}

/** A number in any written form: "1,250", "3.14", "-5", "1999". */
export function numberWords(written: string): string[] {
  const [, sign = '', whole = '', fraction] = /^([-−+]?)([\d,]*)(?:\.(\d+))?$/.exec(written) ?? []
  const words = sign === '' ? [] : [sign === '+' ? 'plus' : 'minus']
  const digits = whole.replaceAll(',', '')
  if (digits === '') words.push('zero')
  else if (!whole.includes(',') && fraction === undefined && /^(19|20)\d\d$/.test(digits))
    words.push(...yearWords(digits))
  else if (/^0\d/.test(digits)) words.push(...digitWords(digits))
  else words.push(...cardinalWords(digits))
  if (fraction !== undefined) words.push('point', ...digitWords(fraction))
  return words
}
