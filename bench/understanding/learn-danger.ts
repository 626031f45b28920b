import { readFileSync, writeFileSync } from 'node:fs'
import { expandPattern, parsePattern, type PatternNode } from '../../contract/src/phrase-pattern.ts'
import { CATALOGUE_DEFINITIONS } from '../../server/src/features/assistants/catalogue/all.ts'
import { kindFeaturesOf } from '../../server/src/voice/emergency/danger.ts'
import { kindsBySigns } from '../../server/src/voice/emergency/signs/kinds-by-signs.ts'
import { EMERGENCY_KINDS, type EmergencyKind } from '../../server/src/voice/emergency/kinds.ts'
import { featuresOf } from '../../server/src/voice/emergency/meaning.ts'
import { EMERGENCY_PHRASES } from '../../server/src/voice/emergency/spoken-signs.ts'
import { plainWords } from '../../server/src/voice/emergency/words.ts'
import { chancesFrom, descend, rowsOf } from './regression.ts'

/**
 * Learns `danger-weights.txt` and `kind-weights.txt` of `server/src/voice/emergency` by logistic regression on the
 * features of each sentence: of the examples in its folder `examples/`, and of the ways to ask for the entries of the
 * catalogue, which are ordinary. Run `node bench/understanding/learn-danger.ts` (half a minute) after changing the
 * examples, the ways to ask, `lexicon.ts`, `frames.ts`, `words.ts` or `meaning.ts`. The same examples give the same
 * weights.
 */
const EMERGENCY = new URL('../../server/src/voice/emergency/', import.meta.url)
const FEWEST_EXAMPLES = 2
const ROUNDS = 120
/** Regularisation: keeps weights small that few examples support. */
const DECAY = 2
/** Weights are rounded to multiples of this; those that round to zero are left out. */
const GRAIN = 0.04
/**
 * Each example is also learnt in this many variants, with other people in it and some words left out, so that no single
 * word decides.
 */
const VARIANTS = 2
const LEFT_OUT_SHARE = 0.15
/** This share of the examples gets a further variant, with an ordinary sentence before or after it. */
const JOINED_SHARE = 0.35
const SPOKEN_WAYS = 5
/** How many phrases of each line of `patterns.txt` are learnt. */
const PHRASES_PER_PATTERN = 20
const KIND_ROUNDS = 80
const KIND_DECAY = 1
/** The same for the weights of kinds, of which there are many more. */
const KIND_GRAIN = 0.2
const FEWEST_OF_KIND = 3
const PEOPLE =
  'husband wife dad mum mother father son daughter brother sister friend grandma grandpa neighbour boyfriend girlfriend partner uncle aunt'.split(
    ' ',
  )
const PERSON = new RegExp(`\\b(?:${PEOPLE.join('|')}|mom|granddad|nan|neighbor)\\b`, 'gi')

/** Entries of the catalogue that people ask for in danger too. All other ways to ask are ordinary. */
const ABOUT_DANGER: ReadonlySet<string> = new Set([
  'healthcare/chest-pain',
  'healthcare/stroke',
  'healthcare/burn',
  'healthcare/crisis',
  'pediatrics/choking-poison',
  'pediatrics/head-bump',
  'pediatrics/when-to-call',
  'pediatrics/rash',
  'therapy/crisis',
  'therapy/panic',
  'spiritual/crisis',
  'friendship/hard-times',
  'speech-therapy/sudden-change',
  'automotive/overheating',
])

interface Example {
  features: string[]
  isDistress: boolean
}

interface Cry {
  kind: EmergencyKind
  sentence: string
}

const chance = chancesFrom(7)

function linesOf(file: string): string[] {
  return readFileSync(new URL(`examples/${file}`, EMERGENCY), 'utf8')
    .trim()
    .split('\n')
}

/** A line of `distress.txt`: the kind, a tab and the sentence. */
function cryOf(line: string): Cry {
  const [name = '', sentence = ''] = line.split('\t')
  const kind = EMERGENCY_KINDS.find((each) => each === name)
  if (!kind) throw new Error(`There is no kind of emergency "${name}": ${line}`)
  return { kind, sentence }
}

/** @param besides what people may also say in the same breath */
function examplesOf(lines: readonly string[], isDistress: boolean, besides: readonly string[]): Example[] {
  const variants = Array.from({ length: VARIANTS }, () => lines.map(variantOf))
  const joined = lines.filter(() => chance() < JOINED_SHARE).map((line) => joinedWith(line, besides))
  return [...lines, ...variants.flat(), ...joined].map((line) => ({
    features: [...featuresOf(plainWords(line)).features],
    isDistress,
  }))
}

function joinedWith(line: string, besides: readonly string[]): string {
  const other = besides[Math.floor(chance() * besides.length)] ?? ''
  return chance() < 0.5 ? `${line} ${other}` : `${other} ${line}`
}

function variantOf(line: string): string {
  return line
    .split(' ')
    .filter(() => chance() > LEFT_OUT_SHARE)
    .join(' ')
    .replace(PERSON, () => PEOPLE[Math.floor(chance() * PEOPLE.length)] ?? '')
}

/** One of the pattern's phrases, by chance. */
function somePhraseOf(node: PatternNode): string {
  if (node.kind === 'word') return node.word
  if (node.kind === 'sequence') return node.items.map(somePhraseOf).join(' ').replace(/ +/g, ' ').trim()
  const taken = node.options[Math.floor(chance() * (node.options.length + Number(node.optional)))]
  return taken ? somePhraseOf(taken) : ''
}

function learn(examples: readonly Example[]): Map<string, number> {
  const { names, rows } = rowsOf(
    examples.map(({ features }) => features),
    FEWEST_EXAMPLES,
  )
  const decays = Float64Array.from(names, (name) => (name === '' ? 0 : DECAY))
  const weights = descend(decays, { rounds: ROUNDS }, (now, slopes) => {
    for (const [at, row] of rows.entries()) {
      const logOdds = row.reduce((sum, index) => sum + (now[index] ?? 0), 0)
      const error = 1 / (1 + Math.exp(-logOdds)) - Number(examples[at]?.isDistress)
      for (const index of row) slopes[index] = (slopes[index] ?? 0) + error
    }
  })
  return new Map(names.map((name, index) => [name, weights[index] ?? 0]))
}

function save(file: string, weights: ReadonlyMap<string, number>, grain: number): void {
  const byWeight = new Map<number, string[]>()
  for (const [name, weight] of weights) {
    const hundredths = Math.round(Math.round(weight / grain) * grain * 100)
    if (hundredths !== 0) byWeight.set(hundredths, [...(byWeight.get(hundredths) ?? []), name])
  }
  const lines = [...byWeight]
    .toSorted(([left], [right]) => right - left)
    .map(([weight, names]) => [weight, ...names.toSorted()].join('\t'))
  writeFileSync(new URL(file, EMERGENCY), `${lines.join('\n')}\n`)
}

/** Multinomial logistic regression (softmax) of the kind, on the features that indicate kinds. */
function learnKinds(examples: readonly Cry[]): Map<string, number> {
  const kinds = EMERGENCY_KINDS.length
  const told = examples.map(({ kind }) => EMERGENCY_KINDS.indexOf(kind))
  const { names, rows } = rowsOf(
    examples.map(({ sentence }) => {
      const words = plainWords(sentence)
      return kindFeaturesOf(featuresOf(words).features, kindsBySigns(words))
    }),
    FEWEST_OF_KIND,
  )
  const decays = new Float64Array(names.length * kinds).fill(KIND_DECAY)
  const weights = descend(decays, { rounds: KIND_ROUNDS }, (now, slopes) => {
    for (const [at, row] of rows.entries()) {
      const odds = EMERGENCY_KINDS.map((_, kind) =>
        Math.exp(row.reduce((sum, index) => sum + (now[index * kinds + kind] ?? 0), 0)),
      )
      const all = odds.reduce((sum, each) => sum + each, 0)
      for (const [kind, each] of odds.entries()) {
        const error = each / all - Number(told[at] === kind)
        for (const index of row) slopes[index * kinds + kind] = (slopes[index * kinds + kind] ?? 0) + error
      }
    }
  })
  return new Map(
    names.flatMap((name, index) =>
      EMERGENCY_KINDS.map((kind, at): [string, number] => [`${kind}=${name}`, weights[index * kinds + at] ?? 0]),
    ),
  )
}

/** The emergency phrases of the recogniser's grammar, each in several of its forms. */
const spoken = EMERGENCY_PHRASES.flatMap((pattern) => {
  const ways = expandPattern(pattern, 300)
  return Array.from({ length: SPOKEN_WAYS }, () => ways[Math.floor(chance() * ways.length)] ?? '')
})
/** Each line of `patterns.txt` is a kind, or "ordinary", a tab and a pattern; "{p}" stands for a person. */
const constructed = linesOf('patterns.txt').flatMap((line) => {
  const [kind = '', pattern = ''] = line.split('\t')
  const phrases = parsePattern(pattern.replace(/\{p\}('s)?/g, (_, end = '') => `(${PEOPLE.join(`${end} | `)}${end})`))
  return Array.from({ length: PHRASES_PER_PATTERN }, () => ({ kind, sentence: somePhraseOf(phrases) }))
})
const isOrdinary = ({ kind }: { kind: string }): boolean => kind === 'ordinary'
const cries = [
  ...linesOf('distress.txt'),
  ...constructed.filter((each) => !isOrdinary(each)).map(({ kind, sentence }) => `${kind}\t${sentence}`),
].map(cryOf)
const waysToAsk = CATALOGUE_DEFINITIONS.flatMap(({ id, knowledge }) =>
  knowledge.flatMap((entry) => (ABOUT_DANGER.has(`${id}/${entry.id}`) ? [] : entry.alsoAsked)),
)
const ordinary = [
  ...linesOf('ordinary.txt'),
  // Every assistant has the entries about privacy and for businesses.
  ...new Set(waysToAsk),
  ...constructed.filter(isOrdinary).map(({ sentence }) => sentence),
]
save('kind-weights.txt', learnKinds(cries), KIND_GRAIN)
const distress = [...cries.map(({ sentence }) => sentence), ...spoken]
save(
  'danger-weights.txt',
  learn([...examplesOf(distress, true, ordinary), ...examplesOf(ordinary, false, ordinary)]),
  GRAIN,
)
