import { CATALOGUE } from '#contract/catalogue.ts'
import { Suspense } from 'react'
import { useParams, type MetaFunction } from 'react-router'
import { useSession, useSessionRefresh } from '../features/auth/use-session.ts'
import { privatePageMeta } from '../lib/page-meta.ts'
import { LoadBoundary } from '../ui/load-boundary.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import { OpeningNote } from '../ui/opening-note.tsx'

const TALK = onDemand(async () => (await import('../features/talk/embedded-talk.tsx')).EmbeddedTalk)

export const meta: MetaFunction = () => privatePageMeta('Talk')

/** An assistant in a frame: on other sites, and in Healthcare's dialog. Nothing but the call. */
export default function EmbedRoute() {
  const { assistant: assistantId = '' } = useParams()
  const { user, hasTeamAccess } = useSession()
  useSessionRefresh()
  const assistant = CATALOGUE.find(({ id, isAvailable }) => id === assistantId && isAvailable)

  return (
    <main id="content" className="min-h-dvh bg-paper px-4 py-4 text-ink sm:px-6">
      {assistant === undefined ? (
        <p role="alert">There is no such assistant. Please tell the owner of this page.</p>
      ) : (
        <LoadBoundary onFailure={() => window.location.reload()}>
          <Suspense fallback={<OpeningNote />}>
            <TALK.Component assistant={assistant} isKnown={user !== null || hasTeamAccess} />
          </Suspense>
        </LoadBoundary>
      )}
    </main>
  )
}
