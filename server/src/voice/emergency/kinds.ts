/** The kinds of emergency, each with its own answer. */
export const EMERGENCY_KINDS = [
  'choking', 'breathing', 'drowning', 'unconscious', 'cardiac', 'stroke', 'overdose', 'suicide', 'self-harm', 'allergy', 'poisoning',
  'fire', 'gas', 'electric', 'bleeding', 'seizure', 'meningitis', 'pregnancy', 'head-injury', 'burn', 'sexual-assault',
  'child-danger', 'abuse', 'attack', 'accident', 'pet', 'unwell',
] as const // oxfmt-ignore

export type EmergencyKind = (typeof EMERGENCY_KINDS)[number]
