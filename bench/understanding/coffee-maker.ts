/** The commands of the coffee maker in Picovoice's speech-to-intent benchmark, as phrase patterns of an assistant. */

const SIZES = ['small', 'medium', 'large', 'eight ounce', 'twelve ounce', 'sixteen ounce', 'twenty ounce']
const ROASTS = ['light roast', 'medium roast', 'dark roast']
const SHOTS = ['single shot', 'double shot', 'triple shot']
/** A drink whose name is the end of another one ("coffee", "iced coffee") must come after it. */
const DRINKS = [
  'house coffee',
  'drip coffee',
  'iced coffee',
  'coffee',
  'iced mocha',
  'mocha',
  'americano',
  'cappuccino',
  'espresso',
  'latte',
]
const AMOUNTS = ['a little bit of', 'a bit of', 'a lot of', 'lots of', 'some']
const MILKS = ['whole milk', 'skim milk', 'soy milk', 'almond milk', 'milk', 'cream']
const SUGARS = ['brown sugar', 'sugar', 'sweetener']
const VERBS = [
  '(can | could | may) i [please] (have | get)',
  '(can | could | would) you [please] (make | get | give) me',
  '(make | get | give | brew | prepare) [me]',
  'i (want | need | would like) [to (have | get | order)]',
  "i'd like [to (have | get | order)]",
  "(i will | i'll) (have | take | get)",
  'let me (have | get)',
]

const any = (ways: readonly string[]): string => `(${ways.join(' | ')})`

/** A pattern for some or none of the parts, in any order. */
function inAnyOrder(parts: readonly string[]): string {
  if (parts.length === 0) return ''
  const ways = parts.map((part) => `${part} ${inAnyOrder(parts.filter((other) => other !== part))}`.trim())
  return `[${ways.join(' | ')}]`
}

const milk = `[${AMOUNTS.join(' | ')}] ${any(MILKS)}`
const sugar = `[${AMOUNTS.join(' | ')}] ${any(SUGARS)}`
const mixed = `(${milk} [and ${sugar}] | ${sugar} [and ${milk}])`

export const COFFEE_MAKER_PATTERNS = [
  `[please] ${any(VERBS)} [a | an | the] ${inAnyOrder([any(SIZES), any(ROASTS), any(SHOTS)])} ${any(DRINKS)} [with ${mixed}] [please]`,
]

const SLOTS: Readonly<Record<string, { values: readonly string[]; amounts: readonly string[] }>> = {
  size: { values: SIZES, amounts: [] },
  roast: { values: ROASTS, amounts: [] },
  numberOfShots: { values: SHOTS, amounts: [] },
  coffeeDrink: { values: DRINKS, amounts: [] },
  milkAmount: { values: MILKS, amounts: AMOUNTS },
  sugarAmount: { values: SUGARS, amounts: AMOUNTS },
}

/** Extracts the slots from a sentence that matches the patterns. A slot that is not mentioned is absent. */
function coffeeSlots(text: string): Record<string, string> {
  const slots: Record<string, string> = {}
  // Matched slots are removed, so that "medium roast" is not read as a size as well.
  let rest = text
  for (const name of ['roast', 'numberOfShots', 'size', 'milkAmount', 'sugarAmount', 'coffeeDrink']) {
    const { values, amounts } = SLOTS[name] ?? { values: [], amounts: [] }
    const amount = amounts.length > 0 ? `(?:(?:${amounts.join('|')}) )?` : ''
    const found = new RegExp(`\\b${amount}(?:${values.join('|')})\\b`).exec(rest)
    if (!found) continue
    slots[name] = found[0]
    rest = rest.replace(found[0], '')
  }
  return slots
}

/** Whether each labelled slot has its value. Further slots are ignored. */
export function isOrdered(text: string, labelled: Readonly<Record<string, string>>): boolean {
  const slots = coffeeSlots(text)
  return Object.entries(labelled).every(([name, value]) => slots[name] === value.trim())
}
