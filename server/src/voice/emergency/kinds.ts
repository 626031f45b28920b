/** What an emergency is about: each kind has an answer of its own. */
export const EMERGENCY_KINDS = [
  'choking', 'breathing', 'drowning', 'unconscious', 'cardiac', 'stroke', 'overdose', 'suicide', 'self-harm', 'allergy', 'poisoning',
  'fire', 'gas', 'electric', 'bleeding', 'seizure', 'meningitis', 'pregnancy', 'head-injury', 'burn', 'sexual-assault',
  'child-danger', 'abuse', 'attack', 'accident', 'pet', 'unwell',
] as const // prettier-ignore

export type EmergencyKind = (typeof EMERGENCY_KINDS)[number]

export interface Signs {
  kind: EmergencyKind
  /** See `withParts`. */
  signs: readonly string[]
  /** Where one of these stands in the sentence too, the sign means something harmless. */
  unless?: readonly string[]
  /** What happened long ago still needs help. */
  alsoPast?: boolean
}
