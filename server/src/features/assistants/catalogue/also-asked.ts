import { readFileSync } from 'node:fs'
import type { AssistantDefinition } from '#contract/assistant.ts'

/**
 * Adds the ways in which people ask for each entry, from the assistant's file in `also-asked/`: whole sentences under the id of
 * their entry. They were written from the questions and answers alone, without looking at the corpus that is used for
 * measuring (`bench/understanding/ways-to-ask/`).
 */
export function withAlsoAsked(definition: AssistantDefinition): AssistantDefinition {
  const ways = readWays(definition.id)
  const unknown = [...ways.keys()].filter((id) => definition.knowledge.every((entry) => entry.id !== id))
  if (unknown.length > 0) throw new Error(`${definition.id} has no entries ${unknown.join(', ')}.`)
  const knowledge = definition.knowledge.map((entry) => ({
    ...entry,
    alsoAsked: [...entry.alsoAsked, ...(ways.get(entry.id) ?? [])],
  }))
  return { ...definition, knowledge }
}

function readWays(assistantId: string): Map<string, string[]> {
  const sections = readFileSync(new URL(`also-asked/${assistantId}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n\n')
  return new Map(
    sections.map((section) => {
      const [heading = '', ...lines] = section.split('\n')
      return [heading.slice(1, -1), lines]
    }),
  )
}
