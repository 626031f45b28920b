import { readFileSync } from 'node:fs'
import { featuresOf } from './meaning.ts'
import type { EmergencyKind } from './kinds.ts'

/**
 * What each feature of a sentence adds to the likelihood (log odds) that a person is in danger now. Learnt from the sentences
 * in `testing/` by `testing/learn-danger.ts`: lines of a weight in hundredths and the features that have it.
 */
const WEIGHTS = new Map(
  readFileSync(new URL('danger-weights.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [weight, ...features] = line.split('\t')
      return features.map((feature) => [feature, Number(weight) / 100] as const)
    }),
)

/** Concepts that are about nothing dangerous by themselves. */
const NEUTRAL: ReadonlySet<string> = new Set(
  `self my child family other person elderly sudden going_on extent not if pet number many place help whatdo odd past talk wonder tell qhow qwhat
  qwho qcan tech biz moneytalk lawtalk estate food vehicle learn fiction leisure faith mood care household`.split(
    /\s+/,
  ),
)

/** The likelihood, as log odds, that these words speak of a person in danger now, and what they speak of. */
export function dangerOf(words: readonly string[]): { logOdds: number; kind: EmergencyKind } {
  const { features, concepts } = featuresOf(words)
  let logOdds = 0
  for (const feature of features) logOdds += WEIGHTS.get(feature) ?? 0
  if (concepts.every((concept) => NEUTRAL.has(concept))) logOdds = Math.min(0, logOdds)
  return { logOdds, kind: kindAmong(features) }
}

/** Of what is told about danger, the kind; the first whose parts are all there, each in one of its ways. */
const KINDS: readonly (readonly [EmergencyKind, ...string[]])[] = [
  ['choking', 'choke stuck', 'airway smallthing throttle no-throttle breath no-breath', 'airway child throttle no-throttle colour'],
  ['drowning', 'drown'],
  ['breathing', 'no-breath asthma'],
  ['breathing', 'breath', 'colour odd extent help fear no-speech going_on'],
  ['suicide', 'endit'],
  ['suicide', 'means', 'die life farewell plan threat nomore'],
  ['suicide', 'nomore no-life no-goon', 'life no-life goon no-goon die no-relief'],
  ['self-harm', 'selfharm', 'self family child person', 'wound limb skin hot selfharm'],
  ['overdose', 'overdose'],
  ['overdose', 'medicine drug alcohol', 'many faint breath vomit ingest'],
  ['sexual-assault', 'sexual', 'self family child other person'],
  ['unconscious', 'no-vital'],
  ['stroke', 'speech face confused', 'weak face limb sudden odd'],
  ['cardiac', 'chest heart', 'pain pressure jaw sweat faint spread colour limb'],
  ['allergy', 'allergy'],
  ['allergy', 'swell', 'airway allergen face'],
  ['poisoning', 'poison plantpoison', 'ingest vomit'],
  ['gas', 'co'],
  ['gas', 'gas', 'smell house building leak'],
  ['electric', 'electric', 'limb self other person family child'],
  ['fire', 'fire', 'building crash hot electric'],
  ['bleeding', 'blood', 'flow wound limb head vomit extent no-flow'],
  ['pregnancy', 'pregnant', 'blood pain weeks babycoming head extent swell fall'],
  ['pregnancy', 'babycoming', 'pregnant head cord birth'],
  ['burn', 'hot', 'skin limb face airway chest'],
  ['seizure', 'fit', 'other family child person'],
  ['meningitis', 'rash fever', 'stiffneck faint rash confused'],
  ['head-injury', 'head', 'fall hit crash vomit confused'],
  ['unconscious', 'faint', 'other family child person'],
  ['child-danger', 'missing taken alone', 'child'],
  ['abuse', 'hit trapped threat rage', 'family'],
  ['attack', 'weapon attack breakin', 'other person building'],
  ['accident', 'crash crushed fall fracture'],
] // prettier-ignore

function kindAmong(features: ReadonlySet<string>): EmergencyKind {
  const fits = KINDS.find(([, ...parts]) => parts.every((part) => part.split(' ').some((each) => features.has(each))))
  return fits?.[0] ?? 'unwell'
}
