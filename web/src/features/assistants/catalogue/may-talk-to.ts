import type { CatalogueAssistant } from '#contract/catalogue.ts'

/** The rule of spec section 2: "Talk" for people who may, when the assistant is available; else "Sign up to talk". */
export function mayTalkTo(assistant: CatalogueAssistant, mayTalk: boolean): boolean {
  return mayTalk && assistant.isAvailable
}
