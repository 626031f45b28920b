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

/** This many words say what a text is about; further ones are ignored. */
const MAX_TELLING_WORDS = 40

/** The stems of the words that say what a text is about; of all its words if there are none. */
function tellingWords(text: string): ReadonlySet<string> {
  const words = normaliseWords(text)
  const telling = words.filter((word) => !QUESTION_WORDS.has(word))
  const stems = (telling.length === 0 ? words : telling).slice(0, MAX_TELLING_WORDS).map(stemOf)
  // Texts without words, such as "???", are alike.
  return new Set(stems.length === 0 ? [''] : stems)
}

/**
 * Groups texts that say nearly the same. In the given order, each text joins the group whose first text is most like it,
 * so the first text represents its group. Yields after each text, so that long lists can be grouped in slices.
 */
export function* groupByLikeness<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
): Generator<void, [Item, ...Item[]][]> {
  const groups: { size: number; items: [Item, ...Item[]] }[] = []
  const placesByWord = new Map<string, number[]>()
  for (const item of items) {
    const words = tellingWords(textOf(item))
    const shared = new Map<number, number>()
    for (const word of words) {
      for (const place of placesByWord.get(word) ?? []) shared.set(place, (shared.get(place) ?? 0) + 1)
    }
    let best: { place: number; likeness: number } | undefined
    for (const [place, count] of shared) {
      const likeness = (2 * count) / (words.size + (groups[place]?.size ?? 0))
      const isBetter = likeness > (best?.likeness ?? 0) || (likeness === best?.likeness && place < best.place)
      if (likeness >= ALIKE_FROM && isBetter) best = { place, likeness }
    }
    if (best) groups[best.place]?.items.push(item)
    else {
      for (const word of words) placesByWord.set(word, [...(placesByWord.get(word) ?? []), groups.length])
      groups.push({ size: words.size, items: [item] })
    }
    yield
  }
  return groups.map((group) => group.items)
}
