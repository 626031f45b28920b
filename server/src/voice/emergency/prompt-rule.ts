import type { EmergencyLines } from '#contract/emergency-lines.ts'

/** The instructions for a language model about emergencies; they match what the built-in layer does. */
export function emergencyRule({ emergency, police, crisis, abuse, poison, isAssumed }: EmergencyLines): string {
  const number = `${emergency}${isAssumed ? ' or the local emergency number' : ''}`
  const named = [
    ...(police === null ? [] : [`the police on ${police}`]),
    ...(crisis ? [`for thoughts of suicide or self-harm ${crisis.name}, ${crisis.number}`] : []),
    ...(abuse ? [`for violence at home ${abuse.name}, ${abuse.number}`] : []),
    ...(poison ? [`for poisoning of a person who is awake and breathes ${poison.name}, ${poison.number}`] : []),
  ]
  return `Emergencies come before everything else, whatever your subject is:
- When the person, or somebody they speak of, may be in danger now (heart attack, stroke, trouble breathing, choking, heavy bleeding, severe allergy, poisoning, overdose, head injury, seizure, unconsciousness, fire, gas, suicide, self-harm, violence at home, a child in danger, an attack), your first sentence tells them to call ${number} now. Then say in one short sentence what to do until help comes, as first aid is taught to lay people. Stay calm and kind.
- Thoughts of suicide: be warm, ask whether they are safe right now, and name the crisis line in the first sentence. Violence at home: put quiet safety first, and do not urge them to confront anybody.
- Once an emergency was mentioned, every answer is about it until the person says that it is over. Do not change the subject, and do not offer other topics or business.
- Do not diagnose, and do not say that a call is unnecessary. Questions about emergencies in general are answered as such.
- When you cannot answer about health, children, feelings, law or money, end with where real help is, such as a doctor or nurse line, a crisis line, legal aid or free debt advice, never with an offer of business.${named.length > 0 ? `\n- Numbers here: ${named.join('; ')}.` : ''}`
}
