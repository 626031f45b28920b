import type { CatalogueAssistant } from '#contract/catalogue.ts'
import { lazy, Suspense, type Dispatch, type SetStateAction } from 'react'
import { LoadBoundary } from '../ui/load-boundary.tsx'

// The dialogs, and all that a call needs, come when they are asked for.
const CatalogueDialog = lazy(async () => ({
  default: (await import('../features/catalogue/catalogue-dialog.tsx')).CatalogueDialog,
}))
const TalkDialog = lazy(async () => ({ default: (await import('../features/talk/talk-dialog.tsx')).TalkDialog }))
const loadAvatarPlans = () => import('../features/plans/avatar-plan-dialog.tsx')
const AvatarPlanDialog = lazy(async () => ({ default: (await loadAvatarPlans()).AvatarPlanDialog }))
const CallsDialog = lazy(async () => ({ default: (await import('../features/calls/calls-dialog.tsx')).CallsDialog }))
const CustomizeDialog = lazy(async () => ({
  default: (await import('../features/customize/customize-dialog.tsx')).CustomizeDialog,
}))
const BusinessPlanDialog = lazy(async () => ({
  default: (await import('../features/plans/business-plan-dialog.tsx')).BusinessPlanDialog,
}))

/** How long after a call the plans appear (spec section 9). */
const PLANS_AFTER_CALL_MS = 500

export type OpenDialog =
  | { kind: 'none' }
  | { kind: 'catalogue' }
  | { kind: 'talk'; assistant: CatalogueAssistant }
  | { kind: 'avatar-plans' }
  | { kind: 'business-plans' }
  | { kind: 'customize' }
  | { kind: 'calls' }

interface ShellDialogsProps {
  dialog: OpenDialog
  setDialog: Dispatch<SetStateAction<OpenDialog>>
  mayTalk: boolean
  /** Whose calls are shown. */
  viewerKey: string
  talkTo: (assistant: CatalogueAssistant) => void
}

/** The dialogs that any screen may open: one at a time. */
export function ShellDialogs({ dialog, setDialog, mayTalk, viewerKey, talkTo }: ShellDialogsProps) {
  const open = (kind: Exclude<OpenDialog['kind'], 'talk'>) => setDialog({ kind })
  const closeWhen = (kind: OpenDialog['kind']) => (isOpen: boolean) => {
    if (!isOpen) setDialog((current) => (current.kind === kind ? { kind: 'none' } : current))
  }
  const offerPlansAfterCall = () => {
    // Fetched meanwhile, so that they are there on time. What can not be fetched is told when they are due.
    loadAvatarPlans().catch(() => undefined)
    setTimeout(() => {
      // Whatever the person has opened meanwhile stays.
      setDialog((current) => (current.kind === 'none' || current.kind === 'talk' ? { kind: 'avatar-plans' } : current))
    }, PLANS_AFTER_CALL_MS)
  }

  return (
    <LoadBoundary key={dialog.kind} onFailure={() => open('none')}>
      <Suspense>
        {dialog.kind === 'catalogue' ? (
          <CatalogueDialog open onOpenChange={closeWhen('catalogue')} mayTalk={mayTalk} onTalk={talkTo} />
        ) : null}
        {dialog.kind === 'talk' ? (
          <TalkDialog
            key={dialog.assistant.id}
            assistant={dialog.assistant}
            open
            onOpenChange={closeWhen('talk')}
            onCallEnded={offerPlansAfterCall}
          />
        ) : null}
        {dialog.kind === 'avatar-plans' ? (
          <AvatarPlanDialog open onOpenChange={closeWhen('avatar-plans')} onOpenCalls={() => open('calls')} />
        ) : null}
        {dialog.kind === 'calls' ? (
          <CallsDialog
            open
            onOpenChange={closeWhen('calls')}
            viewerKey={viewerKey}
            onOpenCatalogue={() => open('catalogue')}
          />
        ) : null}
        {dialog.kind === 'customize' ? (
          <CustomizeDialog
            open
            onOpenChange={closeWhen('customize')}
            title="Your AI Assistant"
            mayTalk={mayTalk}
            onSubmitted={() => open('business-plans')}
          />
        ) : null}
        {dialog.kind === 'business-plans' ? (
          <BusinessPlanDialog open onOpenChange={closeWhen('business-plans')} />
        ) : null}
      </Suspense>
    </LoadBoundary>
  )
}
