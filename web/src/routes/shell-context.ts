import type { CatalogueAssistant } from '#contract/catalogue.ts'
import { useOutletContext } from 'react-router'

/** What the shell does for the screens in it. */
export interface ShellContext {
  /** Signed in, or holding the local team flag. */
  mayTalk: boolean
  openCatalogue: () => void
  openBusinessPlans: () => void
  /** Opens the dialog in which a business makes its own assistant. */
  openCustomize: () => void
  /** Opens the talk dialog, or leads visitors who may not talk yet to `/auth`. */
  talkTo: (assistant: CatalogueAssistant) => void
}

export function useShell(): ShellContext {
  return useOutletContext<ShellContext>()
}
