import type { CatalogueAssistant } from '#contract/catalogue.ts'

/**
 * The rule of spec section 2: "Talk" if the person may talk and the assistant is available, otherwise "Sign up to
 * talk".
 */
export function mayTalkTo(assistant: CatalogueAssistant, mayTalk: boolean): boolean {
  return mayTalk && assistant.isAvailable
}
