import type { AssistantDefinition, KnowledgeEntry } from '#contract/assistant.ts'
import { HELP_QUESTIONS } from '#contract/realtime.ts'
import type { VoiceId } from '#contract/voices.ts'
import { speakingMs } from '../tts/speaking-time.ts'
import { PART_MS } from './answer-parts.ts'
import type { HeardLine } from './brain.ts'

const SUGGESTIONS = 3

/** Adds as many of the questions as there is time to speak, but at least one if there are any. */
export function withSuggestions(lead: string, questions: readonly string[], voiceId: VoiceId): string {
  const [first, ...more] = questions
  if (first === undefined) return lead
  let text = `${lead} You could ask: ${first}`
  for (const question of more) {
    const longer = `${text} Or: ${question}`
    if (speakingMs(longer, voiceId) > PART_MS) break
    text = longer
  }
  return text
}

export function withoutBusiness(assistant: AssistantDefinition): AssistantDefinition {
  return { ...assistant, knowledge: assistant.knowledge.filter(({ id }) => id !== 'for-business') }
}

/** Up to three questions that have not been asked yet. The selection rotates, so that repeated suggestions differ. */
export function suggest(
  assistant: AssistantDefinition,
  asked: readonly KnowledgeEntry[],
  history: readonly HeardLine[],
  most = SUGGESTIONS,
): string[] {
  const offered = assistant.knowledge.filter((entry) => entry.isOffered)
  const fresh = offered.filter((entry) => !asked.includes(entry))
  const pool = fresh.length >= most ? fresh : offered
  const turns = history.filter((line) => line.role === 'assistant').length
  const from = (turns * most) % Math.max(1, pool.length)
  return [...pool.slice(from), ...pool.slice(0, from)].slice(0, most).map((entry) => entry.question)
}

/** Questions to suggest to a caller who was not understood: those closest to the caller's words, then others. */
export function waysOn(
  knowledge: readonly KnowledgeEntry[],
  nearest: readonly string[],
  others: readonly string[],
): string[] {
  const offered = new Map(knowledge.flatMap(({ id, question, isOffered }) => (isOffered ? [[id, question]] : [])))
  const near = nearest.flatMap((id) => offered.get(id) ?? [])
  return [...new Set([...near, ...others])].slice(0, HELP_QUESTIONS)
}
