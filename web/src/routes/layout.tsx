import type { CatalogueAssistant } from '#contract/catalogue.ts'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { signOut } from '../features/auth/sign-out.ts'
import { useConfirmationNotice } from '../features/auth/use-confirmation-notice.ts'
import { useSession, useSessionRefresh } from '../features/auth/use-session.ts'
import { mayTalkTo } from '../features/catalogue/may-talk-to.ts'
import { SiteNotices } from '../features/offline/site-notices.tsx'
import { Footer } from '../features/shell/footer.tsx'
import { Header } from '../features/shell/header.tsx'
import { authLink, leadsToCustomize } from '../lib/auth-link.ts'
import { LoadBoundary } from '../ui/load-boundary.tsx'
import { ToasterHost } from '../ui/toaster-host.tsx'
import type { ShellContext } from './shell-context.ts'

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

type OpenDialog =
  | { kind: 'none' }
  | { kind: 'catalogue' }
  | { kind: 'talk'; assistant: CatalogueAssistant }
  | { kind: 'avatar-plans' }
  | { kind: 'business-plans' }
  | { kind: 'customize' }
  | { kind: 'calls' }

/** Puts the focus at the start of a new screen, as the browser does with a new page. */
function useFocusOnNewScreen() {
  const content = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    content.current?.focus({ preventScroll: true })
  }, [pathname])
  return content
}

/** A dialog belongs to the screen on which it was opened: going back in the history leaves it behind. */
function useCloseOnNewScreen(close: () => void) {
  const { pathname } = useLocation()
  const onNewScreen = useEffectEvent(close)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    onNewScreen()
  }, [pathname])
}

/** Somebody who left the form of an own assistant to sign in finds it open again. */
function useReturnToCustomize(open: () => void) {
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const onReturn = useEffectEvent(() => {
    // Once: going back in the history must not open it again.
    void navigate(pathname, { replace: true, state: null })
    open()
  })
  const hasReturned = pathname === '/' && leadsToCustomize(state)
  useEffect(() => {
    if (hasReturned) onReturn()
  }, [hasReturned])
}

/** Header and footer around every screen, and the dialogs that any screen may open: one at a time. */
export default function ShellLayout() {
  const { user, hasTeamAccess } = useSession()
  const mayTalk = user !== null || hasTeamAccess
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<OpenDialog>({ kind: 'none' })
  const content = useFocusOnNewScreen()
  useSessionRefresh()
  useConfirmationNotice()
  const close = () => setDialog({ kind: 'none' })
  useCloseOnNewScreen(close)
  useReturnToCustomize(() => setDialog({ kind: 'customize' }))

  const closeWhen = (kind: OpenDialog['kind']) => (open: boolean) => {
    if (!open) setDialog((current) => (current.kind === kind ? { kind: 'none' } : current))
  }
  const talkTo = (assistant: CatalogueAssistant) => {
    if (mayTalkTo(assistant, mayTalk)) {
      setDialog({ kind: 'talk', assistant })
      return
    }
    close()
    const { to, state } = authLink('sign-up')
    void navigate(to, { state })
  }
  const offerPlansAfterCall = () => {
    // Fetched meanwhile, so that they are there on time. What can not be fetched is told when they are due.
    loadAvatarPlans().catch(() => undefined)
    setTimeout(() => {
      // Whatever the person has opened meanwhile stays.
      setDialog((current) => (current.kind === 'none' || current.kind === 'talk' ? { kind: 'avatar-plans' } : current))
    }, PLANS_AFTER_CALL_MS)
  }
  const openCalls = () => setDialog({ kind: 'calls' })
  const logOut = () => {
    close()
    signOut()
    void navigate('/')
  }

  const shell: ShellContext = {
    mayTalk,
    openCatalogue: () => setDialog({ kind: 'catalogue' }),
    openBusinessPlans: () => setDialog({ kind: 'business-plans' }),
    openCustomize: () => setDialog({ kind: 'customize' }),
    talkTo,
  }

  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-full bg-ink px-5 py-3 font-semibold text-paper focus:translate-y-0"
      >
        Skip to the content
      </a>
      <Header isSignedIn={user !== null} onOpenCatalogue={shell.openCatalogue} onLogOut={logOut} />
      <main ref={content} id="content" tabIndex={-1} className="min-h-[calc(100dvh-6rem)] pt-16 outline-none">
        <Outlet context={shell} />
      </main>
      <Footer {...(mayTalk ? { onOpenCalls: openCalls } : {})} />
      <LoadBoundary key={dialog.kind} onFailure={close}>
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
            <AvatarPlanDialog open onOpenChange={closeWhen('avatar-plans')} onOpenCalls={openCalls} />
          ) : null}
          {dialog.kind === 'calls' ? (
            <CallsDialog
              open
              onOpenChange={closeWhen('calls')}
              viewerKey={user?.id ?? 'team'}
              onOpenCatalogue={shell.openCatalogue}
            />
          ) : null}
          {dialog.kind === 'customize' ? (
            <CustomizeDialog
              open
              onOpenChange={closeWhen('customize')}
              title="Your AI Assistant"
              mayTalk={mayTalk}
              onSubmitted={shell.openBusinessPlans}
            />
          ) : null}
          {dialog.kind === 'business-plans' ? (
            <BusinessPlanDialog open onOpenChange={closeWhen('business-plans')} />
          ) : null}
        </Suspense>
      </LoadBoundary>
      <ToasterHost />
      <SiteNotices isBusy={dialog.kind === 'talk'} />
    </>
  )
}
