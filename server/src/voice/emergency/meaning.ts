import { isAsking, isHarmless } from './frames.ts'
import { LEXICON } from './lexicon.ts'

const LONGEST_ENTRY_WORDS = 4
/** Denials, which reverse the meaning of the concepts below: "she does not wake". */
const DENIALS: ReadonlySet<string> = new Set(
  'not cannot never nobody no hardly barely stopped stop unable without nothing quit trouble struggling difficulty'.split(
    ' ',
  ),
)
const DENIAL_REACH_WORDS = 4
const DENIABLE: ReadonlySet<string> = new Set(
  'vital bodyverb breath speech sight goon life worthless relief trapped throttle missing flow blood sweat fit'.split(
    ' ',
  ),
)
/** The order of two concepts counts if they are at most this many words apart. */
const NEAR_WORDS = 3
/** Placeholders before the first word and after the last word. */
const START = '<'
const END = '>'
/** A number from this on counts as "many", for example of pills. */
const MANY = 5

const CONCEPTS = new Map<string, string[]>()
for (const [concept, words] of Object.entries(LEXICON)) {
  for (const word of words.split(/\s+/)) {
    const entry = word.split('_').map(stemOf).join('_')
    CONCEPTS.set(entry, [...new Set([...(CONCEPTS.get(entry) ?? []), concept])])
  }
}

/** A word without its ending, so that "choking", "chokes" and "choked" are the same. The result need not be a real word. */
function stemOf(word: string): string {
  if (word.length <= 3) return word
  let stem = word
  if (stem.endsWith('ies') && stem.length > 4) stem = `${stem.slice(0, -3)}y`
  else if (/(?:s|x|ch|sh)es$/.test(stem)) stem = stem.slice(0, -2)
  else if (/[^siu]s$/.test(stem)) stem = stem.slice(0, -1)
  const [ending = ''] = /(?:ing|ed)$/.exec(stem) ?? []
  if (ending && stem.length - ending.length >= 3) stem = stem.slice(0, -ending.length).replace(/([bdgkmnprt])\1$/, '$1')
  return stem.length > 3 ? stem.replace(/e$/, '') : stem
}

/** Names of pairs of concepts, cached because concatenating a name takes longer than looking up its weight. */
const NAMES = new Map<string, Map<string, { together: string; near: string }>>()

function namesOf(left: string): Map<string, { together: string; near: string }> {
  const known = NAMES.get(left) ?? new Map<string, { together: string; near: string }>()
  NAMES.set(left, known)
  return known
}

function nameOf(lefts: ReturnType<typeof namesOf>, left: string, right: string): { together: string; near: string } {
  let names = lefts.get(right)
  if (!names) {
    names = { together: `${left}+${right}`, near: `${left}>${right}` }
    lefts.set(right, names)
  }
  return names
}

/**
 * The features of a few words, which `danger.ts` weighs: concepts, pairs of concepts, word stems, pairs of adjacent
 * word stems, the first words, and frames. The words are those of `plainWords`.
 */
export function featuresOf(words: readonly string[]): { features: Set<string>; concepts: string[] } {
  const stems = words.map(stemOf)
  const concepts = conceptsAt(words, stems)
  const places = new Map<string, { first: number; isSeveral: boolean }>()
  for (const [at, each] of concepts.entries()) {
    for (const concept of each)
      places.set(concept, { first: places.get(concept)?.first ?? at, isSeveral: places.has(concept) })
  }
  const all = [...places].toSorted(([left], [right]) => (left < right ? -1 : 1))
  const features = new Set(['', ...places.keys(), ...stems.map((stem) => `:${stem}`)])
  features.add(`^${stems[0]}`)
  features.add(`^${stems[0]} ${stems[1]}`)
  for (const [at, stem] of [...stems, END].entries()) features.add(`${stems[at - 1] ?? START} ${stem}`)
  for (const [index, [left, one]] of all.entries()) {
    const lefts = namesOf(left)
    for (let next = index + 1; next < all.length; next += 1) {
      const [right, other] = all[next] ?? ['', one]
      // A single word that stands for both concepts does not make a pair.
      if (one.isSeveral || other.isSeveral || one.first !== other.first)
        features.add(nameOf(lefts, left, right).together)
    }
  }
  for (const [at, each] of concepts.entries()) {
    for (const left of each) {
      const lefts = namesOf(left)
      for (let next = at + 1; next <= at + NEAR_WORDS; next += 1) {
        for (const right of concepts[next] ?? []) if (left !== right) features.add(nameOf(lefts, left, right).near)
      }
    }
  }
  const padded = ` ${words.join(' ')} `
  if (isHarmless(padded, false)) features.add('!harmless')
  if (isAsking(padded)) features.add('!asking')
  return { features, concepts: [...places.keys()] }
}

function conceptsAt(words: readonly string[], stems: readonly string[]): string[][] {
  let deniedUntil = -1
  return words.map((word, at) => {
    const found = new Set<string>()
    let entry = ''
    for (let next = at; next < Math.min(at + LONGEST_ENTRY_WORDS, stems.length); next += 1) {
      entry = next === at ? (stems[at] ?? '') : `${entry}_${stems[next]}`
      for (const concept of CONCEPTS.get(entry) ?? []) {
        found.add(at <= deniedUntil && DENIABLE.has(concept) ? `no-${concept}` : concept)
      }
    }
    if (/^\d+$/.test(word)) found.add(Number(word) >= MANY ? 'many' : 'number')
    if (DENIALS.has(word)) deniedUntil = at + DENIAL_REACH_WORDS
    return [...found]
  })
}
