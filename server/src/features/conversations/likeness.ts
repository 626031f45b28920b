import { normaliseWords } from '#contract/phrase-pattern.ts'

/** Words that say nothing about the subject of a question. */
const QUESTION_WORDS = new Set(
  `a about all also am an and any are as at be but by can could d'you did do does for from get give got had has have hello
  hey hi how i i'd i'm i've if in is it it's know like me much my need of on or our please say should so tell than that
  the their them then there these they this to um up us was we well what what's when where which who why will with would
  you your`.split(/\s+/),
)

/** Two texts are alike if they share at least this much of their words (Dice's coefficient). */
const ALIKE_FROM = 0.6

/** A rough stem of a word, so that "parking", "parked" and "parks" are equal. */
const stemOf = (word: string): string => (word.length < 5 ? word : word.replace(/'s$|ies$|ing$|ed$|es$|s$/, ''))

/** So many words say what a text is about. Each text is compared with all others, so longer ones would cost too much. */
const MAX_TELLING_WORDS = 40

/** The stems of the words that say what a text is about; of all its words if there are none. */
function tellingWords(text: string): ReadonlySet<string> {
  const words = normaliseWords(text)
  const telling = words.filter((word) => !QUESTION_WORDS.has(word))
  return new Set((telling.length === 0 ? words : telling).slice(0, MAX_TELLING_WORDS).map(stemOf))
}

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const total = one.size + other.size
  return total === 0 ? 1 : (2 * [...one].filter((word) => other.has(word)).length) / total
}

/**
 * Groups texts that say nearly the same. In the given order, each text joins the group whose first text is most like it,
 * so the first text represents its group. Yields after each text, because several hundred long ones take 100 ms.
 */
export function* groupByLikeness<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
): Generator<void, [Item, ...Item[]][]> {
  const groups: { words: ReadonlySet<string>; items: [Item, ...Item[]] }[] = []
  for (const item of items) {
    const words = tellingWords(textOf(item))
    let best: { group: (typeof groups)[number]; likeness: number } | undefined
    for (const group of groups) {
      const alike = likeness(words, group.words)
      if (alike >= ALIKE_FROM && alike > (best?.likeness ?? 0)) best = { group, likeness: alike }
    }
    if (best) best.group.items.push(item)
    else groups.push({ words, items: [item] })
    yield
  }
  return groups.map((group) => group.items)
}
