import { readFileSync, writeFileSync } from 'node:fs'
import type { KnowledgeEntry } from '../../contract/src/assistant.ts'
import { expandPattern, normaliseWords } from '../../contract/src/phrase-pattern.ts'
import { CATALOGUE_DEFINITIONS } from '../../server/src/features/assistants/catalogue/all.ts'
import { knowledgeIndexAtOnce } from '../../server/src/voice/brain/knowledge-index.ts'
import { WEIGHTS_FILE } from '../../server/src/voice/brain/understanding/judge-likeness.ts'
import { LIKENESSES } from '../../server/src/voice/brain/understanding/likeness.ts'
import { SUBJECTS_FILE } from '../../server/src/voice/brain/understanding/subject-lines.ts'
import { addSlopesOfChoice, descend, type Choice } from './regression.ts'
import { waysToAsk } from './ways-to-ask.ts'

/**
 * Writes `subjects.txt`, the questions of each field of the catalogue, and learns `likeness-weights.json` from one half
 * of the corpus of ways to ask: a softmax regression that gives the probability of each entry, and of none, for a text.
 * Run `node bench/understanding/learn-likeness.ts` (three minutes) after changing the likenesses, the corpus or much of
 * the knowledge, and check small assistants too (0014); with `--subjects` it writes `subjects.txt` only, for new wordings.
 */
const ROUNDS = 600
const STEP = 0.03
/** Regularisation: keeps weights small that few examples support. */
const DECAY = 0.5
/** Questions of other fields are rarer in the corpus than in calls. */
const WEIGHT_OF = { way: 1, 'near stranger': 1, stranger: 2 }
/** What one question counts for, over all variants. */
const WEIGHT_OF_ALL = 1.5

/** Entries of every assistant, which belong to no particular field. */
const EVERY_ASSISTANTS_ENTRIES = ['privacy', 'for-business']
const LINES_PER_PATTERN = 2
/** The first ways to ask for an entry are plain; later ones name all sorts of things, which other businesses deal in. */
const WAYS_PER_ENTRY = 15

/** Irrelevant remarks that people add: each question is learnt both with and without one. */
const ASIDES =
  'since yesterday; my friend told me to ask; in the evening; hi there, ; for three weeks now; on the way to work; at home; this morning; for my mother; after the holidays; by the way, ; in the kitchen; with two kids; sorry to bother you, ; and I live in London; on my old one; in winter; we talked about it last night; i am 45; on the train'.split(
    ';',
  )

function inContext(text: string, at: number): string {
  const aside = (ASIDES[at % ASIDES.length] ?? '').trim()
  return aside.endsWith(',') ? `${aside} ${text}` : `${text} ${aside}`
}

const withKeywords = (isKept: (keyword: string) => boolean) => (entry: KnowledgeEntry) => ({
  ...entry,
  keywords: entry.keywords.filter(isKept),
})
/**
 * Variants of the catalogue to learn from. The authors knew this half of the corpus when they wrote the keywords, so
 * variants with one half of the keywords, the other half, and none keep the weights from relying on them.
 */
const VARIANTS = [
  withKeywords((keyword) => keyword.length % 2 === 0),
  withKeywords((keyword) => keyword.length % 2 === 1),
  withKeywords(() => false),
]

writeFileSync(
  SUBJECTS_FILE,
  CATALOGUE_DEFINITIONS.map(({ knowledge }) => `${linesOf(knowledge).join('\n')}\n`).join('\n'),
)

if (process.argv.includes('--subjects')) process.exit()

function linesOf(knowledge: readonly KnowledgeEntry[]): string[] {
  const own = knowledge.filter(({ id }) => !EVERY_ASSISTANTS_ENTRIES.includes(id))
  return own.flatMap(({ question, alsoAsked, patterns }) => [
    normaliseWords(question).join(' '),
    ...alsoAsked.slice(0, WAYS_PER_ENTRY),
    ...patterns.flatMap((pattern) => expandPattern(pattern, LINES_PER_PATTERN)),
  ])
}

// The weights for plain knowledge stay: learnt from the catalogue without its phrasings alone, they make assistants of
// three entries refuse what they know (0014).
const { plain } = JSON.parse(readFileSync(WEIGHTS_FILE, 'utf8')) as { plain: unknown }
writeFileSync(WEIGHTS_FILE, `${JSON.stringify({ schooled: learnt(), plain }, null, 2)}\n`)

/** @returns the questions, with their likenesses to each entry of their assistant */
function examplesWith(variant: (entry: KnowledgeEntry) => KnowledgeEntry, share: number): Choice[] {
  const indexes = new Map(
    CATALOGUE_DEFINITIONS.map((one) => [
      one.id,
      knowledgeIndexAtOnce({ ...one, knowledge: one.knowledge.map(variant) }),
    ]),
  )
  return waysToAsk()
    .filter(({ isHeldOut }) => !isHeldOut)
    .flatMap((way, at) => [way, { ...way, text: inContext(way.text, at) }])
    .flatMap(({ assistant, text, entry, kind }) => {
      const rows = indexes.get(assistant)?.likenesses(text) ?? []
      const wanted = rows.findIndex(({ id }) => id === entry)
      return rows.length > 0
        ? [{ rows: rows.map(({ values }) => values), wanted, weight: share * WEIGHT_OF[kind] }]
        : []
    })
}

/** The weight of each likeness, and the constant term. */
function learnt(): Record<string, number> {
  const examples = VARIANTS.flatMap((variant) => examplesWith(variant, WEIGHT_OF_ALL / VARIANTS.length))

  // Features are scaled to the same spread, so that the same decay suits all of them.
  const all = examples.flatMap(({ rows }) => rows)
  const means = LIKENESSES.map((_, at) => all.reduce((sum, row) => sum + (row[at] ?? 0), 0) / all.length)
  const spreads = LIKENESSES.map((_, at) =>
    Math.sqrt(all.reduce((sum, row) => sum + ((row[at] ?? 0) - (means[at] ?? 0)) ** 2, 0) / all.length),
  )
  const scaled = examples.map((example) => ({
    ...example,
    rows: example.rows.map((row) => [
      ...row.map((value, at) => (value - (means[at] ?? 0)) / (spreads[at] || 1)),
      // The constant term: it weighs an entry against the outcome that no entry fits.
      1,
    ]),
  }))

  const decays = Float64Array.from([...LIKENESSES.map(() => DECAY), 0])
  const weights = descend(decays, { rounds: ROUNDS, step: STEP }, (now, slopes) => {
    for (const example of scaled) addSlopesOfChoice(example, now, slopes)
  })

  const unscaled = LIKENESSES.map((_, at) => (weights[at] ?? 0) / (spreads[at] || 1))
  const against = unscaled.reduce((sum, weight, at) => sum - weight * (means[at] ?? 0), weights.at(-1) ?? 0)
  const rounded = (value: number): number => Math.round(value * 1_000) / 1_000
  return {
    ...Object.fromEntries(LIKENESSES.map((name, at) => [name, rounded(unscaled[at] ?? 0)])),
    constant: rounded(against),
  }
}
