import MiniSearch from 'minisearch'
import type { AssistantDefinition, KnowledgeEntry } from '#contract/assistant.ts'
import { compilePattern, expandPattern, normaliseWords } from '#contract/phrase-pattern.ts'
import { atOnce, inSlices } from '../../infra/in-slices.ts'
import { createRecentValues } from '../../infra/recent-values.ts'
import { splitSentences } from '../tts/sentences.ts'
import {
  judge,
  likelihoods,
  MAX_OFFERED,
  THRESHOLDS,
  type Likely,
  type Understanding,
} from './understanding/judge-likeness.ts'
import { createLikenessIndex, schoolingOf, type Likeness, type Schooling } from './understanding/likeness.ts'
import { createPassageMatcher } from './understanding/passage-matcher.ts'

export interface KnowledgeIndex {
  schooling: Schooling
  /** The entry whose question or pattern matches the text word for word. */
  exact(text: string): KnowledgeEntry | undefined
  /**
   * What a text asks for, by an exact match or else by its likeness to the entries. Cached, since the same lines are
   * looked up in every turn.
   */
  understand(text: string): Understanding
  /** The entry that a text asks for, if that is certain. */
  find(text: string): KnowledgeEntry | undefined
  /**
   * The entry among these that a text fits much better than the others; undefined if none does, or if the text
   * clearly asks for another entry.
   */
  clearlyOf(entries: readonly KnowledgeEntry[], text: string): KnowledgeEntry | undefined
  /** The entry whose answer contains a sentence of this line of the assistant. */
  answeredBy(line: string): KnowledgeEntry | undefined
  /**
   * The highest probability by likeness alone. It is stricter with words that the knowledge lacks, so it decides
   * whether the knowledge explains words of danger: that a passage is about car parks does not explain a jump from one.
   */
  explains(text: string): number
  /** The features from which the probabilities are computed. */
  likenesses(text: string): Likeness[]
  /** All entries with the probability that the text asks for them, highest first. */
  likely(text: string): Likely[]
  /**
   * The entry that contains most of these words exactly. `score` gives rare words more weight; `share` is the
   * proportion of the significant words that the entry contains.
   */
  closest(words: readonly string[]): { entry: KnowledgeEntry; score: number; share: number } | undefined
  /** The ids of all entries that a text may be about, best match first, including poor matches. */
  nearest(text: string): string[]
  /** The follow-up answer that the text asks for after `entry`. */
  followUp(entry: KnowledgeEntry, text: string): string | undefined
  /** Whether a text makes sense only as a follow-up to some entry. */
  isFollowUp(text: string): boolean
  /** The answers that contain these words in sequence, those of `entry` first. */
  answersWith(words: readonly string[], entry: KnowledgeEntry | undefined): string[]
}

/** How many phrases of a pattern are indexed: enough to contain all of its words. */
const PHRASES_PER_PATTERN = 24
/**
 * How many significant words of a text are searched. Questions have few, and each word is compared with all of the
 * knowledge.
 */
const MAX_TELLING_WORDS = 60
/**
 * A text chooses one of the suggested entries if the entry's probability is at least `TAKEN_FROM` and at least
 * `CLEAR_FROM` times that of the next one.
 */
const TAKEN_FROM = 0.05
const CLEAR_FROM = 2
/** Shorter sentences may occur in any answer. */
const TELLING_SENTENCE_WORDS = 4
/** How many texts are cached: every turn looks up the lines of earlier turns again. */
const MAX_REMEMBERED = 200
// Words that belong to the form of a question rather than to its subject.
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

const indexes = new WeakMap<AssistantDefinition, KnowledgeIndex>()
const beingBuilt = new WeakMap<AssistantDefinition, Promise<KnowledgeIndex>>()

/** The index of an assistant's knowledge, which brain and ears share. It is built in slices. */
export async function knowledgeIndexOf(assistant: AssistantDefinition): Promise<KnowledgeIndex> {
  const known = indexes.get(assistant)
  if (known) return known
  const building = beingBuilt.get(assistant) ?? inSlices(buildKnowledgeIndex(assistant))
  beingBuilt.set(assistant, building)
  try {
    const index = await building
    indexes.set(assistant, index)
    return index
  } finally {
    beingBuilt.delete(assistant)
  }
}

/** As `knowledgeIndexOf`, but an index that is not built yet is built without interruption, which blocks the thread. */
export function knowledgeIndexAtOnce(assistant: AssistantDefinition): KnowledgeIndex {
  const index = indexes.get(assistant) ?? atOnce(buildKnowledgeIndex(assistant))
  indexes.set(assistant, index)
  return index
}

/** Yields regularly, because indexing the largest knowledge takes seconds on a slow machine. */
function* buildKnowledgeIndex(definition: AssistantDefinition): Generator<void, KnowledgeIndex> {
  const entries: ReturnType<typeof matchable>[] = []
  const search = createSearch()
  const schooling = schoolingOf(definition.knowledge)
  const misspeltWords = createRecentValues<string, ReadonlySet<string>>(MAX_REMEMBERED)
  const misspelt = (word: string): ReadonlySet<string> =>
    misspeltWords.getOr(word, () => new Set(search.search(word).map(({ id }) => String(id))))
  const likeness = createLikenessIndex(schooling, misspelt)
  const passages = createPassageMatcher(misspelt)
  const answers: { entry: KnowledgeEntry; answer: string; words: string }[] = []
  for (const entry of definition.knowledge) {
    entries.push(matchable(entry))
    for (const { answer } of [entry, ...entry.followUps]) {
      answers.push({ entry, answer, words: spaced(normaliseWords(answer)) })
    }
    yield
    search.add(searchDocument(entry))
    yield
    likeness.add(entry)
    if (schooling === 'plain') passages.add(entry)
    yield
  }
  yield* likeness.complete()
  const byId = new Map(entries.map((candidate) => [candidate.entry.id, candidate]))
  const remembered = createRecentValues<string, Understanding>(MAX_REMEMBERED)

  const likely = (text: string): Likely[] =>
    likelihoods(definition.knowledge, schooling, likeness.compare(text), passages.compare(text))

  function judged(text: string): Understanding {
    const judgement = judge(likely(text), THRESHOLDS[schooling])
    if (judgement.kind !== 'answer') return judgement
    const alike = ofOneSubject(text)
    if (alike.length <= 1) return judgement
    return { kind: 'ask-back', entries: [...new Set([judgement.entry, ...alike])].slice(0, MAX_OFFERED) }
  }

  /** A single word, such as "my phone", names a subject: these are the entries whose questions have that word. */
  function ofOneSubject(text: string): KnowledgeEntry[] {
    const [word, ...others] = telling(text)
    if (word === undefined || others.length > 0) return []
    const found = search.search(word, { fields: ['question'], fuzzy: false, prefix: false })
    return found.flatMap(({ id }) => byId.get(String(id))?.entry ?? [])
  }

  const index: KnowledgeIndex = {
    schooling,

    exact(text) {
      const words = normaliseWords(text)
      return entries.find(({ matchers }) => matchers.some((match) => match(words)))?.entry
    },

    understand(text) {
      return remembered.getOr(text, () => {
        const exact = index.exact(text)
        return exact ? { kind: 'answer', entry: exact } : judged(text)
      })
    },

    closest(words) {
      const wanted = telling(words.join(' '))
      if (wanted.length === 0) return undefined
      const [best] = search.search(wanted.join(' '), { fuzzy: false, prefix: false })
      const entry = best && byId.get(String(best.id))?.entry
      return entry && { entry, score: best.score, share: best.queryTerms.length / wanted.length }
    },

    find(text) {
      const understood = index.understand(text)
      return understood.kind === 'answer' ? understood.entry : undefined
    },

    clearlyOf(wanted, text) {
      const found = index.find(text)
      if (found && !wanted.includes(found)) return undefined
      const [best, ...others] = likely(text).filter(({ entry }) => wanted.includes(entry))
      const isClear = best && best.probability >= CLEAR_FROM * (others[0]?.probability ?? 0)
      return isClear && best.probability >= TAKEN_FROM ? best.entry : undefined
    },

    answeredBy(line) {
      const sentences = splitSentences(line)
        .map(normaliseWords)
        .filter(({ length }) => length >= TELLING_SENTENCE_WORDS)
        .map(spaced)
      return answers.find(({ words }) => sentences.some((sentence) => words.includes(sentence)))?.entry
    },

    likenesses: (text) => likeness.compare(text),

    likely,

    explains: (text) =>
      likelihoods(definition.knowledge, schooling, likeness.compare(text), 'ignored')[0]?.probability ?? 0,

    nearest: (text) => likely(text).map(({ entry }) => entry.id),

    followUp(entry, text) {
      const words = normaliseWords(text)
      return byId.get(entry.id)?.followUps.find(({ matchers }) => matchers.some((match) => match(words)))?.answer
    },

    isFollowUp(text) {
      const words = normaliseWords(text)
      return entries.some(({ followUps }) => followUps.some(({ matchers }) => matchers.some((match) => match(words))))
    },

    answersWith(words, entry) {
      const found = answers.filter((candidate) => candidate.words.includes(spaced(words)))
      return found.toSorted((a, b) => Number(b.entry === entry) - Number(a.entry === entry)).map(({ answer }) => answer)
    },
  }
  return index
}

function spaced(words: readonly string[]): string {
  return ` ${words.join(' ')} `
}

function matchable(entry: KnowledgeEntry) {
  return {
    entry,
    matchers: [wordMatcher(entry.question), ...entry.patterns.map(compilePattern)],
    followUps: entry.followUps.map(({ answer, patterns }) => ({ answer, matchers: patterns.map(compilePattern) })),
  }
}

/**
 * Matches a question by its words in order. A pattern can't be used, since questions may contain numbers and other
 * words that the pattern language does not allow.
 */
function wordMatcher(question: string): (words: readonly string[]) => boolean {
  const own = normaliseWords(question)
  return (words) => own.length > 0 && own.length === words.length && own.every((word, index) => word === words[index])
}

/** A question as a phrase of the pattern language. */
export function questionPhrase(question: string): string {
  return normaliseWords(question).join(' ')
}

function createSearch(): MiniSearch<SearchDocument> {
  return new MiniSearch<SearchDocument>({
    fields: ['question', 'phrases', 'keywords'],
    tokenize: normaliseWords,
    processTerm: (term) => (STOP_WORDS.has(term) ? null : stem(term)),
    searchOptions: {
      boost: { question: 2, keywords: 2 },
      // Fuzzy matches of short words mostly have another meaning.
      fuzzy: (term) => (term.length >= 5 ? 0.2 : false),
      // Each further typing error multiplies the words to compare; two are enough for one word.
      maxFuzzy: 2,
      prefix: (term) => term.length >= 4,
    },
  })
}

function searchDocument(entry: KnowledgeEntry): SearchDocument {
  return {
    id: entry.id,
    question: entry.question,
    phrases: entry.patterns.flatMap((pattern) => expandPattern(pattern, PHRASES_PER_PATTERN)).join(' '),
    keywords: entry.keywords.join(' '),
  }
}

function telling(text: string): string[] {
  const words = new Set(normaliseWords(text).filter((word) => !STOP_WORDS.has(word) && !/^\d+$/.test(word)))
  return [...words].slice(0, MAX_TELLING_WORDS)
}

/** Removes plural, -ing and -ed endings, so that "saving", "saves" and "saved" match. */
function stem(word: string): string {
  const bare = word.replace(/'s$/, '')
  if (bare.length <= 4)
    return bare.length === 4 && bare.endsWith('s') && !bare.endsWith('ss') ? bare.slice(0, -1) : bare
  return bare.replace(/(?:ies)$/, 'y').replace(/(?:ing|ed|es|s)$/, (ending) => (bare.endsWith('ss') ? ending : ''))
}
