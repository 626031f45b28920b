import type { CatalogueAssistant } from '#contract/catalogue.ts'

/** The rule of spec section 2: "Talk" for people who may, when the assistant is available; else "Sign up to talk". */
export function mayTalkTo(assistant: CatalogueAssistant, mayTalk: boolean): boolean {
  return mayTalk && assistant.isAvailable
}

/** Those with the label as their badge or as their second one; all for null. */
export function inCategory(
  assistants: readonly CatalogueAssistant[],
  category: string | null,
): readonly CatalogueAssistant[] {
  if (category === null) return assistants
  return assistants.filter((assistant) => assistant.category === category || assistant.alsoCategory === category)
}
