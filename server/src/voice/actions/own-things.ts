import { normaliseWords } from '#contract/phrase-pattern.ts'
import type { ActionTool } from '../actions.ts'

/** What callers usually call an appointment. The built-in brain and recogniser know these words, too, in the plural. */
export const USUAL_THINGS = 'appointment booking session visit meeting consultation slot reservation'.split(' ')

/** A longer title is a description, which no caller repeats. */
const MOST_WORDS = 4
/** A shorter last word is too likely to occur in other requests. */
const SHORTEST_LAST_WORD = 4

/**
 * What callers may call this business's appointments, besides "appointment" and the like: "Driving lesson" is also asked
 * for as a "lesson".
 * @returns lower-case words, empty if the appointments have no name of their own
 */
export function ownThings(tools: readonly ActionTool[]): string[] {
  const words = normaliseWords(tools.find(({ kind }) => kind === 'book')?.title ?? '')
  const last = words.at(-1) ?? ''
  if (words.length > MOST_WORDS || last.length < SHORTEST_LAST_WORD) return []
  return [...new Set([words.join(' '), last])].filter((thing) => /^[\p{L}' ]+$/u.test(thing))
}
