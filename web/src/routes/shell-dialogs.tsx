import type { CatalogueAssistant } from '#contract/catalogue.ts'
import type { OwnAssistant } from '#contract/own-assistant.ts'
import { useEffect, type Dispatch, type SetStateAction } from 'react'
import { useLocation } from 'react-router'
import { LoadBoundary } from '../ui/load-boundary.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import type { TrialEnd } from '../lib/trial-end.ts'
import { signInAndBackTo } from '../lib/auth-link.ts'
import { renderTry } from './try-slot.tsx'

// The dialogs, and everything that a call needs, are loaded on demand.
const CATALOGUE = onDemand(
  async () => (await import('../features/assistants/catalogue/catalogue-dialog.tsx')).CatalogueDialog,
)
const CALL = onDemand(async () => (await import('./call-dialog.tsx')).CatalogueCallDialog)
const AVATAR_PLANS = onDemand(async () => (await import('../features/plans/avatar-plan-dialog.tsx')).AvatarPlanDialog)
const CALLS = onDemand(async () => (await import('../features/call/list/calls-dialog.tsx')).CallsDialog)
const CUSTOMIZE = onDemand(
  async () => (await import('../features/assistants/form/customize-dialog.tsx')).CustomizeDialog,
)
const BUSINESS_PLANS = onDemand(
  async () => (await import('../features/plans/business-plan-dialog.tsx')).BusinessPlanDialog,
)

/** The delay between the end of a call and the offer of plans (spec section 9). */
const PLANS_AFTER_CALL_MS = 500

export type OpenDialog =
  | { kind: 'none' }
  | { kind: 'catalogue' }
  | { kind: 'call'; assistant: CatalogueAssistant }
  | { kind: 'avatar-plans'; after: TrialEnd; assistant: CatalogueAssistant }
  | { kind: 'business-plans' }
  | { kind: 'customize' }
  | { kind: 'calls' }

interface ShellDialogsProps {
  dialog: OpenDialog
  setDialog: Dispatch<SetStateAction<OpenDialog>>
  mayTalk: boolean
  /** Null without an account. */
  viewerId: string | null
  hasPlan: boolean
  talkTo: (assistant: CatalogueAssistant) => void
  /** Called when a visitor without an account has filled in the form of an own assistant. */
  onAccountNeeded: () => void
  onAssistantMade: (assistant: OwnAssistant) => void
}

/** Prefetches the dialog of an element with `data-opens` when a pointer or the focus reaches it. */
function usePrefetchOnApproach() {
  useEffect(() => {
    const abort = new AbortController()
    const prefetchFor = (opener: Element | null) => {
      const kind = opener?.getAttribute('data-opens')
      if (kind === 'catalogue') CATALOGUE.prefetch()
      if (kind === 'customize') CUSTOMIZE.prefetch()
    }
    const onApproach = ({ target }: Event) => {
      if (target instanceof Element) prefetchFor(target.closest('[data-opens]'))
    }
    document.addEventListener('pointerover', onApproach, abort)
    document.addEventListener('focusin', onApproach, abort)
    // The pointer or the focus may have reached an element before this script was loaded.
    prefetchFor(document.querySelector('[data-opens]:is(:hover, :focus)'))
    return () => abort.abort()
  }, [])
}

export function ShellDialogs(props: ShellDialogsProps) {
  const { dialog, setDialog, mayTalk, viewerId, hasPlan, talkTo, onAccountNeeded, onAssistantMade } = props
  usePrefetchOnApproach()
  const { pathname, search } = useLocation()
  const open = (kind: Exclude<OpenDialog['kind'], 'call' | 'avatar-plans'>) => setDialog({ kind })
  const close = () => setDialog((current) => (current.kind === dialog.kind ? { kind: 'none' } : current))
  const offerPlans = (after: TrialEnd, assistant: CatalogueAssistant) => {
    // Loaded during the delay, so that the dialog appears on time.
    AVATAR_PLANS.prefetch()
    setTimeout(() => {
      // Does not replace a dialog that was opened meanwhile.
      setDialog((current) =>
        current.kind === 'none' || current.kind === 'call' ? { kind: 'avatar-plans', after, assistant } : current,
      )
    }, PLANS_AFTER_CALL_MS)
  }

  return (
    <LoadBoundary key={dialog.kind} onFailure={() => open('none')}>
      {dialog.kind === 'catalogue' ? <CATALOGUE.Component onClose={close} mayTalk={mayTalk} onTalk={talkTo} /> : null}
      {dialog.kind === 'call' ? (
        <CALL.Component
          key={dialog.assistant.id}
          assistant={dialog.assistant}
          onClose={close}
          hasPlan={hasPlan}
          signIn={signInAndBackTo({ path: `${pathname}${search}`, talkTo: dialog.assistant.id })}
          onTrialEnd={(after) => offerPlans(after, dialog.assistant)}
        />
      ) : null}
      {dialog.kind === 'avatar-plans' ? (
        <AVATAR_PLANS.Component
          onClose={close}
          viewerId={viewerId}
          after={dialog.after}
          onOpenCalls={() => open('calls')}
          onTalk={() => talkTo(dialog.assistant)}
        />
      ) : null}
      {dialog.kind === 'calls' ? (
        <CALLS.Component key={viewerId} onClose={close} onOpenCatalogue={() => open('catalogue')} />
      ) : null}
      {dialog.kind === 'customize' ? (
        <CUSTOMIZE.Component
          onClose={close}
          mayTalk={mayTalk}
          hasAccount={viewerId !== null}
          renderConversation={renderTry}
          onAccountNeeded={onAccountNeeded}
          onSubmitted={(assistant) => {
            onAssistantMade(assistant)
            const kind = assistant.status === 'live' ? 'none' : 'business-plans'
            // Does not replace a dialog that was opened meanwhile, such as a call.
            setDialog((current) => (current.kind === 'customize' ? { kind } : current))
          }}
        />
      ) : null}
      {dialog.kind === 'business-plans' ? <BUSINESS_PLANS.Component onClose={close} viewerId={viewerId} /> : null}
    </LoadBoundary>
  )
}
