import { readFileSync } from 'node:fs'
import { featuresOf } from './meaning.ts'
import { EMERGENCY_KINDS, type EmergencyKind } from './kinds.ts'

/**
 * The log odds that each feature of a sentence adds to the probability that a person is in danger now. Learnt from
 * `examples/` by `examples/learn-danger.ts`. Each line of the file has a weight in hundredths and the features with
 * that weight.
 */
const WEIGHTS = readWeights('danger-weights.txt')
/** For each kind of emergency, how much more often a feature occurs in its examples than in others (logarithm of the ratio). */
const KIND_WEIGHTS = new Map(EMERGENCY_KINDS.map((kind) => [kind, new Map<string, number>()]))
for (const [name, weight] of readWeights('kind-weights.txt')) {
  const [kind = '', feature = ''] = name.split('=')
  KIND_WEIGHTS.get(kind as EmergencyKind)?.set(feature, weight)
}
/** If the lead of the best kind is smaller than this, no particular kind is assumed. */
const CLEAR_LEAD = 0.7

function readWeights(file: string): Map<string, number> {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return new Map(
    lines.flatMap((line) => {
      const [weight, ...names] = line.split('\t')
      return names.map((name) => [name, Number(weight) / 100] as const)
    }),
  )
}

/** Concepts that are not dangerous by themselves. */
const NEUTRAL: ReadonlySet<string> = new Set(
  `self my child family other person elderly sudden going_on extent not if pet number many place help whatdo odd past talk wonder tell qhow qwhat
  qwho qcan tech biz moneytalk lawtalk estate food vehicle learn fiction leisure faith mood care household`.split(
    /\s+/,
  ),
)

/** The log odds that these words are about a person in danger now, and the features of the words. */
export function dangerOf(words: readonly string[]): { logOdds: number; features: ReadonlySet<string> } {
  const { features, concepts } = featuresOf(words)
  let logOdds = 0
  for (const feature of features) logOdds += WEIGHTS.get(feature) ?? 0
  if (concepts.every((concept) => NEUTRAL.has(concept))) logOdds = Math.min(0, logOdds)
  return { logOdds, features }
}

/** The kind of danger: each feature votes for the kinds in whose examples it is frequent. */
export function kindAmong(features: ReadonlySet<string>): EmergencyKind {
  const votes = EMERGENCY_KINDS.map((kind) => {
    const weights = KIND_WEIGHTS.get(kind)
    return { kind, sum: [...features].reduce((sum, feature) => sum + (weights?.get(feature) ?? 0), 0) }
  })
  const [first, second] = votes.toSorted((left, right) => right.sum - left.sum)
  return first && second && first.sum - second.sum >= CLEAR_LEAD ? first.kind : 'unwell'
}
