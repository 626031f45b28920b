import { CONCEPT_WORDS, DENIED_WORDS } from './concept-words.ts'
import type { EmergencyKind } from './kinds.ts'

type Tag = keyof typeof CONCEPT_WORDS | keyof typeof DENIED_WORDS

interface Rule {
  kind: EmergencyKind
  /** One of each, in any order, within as many words. A list is any of these. */
  all: readonly (Tag | readonly Tag[])[]
  within: number
}

const RULES: readonly Rule[] = [
  { kind: 'unconscious', all: ['other', 'down', 'look'], within: 14 },
  { kind: 'unconscious', all: ['other', 'down', ['lost', 'lostPart']], within: 16 },
  { kind: 'unconscious', all: ['other', 'lost'], within: 5 },
  { kind: 'choking', all: [['self', 'other'], 'stuck', ['lost', 'lostPart'], ['lostPart', 'airway', 'urgent']], within: 14 },
  { kind: 'choking', all: ['food', 'stuck', ['lost', 'lostPart']], within: 10 },
  { kind: 'breathing', all: [['self', 'other'], 'lost', ['urgent', 'core', 'airway', 'look', 'mind']], within: 14 },
  { kind: 'cardiac', all: [['self', 'other'], 'core', 'crushing'], within: 10 },
  { kind: 'cardiac', all: [['self', 'other'], 'core', 'pain', ['urgent', 'mind', 'look']], within: 14 },
  { kind: 'stroke', all: [['self', 'other'], 'side', 'deficit', ['lostPart', 'urgent', 'deficit']], within: 14 },
  { kind: 'stroke', all: ['other', 'side', 'deficit'], within: 7 },
  { kind: 'stroke', all: ['other', 'side', 'lostPart', ['deficit', 'urgent', 'look']], within: 12 },
  { kind: 'bleeding', all: [['self', 'other'], 'blood', ['much', 'unceasing']], within: 10 },
  { kind: 'bleeding', all: [['self', 'other'], 'cut', 'limb', ['deep', 'unceasing']], within: 12 },
  { kind: 'bleeding', all: [['self', 'other'], 'cut', 'gore', ['much', 'limb', 'deep']], within: 12 },
  { kind: 'poisoning', all: ['child', 'poison', 'ingested'], within: 10 },
  { kind: 'poisoning', all: [['self', 'other'], 'poison', 'ingested', ['sick', 'urgent']], within: 12 },
  { kind: 'poisoning', all: [['self', 'other'], 'toxin', 'took'], within: 8 },
  { kind: 'overdose', all: [['self', 'other'], 'took', 'many', 'dose'], within: 9 },
  { kind: 'burn', all: [['self', 'other'], 'burnt', 'side', 'badly'], within: 12 },
  { kind: 'child-danger', all: ['stranger', 'grab', 'child'], within: 8 },
  { kind: 'fire', all: ['building', 'fire', 'thick'], within: 9 },
  { kind: 'allergy', all: [['self', 'other'], 'airway', 'swollen', ['allergen', 'urgent', 'lost', 'lostPart']], within: 14 },
  { kind: 'attack', all: ['stranger', 'home', 'prowl', ['self', 'urgent']], within: 12 },
  { kind: 'abuse', all: ['household', 'violent', ['self', 'other'], 'urgent'], within: 10 },
  { kind: 'abuse', all: ['adult', 'hurting', 'kin'], within: 5 },
  { kind: 'child-danger', all: ['child', 'gone', 'urgent'], within: 10 },
  { kind: 'child-danger', all: ['child', 'away', 'hours', ['hours', 'urgent', 'gone']], within: 16 },
  { kind: 'unwell', all: ['other', 'fit', ['lost', 'lostPart', 'look', 'fit', 'urgent', 'down']], within: 14 },
  { kind: 'suicide', all: ['self', 'deathTool', 'deathWish', 'self'], within: 12 },
  { kind: 'fire', all: ['building', 'fire', 'urgent'], within: 10 },
  { kind: 'unwell', all: ['other', 'sick', 'urgent', ['look', 'lost', 'lostPart', 'pain', 'down', 'blood', 'self']], within: 9 },
] // prettier-ignore

const DENIALS = new Set(
  'not cannot no nobody never unable barely hardly stopped without quit stops trouble struggling difficulty'.split(' '),
)
/** How many words further a denial reaches. */
const DENIAL_REACH = 4
/** What may stand beside a denial and keeps its meaning. */
const UNDENIABLE: ReadonlySet<Tag> = new Set([
  'other',
  'self',
  'child',
  'side',
  'core',
  'limb',
  'household',
  'stranger',
  'airway',
  'hours',
  'kin',
  'adult',
])

const TAGS = tagsByWord(CONCEPT_WORDS)
const DENIED_TAGS = tagsByWord(DENIED_WORDS)
const DENIED_TAGS_OF_ALL = new Map(
  [...TAGS.keys(), ...DENIED_TAGS.keys()].map((word) => [
    word,
    [...(TAGS.get(word) ?? []).filter((tag) => UNDENIABLE.has(tag)), ...(DENIED_TAGS.get(word) ?? [])],
  ]),
)

function tagsByWord(concepts: Readonly<Partial<Record<Tag, string>>>): Map<string, Tag[]> {
  const tags = new Map<string, Tag[]>()
  for (const [concept, words] of Object.entries(concepts) as [Tag, string][]) {
    for (const word of new Set(words.split(/\s+/))) tags.set(word, [...(tags.get(word) ?? []), concept])
  }
  return tags
}

/** For each word, the parts that it meets of each rule, as bits: as it stands, and denied. */
const PARTS_MET = partsMet(TAGS)
const PARTS_MET_DENIED = partsMet(DENIED_TAGS_OF_ALL)

function partsMet(words: ReadonlyMap<string, readonly Tag[]>): Map<string, readonly number[]> {
  const bitsIn = ({ all }: Rule, tags: readonly Tag[]): number =>
    all.reduce((bits, part, index) => ([part].flat().some((tag) => tags.includes(tag)) ? bits | (1 << index) : bits), 0)
  return new Map([...words].map(([word, tags]) => [word, RULES.map((rule) => bitsIn(rule, tags))]))
}

/** The kinds of emergency that the words of a sentence add up to. */
export function concernsOf(words: readonly string[]): EmergencyKind[] {
  const denied = deniedAmong(words)
  const met = words.map((word, at) => {
    const meanings = denied[at] ? PARTS_MET_DENIED : PARTS_MET
    return meanings.get(isManyDigits(word) ? '#' : word) ?? meanings.get(`${word}_${words[at + 1]}`)
  })
  const kinds = new Set<EmergencyKind>()
  for (const [index, rule] of RULES.entries()) {
    if (kinds.has(rule.kind)) continue
    const bits = met.map((each) => each?.[index] ?? 0)
    const whole = (1 << rule.all.length) - 1
    if (bits.reduce((all, each) => all | each, 0) !== whole) continue
    if (bits.some((first, from) => first !== 0 && fits(words, bits, from, { within: rule.within, whole })))
      kinds.add(rule.kind)
  }
  return [...kinds]
}

/** Pills are counted: five are many. */
function isManyDigits(word: string): boolean {
  return /^\d+$/.test(word) && Number(word) >= 5
}

/** What is denied is no sign: "no pain", "not blue". */
function deniedAmong(words: readonly string[]): boolean[] {
  let deniedUntil = -1
  return words.map((word, at) => {
    const isDenied = at <= deniedUntil
    if (DENIALS.has(word)) deniedUntil = at + DENIAL_REACH
    return isDenied
  })
}

/** Whether each part is met by a word of its own, from this word on. */
function fits(
  words: readonly string[],
  bits: readonly number[],
  from: number,
  { within, whole }: { within: number; whole: number },
): boolean {
  const window = bits.slice(from, from + within)
  if (window.reduce((all, each) => all | each, 0) !== whole) return false
  // The same word twice says no more than once.
  const met = new Map<string, number>()
  for (const [at, each] of window.entries()) if (each !== 0) met.set(words[from + at] ?? '', each)
  return assign([...met.values()], whole)
}

function assign(met: readonly number[], open: number): boolean {
  if (open === 0) return true
  const part = open & -open
  return met.some((bits, at) => (bits & part) !== 0 && assign(met.toSpliced(at, 1), open ^ part))
}
