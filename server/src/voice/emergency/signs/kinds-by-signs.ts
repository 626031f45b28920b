import { isDenied, isHarmless, isOfAThing } from '../frames.ts'
import type { EmergencyKind } from '../kinds.ts'
import { createSignMatcher } from './sign-matcher.ts'
import { SIGNS_OF_BREATH } from './signs-of-breath.ts'
import { SIGNS_OF_DANGER } from './signs-of-danger.ts'
import { SIGNS_OF_DESPAIR } from './signs-of-despair.ts'
import { SIGNS_OF_ILLNESS } from './signs-of-illness.ts'
import { SIGNS_OF_INJURY } from './signs-of-injury.ts'
import { SIGNS_OF_VIOLENCE } from './signs-of-violence.ts'

const ALL_SIGNS = [
  ...SIGNS_OF_BREATH,
  ...SIGNS_OF_ILLNESS,
  ...SIGNS_OF_DANGER,
  ...SIGNS_OF_INJURY,
  ...SIGNS_OF_DESPAIR,
  ...SIGNS_OF_VIOLENCE,
]

const ALSO_PAST: ReadonlySet<EmergencyKind> = new Set(
  ALL_SIGNS.filter((signs) => signs.alsoPast).map(({ kind }) => kind),
)
/** Two groups of signs for each entry: those of the emergency, and those that make them harmless. */
const findSigns = createSignMatcher(
  ALL_SIGNS.flatMap(({ signs, unless = [] }) => [
    { signs, isGuarded: true },
    { signs: unless, isGuarded: false },
  ]),
  (words, at) => !isDenied(words, at) && !isOfAThing(words, at),
)

/** The kinds of emergency of which the words contain a sign. */
export function kindsBySigns(words: readonly string[]): EmergencyKind[] {
  const padded = ` ${words.join(' ')} `
  const found = findSigns(words)
  return ALL_SIGNS.flatMap(({ kind }, index) =>
    found.has(index * 2) && !found.has(index * 2 + 1) && !isHarmless(padded, ALSO_PAST.has(kind)) ? [kind] : [],
  )
}
