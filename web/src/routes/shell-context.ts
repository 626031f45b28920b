import type { CatalogueAssistant } from '#contract/catalogue.ts'
import { useOutletContext } from 'react-router'

export interface ShellContext {
  /** Signed in, or holding the local team flag. */
  mayTalk: boolean
  openCatalogue: () => void
  openBusinessPlans: () => void
  openCustomize: () => void
  /** Opens the talk dialog, or leads visitors who may not talk yet to `/auth`. */
  talkTo: (assistant: CatalogueAssistant) => void
}

export function useShell(): ShellContext {
  return useOutletContext<ShellContext>()
}
