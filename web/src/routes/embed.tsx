import { CATALOGUE } from '#contract/catalogue.ts'
import { useParams, type MetaFunction } from 'react-router'
import { useSession, useSessionRefresh } from '../features/account/sign-in/use-session.ts'
import { useAssistantPage } from '../features/assistants/own/use-assistant-page.ts'
import type { CallPartner } from '../features/call/panel/talking-face.tsx'
import { useCallEngines } from '../features/call/panel/use-call-engines.ts'
import { privatePageMeta } from '../lib/page-meta.ts'
import { Button } from '../ui/button.tsx'
import { LoadBoundary } from '../ui/load-boundary.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import { OpeningNote } from '../ui/opening-note.tsx'

const CALL = onDemand(async () => (await import('../features/embed/embedded-call.tsx')).EmbeddedCall)

export const meta: MetaFunction = () => privatePageMeta('Talk')

/** An assistant in a frame, on other sites and in Healthcare's dialog. Shows only the call. */
export default function EmbedRoute() {
  const { assistant: named = '' } = useParams()
  const { user, mayTalk: isKnown } = useSession()
  useSessionRefresh()
  const assistant = CATALOGUE.find(({ id, isAvailable }) => id === named && isAvailable)

  return (
    <main
      id="content"
      aria-label="Talk"
      className="min-h-dvh bg-paper px-5 py-4 text-ink sm:flex sm:flex-col sm:px-6 sm:*:grow"
    >
      {assistant === undefined ? (
        <OwnAssistant slug={named} viewerId={user?.id ?? null} isKnown={isKnown} />
      ) : (
        <Call assistant={assistant} isKnown={isKnown} keptDays={null} />
      )}
    </main>
  )
}

function Call(call: { assistant: CallPartner; isKnown: boolean; keptDays: number | null }) {
  const engines = useCallEngines()
  return (
    <LoadBoundary onFailure={() => window.location.reload()}>
      <CALL.Component {...call} engines={engines} />
    </LoadBoundary>
  )
}

/** An own assistant, named by the last part of its page's address. */
function OwnAssistant({ slug, viewerId, isKnown }: { slug: string; viewerId: string | null; isKnown: boolean }) {
  const { state, tryAgain } = useAssistantPage(slug, viewerId)
  if (state.kind === 'loading') return <OpeningNote />
  if (state.kind === 'failed') {
    return (
      <div role="alert" className="flex flex-col items-start gap-3">
        <p>{state.words}</p>
        <Button onClick={tryAgain}>Try Again</Button>
      </div>
    )
  }
  const page = state.kind === 'found' ? state.page : null
  if (page?.state === 'open') {
    const { id, name, photoUrl, photoFace, keptDays } = page
    return <Call assistant={{ id, name, image: photoUrl, photoFace }} isKnown={isKnown} keptDays={keptDays} />
  }
  return page?.state === 'paused' ? (
    <NoCall title="This assistant is taking a break" text="Please come back later." />
  ) : (
    <NoCall title="There is no such assistant" text="Please tell the owner of this page." />
  )
}

function NoCall({ title, text }: { title: string; text: string }) {
  return (
    <div role="alert" className="grid min-h-[60dvh] place-content-center gap-2 text-center">
      <h1 className="text-2xl">{title}</h1>
      <p className="text-ink-soft">{text}</p>
    </div>
  )
}
