import { readFileSync, writeFileSync } from 'node:fs'
import { normaliseWords } from '../../contract/src/phrase-pattern.ts'
import { CATALOGUE_DEFINITIONS } from '../../server/src/features/assistants/catalogue/all.ts'
import { atOnce } from '../../server/src/infra/in-slices.ts'
import { stem, weightOf } from '../../server/src/voice/brain/understanding/asked-words.ts'
import { logOddsByLikeness } from '../../server/src/voice/brain/understanding/judge-likeness.ts'
import { createLikenessIndex } from '../../server/src/voice/brain/understanding/likeness.ts'
import {
  askedWords,
  createPassageMatcher,
  isPair,
  learntKey,
  PASSAGE_WEIGHTS_FILE,
  SHIFT_STEP,
  textOf,
  toldWords,
  unshifted,
  type PassageWeights,
} from '../../server/src/voice/brain/understanding/passage-matcher.ts'
import { cosine, DIMENSIONS } from '../../server/src/voice/brain/understanding/word-vectors.ts'
import { ownTexts } from './own-texts.ts'
import { addSlopesOfChoice, chancesFrom, countsOf, descend, Learnt } from './regression.ts'
import { waysToAsk } from './ways-to-ask.ts'

/**
 * Learns `passage-weights.json`, by which passages of owners' texts are matched with questions, from the texts in
 * `own-texts/learnt-from`: a softmax over the passages of a text and "none of them", by gradient descent (Adam). Also
 * writes `asked-of-businesses.txt`, the sentences that the ears expect: those written by hand, and the questions whose
 * words are common to many businesses. Run `node bench/understanding/learn-passages.ts` (half a minute) after changing
 * the texts or the word vectors. The same texts give the same files.
 */
const ROUNDS = 6
const STEP = 0.01
/** Keeps shifts of words small that few questions support. */
const DECAY_OF_SHIFTS = 0.3
const DECAY_OF_IMPORTANCE = 1e-3
/** Words that occur less often keep their vector. */
const FEWEST_TIMES = 3
const FEWEST_TIMES_OF_PAIRS = 9
/** This share of a question's words is left out each time, so that no single word is relied upon. */
const LEFT_OUT = 0.15
/** How many questions from unrelated fields are put to each text in each round. */
const STRANGERS = 8
const BIGGEST_SHIFT = 127 * SHIFT_STEP
/** A word is common if callers of at least this many businesses use it. */
const BUSINESSES_OF_COMMON_WORD = 12
const ASKED_OF_BUSINESSES = 'asked-of-businesses.txt'
/** Three weights need only a part of the examples. */
const CATALOGUE_ONE_IN = 4
const TEXTS_ONE_IN = 3
const WORDS_OF_A_PROPOSAL = 4
const PLAIN_ROUNDS = 300

interface Example {
  text: string
  /** The index of the passage that answers it; -1 if none does. */
  wanted: number
}
interface Batch {
  passages: readonly string[]
  examples: Example[]
}

const ownTextsToLearn = ownTexts('learnt-from')
const texts: Batch[] = ownTextsToLearn.map(({ assistant: { knowledge }, ways }) => ({
  passages: knowledge.map(textOf),
  examples: ways.map(({ text, entry }) => ({ text, wanted: knowledge.findIndex(({ id }) => id === entry) })),
}))
const otherFields = waysToAsk().filter(({ kind, isHeldOut }) => kind === 'way' && !isHeldOut)

const askedCounts = countsOf(
  texts.flatMap(({ examples }) => examples.flatMap(({ text }) => askedWords(text))).map(learntKey),
)
const toldCounts = countsOf(texts.flatMap(({ passages }) => passages.flatMap(toldWords)).map(learntKey))
const shiftOf = (): Learnt => new Learnt(Array.from({ length: DIMENSIONS }, () => 0))
const asked = new Map<string, { importance: Learnt; shift: Learnt }>()
for (const [key, count] of askedCounts) {
  if (count >= (isPair(key) ? FEWEST_TIMES_OF_PAIRS : FEWEST_TIMES)) {
    asked.set(key, { importance: new Learnt([0]), shift: shiftOf() })
  }
}
const told = new Map([...toldCounts].flatMap(([key, count]) => (count >= FEWEST_TIMES ? [[key, shiftOf()]] : [])))
const RARITY = 0
const WORD = 1
const NONE = 2
const NONE_SHARE = 3
const LENGTH = 4
const SCALE = 5
const MISSING = 6
const general = new Learnt([3, -1.5, 1, 0.45, 0.2, 3, 0.5])
const PAIR_IMPORTANCE = -3

const chance = chancesFrom(12_345)
for (let round = 0; round < ROUNDS; round += 1) {
  let loss = 0
  const step = STEP * (1 - round / ROUNDS)
  for (const { passages, examples } of shuffled(texts)) {
    const strangers = Array.from({ length: STRANGERS }, () => ({
      text: otherFields[Math.floor(chance() * otherFields.length)]?.text ?? '',
      wanted: -1,
    }))
    loss += learnFrom(passages, [...examples, ...strangers], step)
  }
  process.stdout.write(`round ${round + 1}: ${(loss / texts.length).toFixed(3)}\n`)
}
write({ likeness: 0, match: 1, constant: 0 })
write(learnPlain())
const writtenByHand = readFileSync(new URL(ASKED_OF_BUSINESSES, import.meta.url), 'utf8')
  .trim()
  .split('\n')
writeFileSync(
  new URL(`../../server/src/voice/brain/${ASKED_OF_BUSINESSES}`, import.meta.url),
  `${[...new Set([...writtenByHand, ...commonQuestions()])].join('\n')}\n`,
)

/** The questions of which all words are common. */
function commonQuestions(): string[] {
  const users = new Map<string, Set<string>>()
  const questions = ownTextsToLearn.flatMap(({ ways }) => ways)
  for (const { assistant, text } of questions) {
    for (const word of normaliseWords(text)) users.set(word, (users.get(word) ?? new Set()).add(assistant))
  }
  const isCommon = (word: string): boolean => (users.get(word)?.size ?? 0) >= BUSINESSES_OF_COMMON_WORD
  return questions.map(({ text }) => text).filter((text) => normaliseWords(text).every(isCommon))
}

function vectorWith(word: string, shift: Learnt | undefined): Float32Array {
  const vector = unshifted(word)
  return Float32Array.from({ length: DIMENSIONS }, (_, at) => (vector?.[at] ?? 0) + (shift?.values[at] ?? 0))
}

/** @returns the mean loss before the step */
function learnFrom(passages: readonly string[], examples: readonly Example[], step: number): number {
  const value = (at: number): number => general.values[at] ?? 0
  const words = [...new Set(passages.flatMap(toldWords))]
  const places = new Map(words.map((word, place) => [word, place]))
  const placesByStem = Map.groupBy(words.keys(), (place) => stem(words[place] ?? ''))
  const toldShifts = words.map((word) => told.get(learntKey(word)))
  const vectors = words.map((word, place) => vectorWith(word, toldShifts[place]))
  const toldSlopes = new Map<number, Float64Array>()
  const placesOf = passages.map((passage) => toldWords(passage).flatMap((word) => places.get(word) ?? []))
  const touched = new Set<Learnt>()
  let loss = 0

  for (const { text, wanted } of examples) {
    const parts = askedWords(text)
      .filter((word) => chance() >= LEFT_OUT && (!isPair(word) || asked.has(word)))
      .map((word) => {
        const own = asked.get(learntKey(word))
        const x =
          (isPair(word) ? PAIR_IMPORTANCE : value(WORD) + value(RARITY) * weightOf(word)) +
          (own?.importance.values[0] ?? 0)
        const vector = vectorWith(word, own?.shift)
        const likenesses = vectors.map((other) => cosine(vector, other))
        const same = (placesByStem.get(stem(word)) ?? []).filter((place) => (likenesses[place] ?? 0) < 1)
        for (const place of same) likenesses[place] = 1
        const best = placesOf.map((some) =>
          some.reduce((most, place) => ((likenesses[place] ?? 0) > (likenesses[most] ?? 0) ? place : most), -1),
        )
        return { word, own, x, importance: Math.log1p(Math.exp(x)), vector, likenesses, best, same }
      })
    const total = parts.reduce((sum, { importance }) => sum + importance, 0)
    const matched = passages.map((_, at) =>
      parts.reduce((sum, { importance, likenesses, best }) => sum + importance * (likenesses[best[at] ?? -1] ?? 0), 0),
    )
    const missing = passages.map((_, at) =>
      parts.reduce(
        (most, { importance, likenesses, best }, index) => {
          const lack = importance * (1 - (likenesses[best[at] ?? -1] ?? 0))
          return lack > most.lack ? { lack, index } : most
        },
        { lack: 0, index: -1 },
      ),
    )
    const lengths = placesOf.map((some) => Math.log(some.length + 5))
    const odds = matched.map((match, at) =>
      Math.exp(value(SCALE) * match - value(LENGTH) * (lengths[at] ?? 0) - value(MISSING) * (missing[at]?.lack ?? 0)),
    )
    const noneOdds = Math.exp(value(NONE) + value(SCALE) * value(NONE_SHARE) * total)
    const all = odds.reduce((sum, each) => sum + each, noneOdds)
    loss -= Math.log((odds[wanted] ?? noneOdds) / all) / examples.length

    // The slope of the loss by the logarithm of each of the odds.
    const slopeOf = (each: number, isWanted: boolean): number => (each / all - Number(isWanted)) / examples.length
    const slopes = odds.map((each, at) => slopeOf(each, at === wanted))
    const noneSlope = slopeOf(noneOdds, wanted < 0)
    const addSlope = (at: number, slope: number): void => {
      general.slopes[at] = (general.slopes[at] ?? 0) + slope
    }
    addSlope(NONE, noneSlope)
    addSlope(NONE_SHARE, noneSlope * value(SCALE) * total)
    addSlope(SCALE, noneSlope * value(NONE_SHARE) * total)
    for (const [at, slope] of slopes.entries()) {
      addSlope(SCALE, slope * (matched[at] ?? 0))
      addSlope(LENGTH, -slope * (lengths[at] ?? 0))
      addSlope(MISSING, -slope * (missing[at]?.lack ?? 0))
    }
    for (const [index, { word, own, x, importance, vector, likenesses, best, same }] of parts.entries()) {
      let importanceSlope = noneSlope * value(NONE_SHARE) * value(SCALE)
      for (const [at, slope] of slopes.entries()) {
        const place = best[at] ?? -1
        const lost = missing[at]?.index === index ? value(MISSING) : 0
        const match = likenesses[place] ?? 0
        importanceSlope += slope * (value(SCALE) * match - lost * (1 - match))
        // The likeness of forms of the same word does not depend on their vectors.
        if (place < 0 || same.includes(place)) continue
        const along = slope * (value(SCALE) + lost) * importance
        const toldSlope = toldSlopes.get(place) ?? new Float64Array(DIMENSIONS)
        toldSlopes.set(place, toldSlope)
        for (let dimension = 0; dimension < DIMENSIONS; dimension += 1) {
          toldSlope[dimension] = (toldSlope[dimension] ?? 0) + along * (vector[dimension] ?? 0)
          if (own) {
            own.shift.slopes[dimension] =
              (own.shift.slopes[dimension] ?? 0) + along * (vectors[place]?.[dimension] ?? 0)
          }
        }
      }
      const xSlope = importanceSlope / (1 + Math.exp(-x))
      if (!isPair(word)) {
        addSlope(WORD, xSlope)
        addSlope(RARITY, xSlope * weightOf(word))
      }
      if (!own) continue
      own.importance.slopes[0] = (own.importance.slopes[0] ?? 0) + xSlope
      touched.add(own.shift).add(own.importance)
    }
  }

  for (const [place, slope] of toldSlopes) {
    const shift = toldShifts[place]
    if (!shift) continue
    for (const [at, each] of slope.entries()) shift.slopes[at] = (shift.slopes[at] ?? 0) + each
    touched.add(shift)
  }
  general.descend(step, () => 0)
  for (const each of touched) {
    if (each.values.length === 1) each.descend(2 * step, () => DECAY_OF_IMPORTANCE)
    else each.descend(step, () => DECAY_OF_SHIFTS)
  }
  return loss
}

function write(plain: PassageWeights['plain']): void {
  writeFileSync(PASSAGE_WEIGHTS_FILE, `${JSON.stringify(packed(plain))}\n`)
}

/**
 * Learns how much likeness and match count for plain knowledge: for the catalogue's questions and answers without its
 * phrasings, and for texts of owners as they are proposed from pages.
 */
function learnPlain(): PassageWeights['plain'] {
  const bare = CATALOGUE_DEFINITIONS.map(({ id, knowledge }) => ({
    knowledge: knowledge.map((entry) => ({ ...entry, alsoAsked: [], patterns: [], followUps: [], keywords: [] })),
    ways: waysToAsk().filter((way, at) => way.assistant === id && !way.isHeldOut && at % CATALOGUE_ONE_IN === 0),
  }))
  const proposed = ownTextsToLearn
    .filter((_, at) => at % TEXTS_ONE_IN === 0)
    .map(({ assistant: { knowledge }, ways }) => ({
      knowledge: knowledge.map((entry) => ({
        ...entry,
        question: `What about ${entry.question.split(' ', WORDS_OF_A_PROPOSAL).join(' ')}?`,
      })),
      ways,
    }))
  const all = [...bare, ...proposed].flatMap(({ knowledge, ways }) => {
    const likeness = createLikenessIndex('plain', () => new Set())
    const matcher = createPassageMatcher(() => new Set())
    for (const entry of knowledge) {
      likeness.add(entry)
      matcher.add(entry)
    }
    atOnce(likeness.complete())
    return ways.map(({ text, entry }) => {
      const matches = matcher.compare(text)
      const rows = likeness
        .compare(text)
        .map(({ values }, at) => [logOddsByLikeness(values, 'plain'), matches[at] ?? 0, 1])
      return { rows, wanted: knowledge.findIndex(({ id }) => id === entry), weight: 1 }
    })
  })
  const weights = descend(new Float64Array(3), { rounds: PLAIN_ROUNDS }, (now, slopes) => {
    for (const choice of all) addSlopesOfChoice(choice, now, slopes)
  })
  const [likeness = 0, match = 0, constant = 0] = Array.from(weights, rounded)
  return { likeness, match, constant }
}

function packed(plain: PassageWeights['plain']): PassageWeights {
  const value = (at: number): number => rounded(general.values[at] ?? 0)
  return {
    importance: { word: value(WORD), rarity: value(RARITY), pair: PAIR_IMPORTANCE },
    scale: value(SCALE),
    none: { constant: value(NONE), share: value(NONE_SHARE) },
    length: value(LENGTH),
    missing: value(MISSING),
    plain,
    asked: [...asked].map(([key, { importance, shift }]) => [
      key,
      rounded(importance.values[0] ?? 0),
      packedShift(shift),
    ]),
    told: [...told].map(([key, shift]) => [key, packedShift(shift)]),
  }
}

function packedShift({ values }: Learnt): string {
  const steps = Int8Array.from(values, (value) =>
    Math.round(Math.max(-BIGGEST_SHIFT, Math.min(BIGGEST_SHIFT, value)) / SHIFT_STEP),
  )
  if (steps.every((step) => step === 0)) return ''
  return Buffer.from(steps.buffer).toString('base64')
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, order: chance() }))
    .toSorted((left, right) => left.order - right.order)
    .map(({ item }) => item)
}
