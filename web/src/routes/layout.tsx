import type { CatalogueAssistant } from '#contract/catalogue.ts'
import type { OwnAssistant } from '#contract/own-assistant.ts'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { signOut } from '../features/account/sign-in/sign-out.ts'
import { useSession, useSessionRefresh } from '../features/account/sign-in/use-session.ts'
import { mayTalkTo } from '../features/assistants/catalogue/may-talk-to.ts'
import { useOwnPlans, useOwnPlansRefresh } from '../features/plans/own-plans.ts'
import { useCheckoutReturn } from '../features/plans/use-checkout-return.ts'
import { SiteNotices } from '../features/offline/site-notices.tsx'
import { Footer } from '../features/shell/footer.tsx'
import { Header } from '../features/shell/header.tsx'
import { AUTH_AND_BACK, authLink, signInAndBackTo, talkToIn } from '../lib/auth-link.ts'
import { notify } from '../lib/notify.ts'
import { ownAssistantsChanged } from '../lib/own-assistants-changed.ts'
import { sessionEnded } from '../lib/session-ended.ts'
import type { SignedInUser } from '../lib/storage-keys.ts'
import { takeWayBack } from '../lib/way-back.ts'
import { ToasterHost } from '../ui/toaster-host.tsx'
import { useOnChange } from '../ui/use-on-change.ts'
import { WakeWhenReached } from '../ui/wake-when-reached.tsx'
import type { ShellContext } from './shell-context.ts'
import { ShellDialogs, type OpenDialog } from './shell-dialogs.tsx'

function onVisibility(tell: () => void): () => void {
  document.addEventListener('visibilitychange', tell)
  return () => document.removeEventListener('visibilitychange', tell)
}

/** Whether this tab is the one in front, rather than a tab behind it. */
function useIsVisible(): boolean {
  return useSyncExternalStore(
    onVisibility,
    () => document.visibilityState === 'visible',
    () => true,
  )
}

/**
 * Reopens the form of an own assistant for a visitor who left it to sign in. The link of the confirmation mail opens
 * another tab; the form then reopens there, not in the tab behind it, which is signed in at the same moment.
 */
function useReturnToCustomize(open: () => void, hasAccount: boolean) {
  const isVisible = useIsVisible()
  const { pathname } = useLocation()
  const onWayBack = useEffectEvent(open)
  const mayReturn = isVisible && pathname === '/' && hasAccount
  useEffect(() => {
    if (mayReturn) void takeWayBack().then((isMarked) => (isMarked ? onWayBack() : undefined))
  }, [mayReturn])
}

/** Reopens the talk dialog for a caller who had to sign in again. */
function useReturnToCall(mayTalk: boolean, open: (assistant: CatalogueAssistant) => void) {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const talkTo = mayTalk ? talkToIn(state) : null
  const onReturn = useEffectEvent(async (id: string) => {
    // Clears the state, so that going back does not reopen the dialog.
    void navigate({ pathname, search }, { replace: true, state: null })
    const { CATALOGUE } = await import('#contract/catalogue.ts')
    const assistant = CATALOGUE.find((one) => one.id === id)
    if (assistant !== undefined) open(assistant)
  })
  useEffect(() => {
    if (talkTo !== null) void onReturn(talkTo)
  }, [talkTo])
}

/** Screens that explain by themselves that the person is signed out, and how to return. */
const SCREENS_WITH_OWN_NOTICE = /^\/(?:account|assistants|auth|connections)(?:\/|$)/

/** Notifies the person when the server has rejected the session, with a link to sign in that leads back here. */
function useSessionEndedNotice(isTold: boolean) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const onEnded = useEffectEvent(() => {
    if (isTold || SCREENS_WITH_OWN_NOTICE.test(pathname)) return
    const { to, state } = signInAndBackTo({ path: `${pathname}${search}` })
    notify({
      kind: 'plain',
      title: 'You are logged out',
      description: 'Your session has ended. Log in to come back here; what you filled in is kept.',
      action: { label: 'Log in', onPress: () => void navigate(to, { state }) },
      durationMs: 20_000,
    })
  })
  useEffect(() => sessionEnded.add(() => onEnded()), [])
}

/** A short name for the signed-in person in the header; never empty. */
function shortNameOf({ displayName, email }: SignedInUser): string {
  return displayName.trim().split(/\s+/)[0] || (email.split('@')[0] ?? email)
}

/** The header and footer around every screen, and the dialogs that can be opened from any screen, one at a time. */
export default function ShellLayout() {
  const { user, mayTalk } = useSession()
  const viewerId = user?.id ?? null
  const { hasPlan } = useOwnPlans(viewerId)
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<OpenDialog>({ kind: 'none' })
  const { pathname } = useLocation()
  useSessionRefresh()
  useOwnPlansRefresh(viewerId)
  useCheckoutReturn(dialog.kind !== 'none')
  const close = () => setDialog({ kind: 'none' })
  useOnChange(pathname, close)
  useReturnToCustomize(() => setDialog({ kind: 'customize' }), user !== null)
  useReturnToCall(mayTalk, (assistant) => setDialog({ kind: 'call', assistant }))
  // The call dialog reports an ended session itself.
  useSessionEndedNotice(dialog.kind === 'call')

  const talkTo = (assistant: CatalogueAssistant) => {
    if (mayTalkTo(assistant, mayTalk)) {
      setDialog({ kind: 'call', assistant })
      return
    }
    close()
    const { to, state } = authLink('sign-up')
    void navigate(to, { state })
  }
  const logOut = () => {
    close()
    signOut()
    void navigate('/')
  }

  const onAccountNeeded = () => {
    close()
    notify({
      kind: 'plain',
      title: 'Your assistant needs an account',
      description: 'Everything you filled in is kept. Sign up or log in to come back to it.',
    })
    void navigate(AUTH_AND_BACK.to, { state: AUTH_AND_BACK.state })
  }
  const onAssistantMade = ({ name, status }: OwnAssistant) => {
    ownAssistantsChanged.tell()
    notify({
      kind: 'success',
      title: status === 'live' ? `${name} is live` : `${name} is kept as a draft`,
      description:
        status === 'live'
          ? 'Its page is open to everyone.'
          : 'It goes live with a business plan. You can try it before then.',
      action: { label: 'My assistants', onPress: () => void navigate('/assistants') },
    })
  }

  const openCalls = () => setDialog({ kind: 'calls' })
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
      {/* A person who has only entered the team's access code also needs a way to log out. */}
      <Header
        isSignedIn={mayTalk}
        person={user === null ? null : { shortName: shortNameOf(user), email: user.email, hasPlan }}
        onOpenCatalogue={shell.openCatalogue}
        onOpenCalls={openCalls}
        onLogOut={logOut}
      />
      <main id="content" tabIndex={-1} className="min-h-[calc(100dvh-6rem)] pt-16 outline-none">
        <Outlet context={shell} />
      </main>
      <WakeWhenReached anchor="footer">
        <Footer isSignedIn={user !== null} onOpenCalls={mayTalk ? openCalls : undefined} />
      </WakeWhenReached>
      <ShellDialogs {...{ dialog, setDialog, mayTalk, viewerId, hasPlan, talkTo, onAccountNeeded, onAssistantMade }} />
      <ToasterHost />
      <SiteNotices isBusy={dialog.kind === 'call'} />
    </>
  )
}
