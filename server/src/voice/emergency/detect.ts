import { isAsking, isDenied, isHarmless, isOfAThing } from './frames.ts'
import { EMERGENCY_KINDS, type EmergencyKind } from './kinds.ts'
import { concernsOf } from './concepts.ts'
import { createSignMatcher } from './sign-matcher.ts'
import { SIGNS_OF_BREATH } from './signs-of-breath.ts'
import { SIGNS_OF_DANGER } from './signs-of-danger.ts'
import { SIGNS_OF_DESPAIR } from './signs-of-despair.ts'
import { SIGNS_OF_ILLNESS } from './signs-of-illness.ts'
import { SIGNS_OF_INJURY } from './signs-of-injury.ts'
import { SIGNS_OF_VIOLENCE } from './signs-of-violence.ts'
import { SIGNS_SAID_OTHERWISE } from './signs-said-otherwise.ts'
import { plainWords } from './words.ts'

export const ALL_SIGNS = [
  ...SIGNS_OF_BREATH,
  ...SIGNS_OF_ILLNESS,
  ...SIGNS_OF_DANGER,
  ...SIGNS_OF_INJURY,
  ...SIGNS_OF_DESPAIR,
  ...SIGNS_OF_VIOLENCE,
  ...SIGNS_SAID_OTHERWISE,
]

const ALSO_PAST: ReadonlySet<EmergencyKind> = new Set(
  ALL_SIGNS.filter((signs) => signs.alsoPast).map(({ kind }) => kind),
)
/** Two groups for each kind: its signs, and what makes them harmless. */
const findSigns = createSignMatcher(
  ALL_SIGNS.flatMap(({ signs, unless = [] }) => [
    { signs, isGuarded: true },
    { signs: unless, isGuarded: false },
  ]),
  (words, at) => !isDenied(words, at) && !isOfAThing(words, at),
)

/** Of a longer text, its beginning and its end are read. */
const READ_CHARACTERS = 1_000

/**
 * The emergency that a text speaks of, as something that is happening to a person now; undefined for questions about such
 * things, for what was long ago or made up, and for everything else. Pure, and quick enough for every turn.
 */
export function detectEmergency(text: string): EmergencyKind | undefined {
  const found = new Set<EmergencyKind>()
  let concern: EmergencyKind | undefined
  for (const words of sentencesOf(text)) {
    const padded = ` ${words.join(' ')} `
    const isAlarming = (kind: EmergencyKind): boolean => !isHarmless(padded, ALSO_PAST.has(kind))
    for (const kind of signsIn(words).filter(isAlarming)) found.add(kind)
    if (found.size === 0) concern ??= isAsking(padded) ? undefined : concernsOf(words).find(isAlarming)
  }
  return EMERGENCY_KINDS.find((kind) => found.has(kind)) ?? concern
}

/** A sentence on its own: what one says ("What are the signs?") must not silence the next ("My dad can't speak"). */
function sentencesOf(text: string): string[][] {
  const read =
    text.length <= READ_CHARACTERS * 2 ? text : `${text.slice(0, READ_CHARACTERS)}. ${text.slice(-READ_CHARACTERS)}`
  const parts = read
    .split(/(?<=[.!?;\n])\s+|\n+/)
    .map(plainWords)
    .filter(({ length }) => length > 0)
  // Signs may be spread over sentences: "My dad. He isn't breathing."
  return parts.length > 1 ? [...parts, ...parts.slice(1).map((part, at) => [...(parts[at] ?? []), ...part])] : parts
}

function signsIn(words: readonly string[]): EmergencyKind[] {
  const found = findSigns(words)
  return ALL_SIGNS.flatMap(({ kind }, index) => (found.has(index * 2) && !found.has(index * 2 + 1) ? [kind] : []))
}
