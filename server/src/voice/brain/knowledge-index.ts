import MiniSearch from 'minisearch'
import type { AssistantDefinition, KnowledgeEntry } from '#contract/assistant.ts'
import { compilePattern, expandPattern, normaliseWords } from '#contract/phrase-pattern.ts'

export interface KnowledgeIndex {
  /** The entry whose question or pattern the text is, word for word. */
  exact(text: string): KnowledgeEntry | undefined
  /** The entry that a freely worded text is about; undefined rather than a bad guess. */
  search(text: string): KnowledgeEntry | undefined
  /** The ids of the entries that a text may be about, best first; bad guesses among them. */
  nearest(text: string): string[]
  /** The follow-up answer that the text asks for after `entry`. */
  followUp(entry: KnowledgeEntry, text: string): string | undefined
  /** A text that only makes sense after some entry. */
  isFollowUp(text: string): boolean
}

/** At most this many phrases of a pattern are searchable: all its words are there long before. */
const PHRASES_PER_PATTERN = 24
/** Of a question's telling words, weighted by rarity, this much must be found in the entry. */
const MIN_COVERAGE = 0.6
/** A word that no entry knows: the subject is perhaps a strange one, or just worded in one's own way. */
const STRANGE_WORD_WEIGHT = 0.5

// Words that carry a question rather than its subject.
const STOP_WORDS = new Set(
  `a about am an and any are as at be been but by can could did do does doing for from get give go had has have he her
  hello hey hi him his how i i'd i'm i've if in is it it's its just know let like me might much my need of on or our
  out please shall she should so some someone something tell that that's the their them then there these they thing
  things this those to up us was way we were what what's when where which who why will with would you your want
  explain really good best`.split(/\s+/),
)

interface SearchDocument {
  id: string
  question: string
  phrases: string
  keywords: string
}

export function createKnowledgeIndex(definition: AssistantDefinition): KnowledgeIndex {
  const entries = definition.knowledge.map((entry) => ({
    entry,
    matchers: [wordMatcher(entry.question), ...entry.patterns.map(compilePattern)],
    followUps: entry.followUps.map((followUp) => ({
      answer: followUp.answer,
      matchers: followUp.patterns.map(compilePattern),
    })),
  }))
  const byId = new Map(entries.map((candidate) => [candidate.entry.id, candidate]))
  const search = createSearch(definition.knowledge)

  return {
    exact: (text) => entries.find(({ matchers }) => matchers.some((match) => match(text)))?.entry,

    search(text) {
      const wanted = telling(text)
      if (wanted.length === 0) return undefined
      const [best] = search.search(wanted.join(' '))
      if (!best || coverage(search, wanted, best.queryTerms) < MIN_COVERAGE) return undefined
      return byId.get(String(best.id))?.entry
    },

    nearest(text) {
      const wanted = telling(text)
      return wanted.length === 0 ? [] : search.search(wanted.join(' ')).map(({ id }) => String(id))
    },

    followUp: (entry, text) =>
      byId.get(entry.id)?.followUps.find(({ matchers }) => matchers.some((match) => match(text)))?.answer,

    isFollowUp: (text) =>
      entries.some(({ followUps }) => followUps.some(({ matchers }) => matchers.some((match) => match(text)))),
  }
}

/** The same words in the same order. A question may have words that the pattern language has not, such as numbers. */
function wordMatcher(question: string): (text: string) => boolean {
  const words = questionPhrase(question)
  return (text) => words !== '' && questionPhrase(text) === words
}

/** A question in the pattern language. */
export function questionPhrase(question: string): string {
  return normaliseWords(question).join(' ')
}

function createSearch(knowledge: readonly KnowledgeEntry[]): MiniSearch<SearchDocument> {
  const search = new MiniSearch<SearchDocument>({
    fields: ['question', 'phrases', 'keywords'],
    tokenize: normaliseWords,
    processTerm: (term) => (STOP_WORDS.has(term) ? null : stem(term)),
    searchOptions: {
      boost: { question: 2, keywords: 2 },
      // Short words have near neighbours of quite another meaning.
      fuzzy: (term) => (term.length >= 5 ? 0.2 : false),
      prefix: (term) => term.length >= 4,
    },
  })
  search.addAll(
    knowledge.map((entry) => ({
      id: entry.id,
      question: entry.question,
      phrases: entry.patterns.flatMap((pattern) => expandPattern(pattern, PHRASES_PER_PATTERN)).join(' '),
      keywords: entry.keywords.join(' '),
    })),
  )
  return search
}

function telling(text: string): string[] {
  return [...new Set(normaliseWords(text).filter((word) => !STOP_WORDS.has(word) && !/^\d+$/.test(word)))]
}

/** Plural, -ing and -ed fall away, so that "saving", "saves" and "saved" meet. */
function stem(word: string): string {
  const bare = word.replace(/'s$/, '')
  if (bare.length <= 4)
    return bare.length === 4 && bare.endsWith('s') && !bare.endsWith('ss') ? bare.slice(0, -1) : bare
  return bare.replace(/(?:ies)$/, 'y').replace(/(?:ing|ed|es|s)$/, (ending) => (bare.endsWith('ss') ? ending : ''))
}

function coverage(search: MiniSearch<SearchDocument>, wanted: readonly string[], found: readonly string[]): number {
  const matched = new Set(found)
  let total = 0
  let hit = 0
  for (const word of wanted) {
    const isHit = matched.has(stem(word))
    // A word that stands in many entries says little about which one is meant.
    const documents = search.search(stem(word), { fuzzy: false, prefix: false }).length
    const weight = isHit || documents > 0 ? 1 / Math.max(1, documents) : STRANGE_WORD_WEIGHT
    total += weight
    if (isHit) hit += weight
  }
  return total === 0 ? 0 : hit / total
}
