import type { AssistantDefinition, KnowledgeEntry } from '#contract/assistant.ts'
import type { HeardLine } from './brain.ts'

const WORDS_OF_A_TEXT = 8

/** Asks whether a person means this, in words that name nothing else of what the assistant knows. */
export function askBack({ question, answer, isOffered }: KnowledgeEntry): string {
  if (isOffered) return `Do you mean: ${question}`
  // A text without a heading is named by its beginning.
  const name = answer.startsWith(question) ? `${answer.split(' ', WORDS_OF_A_TEXT).join(' ')} …` : question
  return `Do you want to know about this: ${name}?`
}

/** What the assistant's last line asked back, if it did. */
export function askedBack(assistant: AssistantDefinition, history: readonly HeardLine[]): KnowledgeEntry | undefined {
  const last = history.findLast(({ role }) => role === 'assistant')?.content
  return assistant.knowledge.find((entry) => askBack(entry) === last)
}
