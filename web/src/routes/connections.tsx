import { useEffect, useRef } from 'react'
import { Link, useNavigate, type MetaFunction } from 'react-router'
import { useSession } from '../features/account/sign-in/use-session.ts'
import { ConnectionsPage } from '../features/connections/connections-page.tsx'
import { signInAndBackTo } from '../lib/auth-link.ts'
import { privatePageMeta } from '../lib/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'

export const meta: MetaFunction = () => privatePageMeta('Connections')

const AUTH_FOR_CONNECTIONS = signInAndBackTo({ path: '/connections' })

export default function ConnectionsRoute() {
  const { user } = useSession()
  const navigate = useNavigate()
  const wasSignedIn = useRef(false)
  const isSignedIn = user !== null

  useEffect(() => {
    // Logging out here leads home; a session that has ended is explained in place.
    if (isSignedIn) wasSignedIn.current = true
    else if (!wasSignedIn.current) {
      void navigate(AUTH_FOR_CONNECTIONS.to, { state: AUTH_FOR_CONNECTIONS.state, replace: true })
    }
  }, [isSignedIn, navigate])

  return (
    <div className="mx-auto max-w-5xl px-5 pt-10 sm:px-8 sm:pt-14">
      {user === null ? (
        <div className="py-10 text-center">
          <h1 className="text-4xl">You are logged out</h1>
          <p className="mt-3 text-ink-soft">Log in to see your connections. They keep working in the meantime.</p>
          <Link {...AUTH_FOR_CONNECTIONS} className={buttonClass({ kind: 'primary', className: 'mt-6' })}>
            Log in
          </Link>
        </div>
      ) : (
        <ConnectionsPage viewerId={user.id} />
      )}
    </div>
  )
}
