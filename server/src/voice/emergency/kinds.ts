/** The kinds of emergency, each with its own answer. */
export const EMERGENCY_KINDS = [
  'choking', 'breathing', 'drowning', 'unconscious', 'cardiac', 'stroke', 'overdose', 'suicide', 'self-harm', 'allergy', 'poisoning',
  'fire', 'gas', 'electric', 'bleeding', 'seizure', 'meningitis', 'pregnancy', 'head-injury', 'burn', 'sexual-assault',
  'child-danger', 'abuse', 'attack', 'accident', 'pet', 'unwell',
] as const // oxfmt-ignore

export type EmergencyKind = (typeof EMERGENCY_KINDS)[number]

export interface Signs {
  kind: EmergencyKind
  /** Patterns; their syntax is described at `withParts`. */
  signs: readonly string[]
  /** If one of these is in the sentence too, the sign is harmless. */
  unless?: readonly string[]
  /** Whether past events count too, because they still call for help. */
  alsoPast?: boolean
}
