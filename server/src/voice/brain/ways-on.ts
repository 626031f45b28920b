import type { KnowledgeEntry } from '#contract/assistant.ts'
import { HELP_QUESTIONS } from '#contract/realtime.ts'

/**
 * The questions that a caller who was not understood can go on with: the nearest to the caller's words, then others.
 * @param nearest ids of entries, best first
 * @param others questions that may be asked at any time
 */
export function waysOn(
  knowledge: readonly KnowledgeEntry[],
  nearest: readonly string[],
  others: readonly string[],
): string[] {
  const offered = new Map(knowledge.flatMap(({ id, question, isOffered }) => (isOffered ? [[id, question]] : [])))
  const near = nearest.flatMap((id) => offered.get(id) ?? [])
  return [...new Set([...near, ...others])].slice(0, HELP_QUESTIONS)
}
