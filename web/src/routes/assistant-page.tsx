import { useEffect } from 'react'
import { Link, useParams, type MetaFunction } from 'react-router'
import { useSession, useSessionRefresh } from '../features/account/sign-in/use-session.ts'
import { SiteNotices } from '../features/offline/site-notices.tsx'
import { Logo } from '../ui/logo.tsx'
import { AssistantPageView, titleOf } from '../features/assistants/own/assistant-page-view.tsx'
import { useAssistantPage } from '../features/assistants/own/use-assistant-page.ts'
import { useCallEngines } from '../features/call/panel/use-call-engines.ts'
import { keptByWords } from '../features/call/panel/kept-by-words.ts'
import { LoadBoundary } from '../ui/load-boundary.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import { ToasterHost } from '../ui/toaster-host.tsx'

const CALL = onDemand(async () => (await import('../features/call/own-assistant-call.tsx')).OwnAssistantCall)

/** Overrides the root's `noindex`: whether the page may be indexed depends on the assistant. */
export const meta: MetaFunction = () => []

/**
 * Removes the head that the server wrote for this assistant (server/src/infra/http/page-head.ts). From here on React
 * renders it; on the next page, the served one would be wrong.
 */
function useServedHead(): void {
  useEffect(() => {
    for (const element of document.head.querySelectorAll('[data-served][name]')) element.remove()
    return () => {
      for (const element of document.head.querySelectorAll('[data-served]')) element.remove()
    }
  }, [])
}

/** The public page of a business's assistant, without the site's navigation. */
export default function AssistantPageRoute() {
  const { slug = '' } = useParams()
  const { user, mayTalk: isKnown } = useSession()
  useSessionRefresh()
  useServedHead()
  const engines = useCallEngines()
  const { state, tryAgain } = useAssistantPage(slug, user?.id ?? null)
  const named = state.kind === 'found' && 'name' in state.page ? state.page : null
  const isOpen = state.kind === 'found' && state.page.state === 'open'

  return (
    <>
      {/* React moves these into the head. Only a live assistant's page may be indexed. */}
      <title>{titleOf(state)}</title>
      {isOpen ? (
        <meta name="description" content={`${named?.name} is an AI assistant you can talk with.`} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto min-h-dvh outline-none max-w-3xl px-5 pt-8 pb-6 sm:px-8 sm:pt-12"
      >
        <AssistantPageView
          state={state}
          onTryAgain={tryAgain}
          renderTalk={(page) => (
            <LoadBoundary key={page.id} onFailure={tryAgain}>
              <CALL.Component
                assistant={{ id: page.id, name: page.name, image: page.photoUrl, photoFace: page.photoFace }}
                engines={engines}
                keepsWords={isKnown}
                keptDays={page.keptDays}
              />
            </LoadBoundary>
          )}
        />
      </main>
      <footer className="mx-auto flex max-w-3xl flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-line px-5 py-5 text-sm text-ink-soft sm:px-8">
        <span>You are talking with an AI. {named === null ? null : keptWords(named, isKnown)}</span>
        <Link to="/" className="inline-flex min-h-11 items-center text-accent" aria-label="Made with Voxhall">
          <Logo className="[&>span]:text-ink" />
        </Link>
      </footer>
      <ToasterHost />
      <SiteNotices isBusy={isOpen} />
    </>
  )
}

/** What is kept of a call, and by whom. */
function keptWords({ name, keptDays }: { name: string; keptDays: number | null }, isKnown: boolean): string {
  if (keptDays === null) return isKnown ? 'What is said is kept in your calls.' : 'What you say is not kept.'
  const kept = keptByWords(name, keptDays)
  return isKnown ? `What is said is kept in your calls, and ${kept}.` : `What you say is ${kept}.`
}
