import type { KnowledgeEntry } from '#contract/assistant.ts'
import { HELP_QUESTIONS } from '#contract/realtime.ts'

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
