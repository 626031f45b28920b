import type { CatalogueAssistant } from '#contract/catalogue.ts'

export interface AssistantSearch {
  /** Typed words; all have to occur. Empty finds all assistants. */
  words: string
  /** A label, or null for all fields. */
  category: string | null
}

/** Lower case and without accents, so that "Café" and "cafe" are one. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
}

function hasLabel({ category, alsoCategory }: CatalogueAssistant, label: string | null): boolean {
  return label === null || category === label || alsoCategory === label
}

/** Everything on a card may be searched, and the second label too. */
function textOf({ name, title, description, category, alsoCategory }: CatalogueAssistant): string {
  return plain([name, title, description, category, alsoCategory ?? ''].join(' '))
}

/** Those who have the label, as their badge or as their second one, and all of the words, in the catalogue's order. */
export function findAssistants(
  assistants: readonly CatalogueAssistant[],
  { words, category }: AssistantSearch,
): readonly CatalogueAssistant[] {
  const wanted = plain(words).match(/[\p{Letter}\p{Number}]+/gu) ?? []
  return assistants.filter((assistant) => {
    if (!hasLabel(assistant, category)) return false
    const text = textOf(assistant)
    return wanted.every((word) => text.includes(word))
  })
}
