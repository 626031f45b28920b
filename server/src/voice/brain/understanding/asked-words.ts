import { normaliseWords } from '#contract/phrase-pattern.ts'
import { normalise, rankOf, vectorOf, DIMENSIONS } from './word-vectors.ts'

/** Words that belong to the form of a question rather than to its subject ("frame words"). */
const FRAME_WORDS = new Set(
  `a about again all also always am an and another any are arent as at be been best but by can cant could couldnt did
  didnt do does doesnt doing dont each even ever every explain few for from get gets getting give go good got gotta
  gonna had has have he hello her here hey hi him his how hows i id if im in into is isnt it its ive just know let lets
  like lot lots make me might more most much my need never no not now of ok okay on one only or other our out over own
  please pls plz r really same say said shall she should shouldnt so some someone something still such take tell than
  that thats the their them then there theres these they thing things think this those to too u up ur us very wanna want
  was wasnt way we were werent what whats when where which who why will with wont would wouldnt you your youre`.split(
    /\s+/,
  ),
)
/** Words that people use whatever the subject, and more often than the news texts that the frequencies come from. */
const EVERYDAY_WORDS = new Set(
  `ask bad big book buy call change choose come comes cost costs day days different difficult easy enough feel find
  first found friend happen happened happens hard hate hear help home idea keep kind late learn left long look lost love
  mean mind money month months nice night nothing number old open part pay people percent person play problem put read
  right says school see send start stop talk time times today tomorrow too try turn use wait walk week weeks word words
  work working works world write wrong year years yesterday`.split(/\s+/),
)
const EVERYDAY_SHARE = 0.4
/** A word with this share of all words has the weight one half; more frequent words have less. */
const HALF_AT = 3e-4
/** The weight of a frame word, which matters only if a text has no other words. */
const FRAME_WEIGHT = 0.08

export function isFrameWord(word: string): boolean {
  return FRAME_WORDS.has(word)
}

/** The words that tell what a question is about, once each. */
export function tellingWords(words: readonly string[]): string[] {
  return [...new Set(words)].filter((word) => !isFrameWord(word))
}

/** Splits a text into the words to compare: apostrophes are removed and symbols such as % spelt out. */
export function comparedWords(text: string): string[] {
  const spelt = text.replaceAll('%', ' percent ').replaceAll(/[$€£]/g, ' dollars ').replaceAll('°', ' degrees ')
  return normaliseWords(spelt)
    .map((word) => word.replace(/'s$/, '').replaceAll("'", ''))
    .filter((word) => word !== '')
}

/** Removes plural, -ing and -ed endings, so that "saving", "saves" and "saved" match. */
export function stem(word: string): string {
  if (word.length <= 4)
    return word.length === 4 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
  return word
    .replace(/ies$/, 'y')
    .replace(/(?:ing|ed|es|(?<!s)s)$/, '')
    .replace(/([^lsz])\1$/, '$1')
    .replace(/e$/, '')
}

/**
 * The weight of a word, 0 to 1, which grows with its rarity. The frequency is estimated by Zipf's law: the word of rank
 * r makes up about 1 / (11 r) of a text.
 */
export function weightOf(word: string): number {
  if (isFrameWord(word)) return FRAME_WEIGHT
  const rarity = HALF_AT / (HALF_AT + 1 / ((rankOf(word) + 3) * 11))
  return EVERYDAY_WORDS.has(word) ? rarity * EVERYDAY_SHARE : rarity
}

/** The mean of the words' vectors, weighted by `weightOf` and normalised. */
export function meaningOf(words: readonly string[]): Float32Array {
  const sum = new Float32Array(DIMENSIONS)
  for (const word of words) {
    const weight = weightOf(word)
    for (const [at, value] of vectorOf(word)?.entries() ?? []) sum[at] = (sum[at] ?? 0) + weight * value
  }
  return normalise(sum)
}
