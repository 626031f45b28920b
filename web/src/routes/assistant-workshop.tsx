import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams, type MetaFunction } from 'react-router'
import { useSession } from '../features/account/sign-in/use-session.ts'
import { Workshop } from '../features/workshop/workshop.tsx'
import { signInAndBackTo } from '../lib/auth-link.ts'
import { ScreenQueries } from '../ui/queries.tsx'
import { renderTry } from './try-slot.tsx'

/** The workshop itself sets the title, which contains the assistant's name. */
export const meta: MetaFunction = () => [{ name: 'robots', content: 'noindex' }]

export default function AssistantWorkshopRoute() {
  const { id = '', tab } = useParams()
  const { user } = useSession()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  // When the session ends, the workshop stays open with everything that was written.
  const [viewerId, setViewerId] = useState(user?.id)
  if (user !== null && user.id !== viewerId) setViewerId(user.id)
  const isStranger = viewerId === undefined

  useEffect(() => {
    if (!isStranger) return
    const { to, state } = signInAndBackTo({ path: pathname })
    void navigate(to, { state, replace: true })
  }, [isStranger, navigate, pathname])

  return (
    <div className="mx-auto max-w-5xl px-5 pt-6 sm:px-8 sm:pt-8">
      {viewerId === undefined ? null : (
        <ScreenQueries key={`${viewerId} ${id}`}>
          <Workshop
            assistantId={id}
            tabId={tab}
            renderConversation={renderTry}
            onDeleted={() => void navigate('/assistants', { replace: true })}
          />
        </ScreenQueries>
      )}
    </div>
  )
}
