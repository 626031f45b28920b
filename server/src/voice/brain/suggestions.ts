import type { AssistantDefinition, KnowledgeEntry } from '#contract/assistant.ts'
import type { VoiceId } from '#contract/voices.ts'
import { speakingMs } from '../tts/speaking-time.ts'
import { PART_MS } from './answer-parts.ts'
import type { HeardLine } from './brain.ts'

const SUGGESTIONS = 3

/** As many of the questions as there is time for, one at least; none where there is nothing to offer. */
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

/** Up to three questions that have not been asked yet, taken in turn so that each offer is a new one. */
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
