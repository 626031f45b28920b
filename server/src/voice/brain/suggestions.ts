import type { AssistantDefinition, KnowledgeEntry } from '#contract/assistant.ts'
import { HELP_QUESTIONS } from '#contract/realtime.ts'
import type { VoiceId } from '#contract/voices.ts'
import { speakingMs } from '../tts/speaking-time.ts'
import { PART_MS } from './answer-parts.ts'
import { isHeaded, nameOf } from './ask-back.ts'
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

/** Entries about the service itself, which are no help to a caller with another question. */
const ABOUT_SERVICE: ReadonlySet<string> = new Set(['for-business', 'privacy'])

export function withinField(assistant: AssistantDefinition): AssistantDefinition {
  return { ...assistant, knowledge: assistant.knowledge.filter(({ id }) => !ABOUT_SERVICE.has(id)) }
}

/** Up to three questions that have not been asked yet. The selection rotates, so that repeated suggestions differ. */
export function suggest(
  assistant: AssistantDefinition,
  asked: readonly KnowledgeEntry[],
  history: readonly HeardLine[],
  most = SUGGESTIONS,
): string[] {
  const offered = offerable(assistant)
  const fresh = offered.filter((entry) => !asked.includes(entry))
  const pool = fresh.length >= most ? fresh : offered
  const turns = history.filter((line) => line.role === 'assistant').length
  const from = (turns * most) % Math.max(1, pool.length)
  return [...pool.slice(from), ...pool.slice(0, from)].slice(0, most).map(nameOf)
}

/** The questions of an assistant; if it was made of a text alone, the text's headings. */
function offerable({ knowledge }: AssistantDefinition): readonly KnowledgeEntry[] {
  const questions = knowledge.filter(({ isOffered }) => isOffered)
  if (questions.length > 0) return questions
  const headed = knowledge.filter(isHeaded)
  return [...Map.groupBy(headed, ({ question }) => question).values()].flatMap(([first]) => first ?? [])
}

/**
 * Questions to suggest to a caller who was not understood: those closest to the caller's words that were neither asked
 * nor suggested before, then others.
 */
export function waysOn(
  assistant: AssistantDefinition,
  nearest: readonly string[],
  asked: readonly KnowledgeEntry[],
  history: readonly HeardLine[],
): string[] {
  const offered = new Map(offerable(assistant).map((entry) => [entry.id, entry]))
  const isKnown = (name: string): boolean =>
    history.some(({ role, content }) => role === 'assistant' && content.includes(name))
  const near = nearest
    .flatMap((id) => offered.get(id) ?? [])
    .filter((entry) => !asked.includes(entry) && !isKnown(nameOf(entry)))
  return [...new Set([...near.map(nameOf), ...suggest(assistant, asked, history)])].slice(0, HELP_QUESTIONS)
}
