import { readFileSync, writeFileSync } from 'node:fs'
import { expandPattern } from '#contract/phrase-pattern.ts'
import { kindsBySigns } from '../detect.ts'
import { EMERGENCY_KINDS, type EmergencyKind } from '../kinds.ts'
import { featuresOf } from '../meaning.ts'
import { EMERGENCY_PHRASES } from '../spoken-signs.ts'
import { plainWords } from '../words.ts'

/**
 * Learns `danger-weights.txt` and `kind-weights.txt` from the examples in this folder, by logistic regression on the
 * features of each sentence. Run `node server/src/voice/emergency/examples/learn-danger.ts` (half a minute) after
 * changing the examples, `lexicon.ts`, `frames.ts`, `words.ts` or `meaning.ts`. The same examples give the same
 * weights.
 */
const FEWEST_EXAMPLES = 2
const ROUNDS = 120
/** Regularisation: keeps weights small that few examples support. */
const DECAY = 2
const STEP = 0.04
/** Weights are rounded to multiples of this; those that round to zero are left out. */
const GRAIN = 0.04
/**
 * Each example is also learnt in this many variants, with other people in it and some words left out, so that no single
 * word decides.
 */
const VARIANTS = 2
const LEFT_OUT_SHARE = 0.15
const SPOKEN_WAYS = 5
/** The log ratio from which a feature votes for a kind. */
const TELLING = 0.7
const PEOPLE =
  'husband wife dad mum mother father son daughter brother sister friend grandma grandpa neighbour boyfriend girlfriend partner uncle aunt'.split(
    ' ',
  )
const PERSON = new RegExp(`\\b(?:${PEOPLE.join('|')}|mom|granddad|nan|neighbor)\\b`, 'gi')

interface Example {
  features: string[]
  isDistress: boolean
}

let seed = 3
/** A pseudo-random number 0…1, from the same sequence in each run. */
function chance(): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return seed / 2 ** 31
}

function linesOf(file: string): string[] {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
}

function examplesOf(lines: readonly string[], isDistress: boolean): Example[] {
  const variants = Array.from({ length: VARIANTS }, () => lines.map(variantOf))
  return [...lines, ...variants.flat()].map((line) => ({
    features: [...featuresOf(plainWords(line)).features],
    isDistress,
  }))
}

function variantOf(line: string): string {
  return line
    .split(' ')
    .filter(() => chance() > LEFT_OUT_SHARE)
    .join(' ')
    .replace(PERSON, () => PEOPLE[Math.floor(chance() * PEOPLE.length)] ?? '')
}

function learn(examples: readonly Example[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { features } of examples) for (const each of features) counts.set(each, (counts.get(each) ?? 0) + 1)
  const names = [...counts.keys()].filter((name) => (counts.get(name) ?? 0) >= FEWEST_EXAMPLES)
  const indexes = new Map(names.map((name, index) => [name, index]))
  const rows = examples.map(({ features }) => Uint32Array.from(features.flatMap((name) => indexes.get(name) ?? [])))
  const [weights, means, squares] = [1, 2, 3].map(() => new Float64Array(names.length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  for (let round = 1; round <= ROUNDS; round += 1) {
    const slopes = weights.map((weight, index) => (names[index] === '' ? 0 : DECAY * weight))
    for (const [at, row] of rows.entries()) {
      const logOdds = row.reduce((sum, index) => sum + (weights[index] ?? 0), 0)
      const error = 1 / (1 + Math.exp(-logOdds)) - Number(examples[at]?.isDistress)
      for (const index of row) slopes[index] = (slopes[index] ?? 0) + error
    }
    for (const [index, slope] of slopes.entries()) {
      means[index] = 0.9 * (means[index] ?? 0) + 0.1 * slope
      squares[index] = 0.999 * (squares[index] ?? 0) + 0.001 * slope * slope
      const mean = means[index] / (1 - 0.9 ** round)
      const spread = Math.sqrt(squares[index] / (1 - 0.999 ** round)) + 1e-8
      weights[index] = (weights[index] ?? 0) - (STEP * mean) / spread
    }
  }
  return new Map(names.map((name, index) => [name, weights[index] ?? 0]))
}

function save(file: string, weights: ReadonlyMap<string, number>): void {
  const byWeight = new Map<number, string[]>()
  for (const [name, weight] of weights) {
    const hundredths = Math.round(Math.round(weight / GRAIN) * GRAIN * 100)
    if (hundredths !== 0) byWeight.set(hundredths, [...(byWeight.get(hundredths) ?? []), name])
  }
  const lines = [...byWeight]
    .toSorted(([left], [right]) => right - left)
    .map(([weight, names]) => [weight, ...names.toSorted()].join('\t'))
  writeFileSync(new URL(`../${file}`, import.meta.url), `${lines.join('\n')}\n`)
}

/** How strongly each concept and word indicates a kind of emergency, from the examples that contain a sign. */
function learnKinds(lines: readonly string[]): Map<string, number> {
  const told = new Map<EmergencyKind, Map<string, number>>()
  const inAll = new Map<string, number>()
  let total = 0
  const totals = new Map<EmergencyKind, number>()
  for (const words of lines.map(plainWords)) {
    const signed = new Set(kindsBySigns(words))
    const kind = EMERGENCY_KINDS.find((each) => signed.has(each))
    if (!kind) continue
    total += 1
    totals.set(kind, (totals.get(kind) ?? 0) + 1)
    const counts = told.get(kind) ?? new Map<string, number>()
    told.set(kind, counts)
    for (const feature of [...featuresOf(words).features].filter((each) => /^[a-z:-]+$/.test(each))) {
      counts.set(feature, (counts.get(feature) ?? 0) + 1)
      inAll.set(feature, (inAll.get(feature) ?? 0) + 1)
    }
  }
  return new Map(
    [...told].flatMap(([kind, counts]) =>
      [...counts].flatMap(([feature, count]): [string, number][] => {
        const here = (count + 0.5) / ((totals.get(kind) ?? 0) + 1)
        const everywhere = ((inAll.get(feature) ?? 0) + 0.5) / (total + 1)
        const telling = Math.log(here / everywhere)
        return count >= FEWEST_EXAMPLES && telling > TELLING ? [[`${kind}=${feature}`, telling]] : []
      }),
    ),
  )
}

/** The emergency phrases of the recogniser's grammar, each in several of its forms. */
const spoken = EMERGENCY_PHRASES.flatMap((pattern) => {
  const ways = expandPattern(pattern, 300)
  return Array.from({ length: SPOKEN_WAYS }, () => ways[Math.floor(chance() * ways.length)] ?? '')
})
const distress = [...linesOf('distress.txt'), ...spoken]
save('kind-weights.txt', learnKinds(distress))
save('danger-weights.txt', learn([...examplesOf(distress, true), ...examplesOf(linesOf('ordinary.txt'), false)]))
