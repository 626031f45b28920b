import type { CatalogueAssistant } from '#contract/catalogue.ts'
import { useOutletContext } from 'react-router'

export interface ShellContext {
  /** Whether the viewer is signed in or has team access. */
  mayTalk: boolean
  openCatalogue: () => void
  openBusinessPlans: () => void
  openCustomize: () => void
  /** Opens the talk dialog, or `/auth` for visitors who may not talk yet. */
  talkTo: (assistant: CatalogueAssistant) => void
}

export function useShell(): ShellContext {
  return useOutletContext<ShellContext>()
}
