import type { CatalogueAssistant } from '#contract/catalogue.ts'

export interface AssistantSearch {
  /** The typed words; an assistant must match all of them. Empty matches all assistants. */
  words: string
  /** A category, or null for all. */
  category: string | null
}

/** Lower case and without accents, so that "Café" matches "cafe". */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
}

function hasLabel({ category, alsoCategory }: CatalogueAssistant, label: string | null): boolean {
  return label === null || category === label || alsoCategory === label
}

/** The searched text: everything on the card, and the second category. */
function textOf({ name, title, description, category, alsoCategory }: CatalogueAssistant): string {
  return plain([name, title, description, category, alsoCategory ?? ''].join(' '))
}

/** The assistants in the category, be it their first or second, that match all words; in the catalogue's order. */
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
