import { readFileSync } from 'node:fs'
import { featuresOf } from './meaning.ts'
import { EMERGENCY_KINDS, type EmergencyKind } from './kinds.ts'

/**
 * The log odds that each feature of a sentence adds to the probability that a person is in danger now. Learnt by
 * `bench/understanding/learn-danger.ts`, from `examples/` and from what people ask the catalogue. Each line of the file
 * has a weight in hundredths and the features with that weight.
 */
const WEIGHTS = readWeights('danger-weights.txt')
/** For each feature, the log odds that it adds to the probability of a kind of emergency. */
const KIND_WEIGHTS = new Map<string, { kind: EmergencyKind; weight: number }[]>()
for (const [name, weight] of readWeights('kind-weights.txt')) {
  const [kind = '', feature = ''] = name.split('=')
  KIND_WEIGHTS.set(feature, [...(KIND_WEIGHTS.get(feature) ?? []), { kind: kind as EmergencyKind, weight }])
}

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
  qwho qcan tech biz moneytalk lawtalk estate food vehicle learn power fiction leisure faith mood care household`.split(
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

/** The features that indicate the kind: single concepts, single word stems, and the kinds of the signs found. */
export function kindFeaturesOf(features: ReadonlySet<string>, signs: readonly EmergencyKind[]): string[] {
  return [...[...features].filter((feature) => !/[+>^ !]/.test(feature)), ...signs.map((kind) => `!${kind}`)]
}

/** The most probable kind of emergency, learnt from labelled examples, and its probability (0–1). */
export function likeliestKind(
  features: ReadonlySet<string>,
  signs: readonly EmergencyKind[],
): { kind: EmergencyKind; likelihood: number } {
  const sums = new Map<EmergencyKind, number>(EMERGENCY_KINDS.map((kind) => [kind, 0]))
  for (const feature of kindFeaturesOf(features, signs)) {
    for (const { kind, weight } of KIND_WEIGHTS.get(feature) ?? []) sums.set(kind, (sums.get(kind) ?? 0) + weight)
  }
  const odds = [...sums].map(([kind, sum]) => ({ kind, odds: Math.exp(sum) }))
  const best = odds.reduce((most, each) => (each.odds > most.odds ? each : most))
  return { kind: best.kind, likelihood: best.odds / odds.reduce((sum, each) => sum + each.odds, 0) }
}
