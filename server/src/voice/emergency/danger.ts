import { readFileSync } from 'node:fs'
import { featuresOf } from './meaning.ts'
import { EMERGENCY_KINDS, type EmergencyKind } from './kinds.ts'

/**
 * What each feature of a sentence adds to the likelihood (log odds) that a person is in danger now. Learnt from the sentences
 * in `testing/` by `testing/learn-danger.ts`: lines of a weight in hundredths and the features that have it.
 */
const WEIGHTS = readWeights('danger-weights.txt')
/** How much more often a feature was told of this kind than of others, as the logarithm. */
const KIND_WEIGHTS = new Map(EMERGENCY_KINDS.map((kind) => [kind, new Map<string, number>()]))
for (const [name, weight] of readWeights('kind-weights.txt')) {
  const [kind = '', feature = ''] = name.split('=')
  KIND_WEIGHTS.get(kind as EmergencyKind)?.set(feature, weight)
}
/** Where the votes are closer, nothing special is said of any kind. */
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

/** Concepts that are about nothing dangerous by themselves. */
const NEUTRAL: ReadonlySet<string> = new Set(
  `self my child family other person elderly sudden going_on extent not if pet number many place help whatdo odd past talk wonder tell qhow qwhat
  qwho qcan tech biz moneytalk lawtalk estate food vehicle learn fiction leisure faith mood care household`.split(
    /\s+/,
  ),
)

/** The likelihood, as log odds, that these words speak of a person in danger now, and the features that speak of it. */
export function dangerOf(words: readonly string[]): { logOdds: number; features: ReadonlySet<string> } {
  const { features, concepts } = featuresOf(words)
  let logOdds = 0
  for (const feature of features) logOdds += WEIGHTS.get(feature) ?? 0
  if (concepts.every((concept) => NEUTRAL.has(concept))) logOdds = Math.min(0, logOdds)
  return { logOdds, features }
}

/** The kind of danger: concepts and words vote for the kinds that they were told of in the examples. */
export function kindAmong(features: ReadonlySet<string>): EmergencyKind {
  const votes = EMERGENCY_KINDS.map((kind) => {
    const weights = KIND_WEIGHTS.get(kind)
    return { kind, sum: [...features].reduce((sum, feature) => sum + (weights?.get(feature) ?? 0), 0) }
  })
  const [first, second] = votes.toSorted((left, right) => right.sum - left.sum)
  return first && second && first.sum - second.sum >= CLEAR_LEAD ? first.kind : 'unwell'
}
