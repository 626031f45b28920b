import { useEffect, useRef, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../features/account/sign-in/use-session.ts'
import { signInAndBackTo } from '../lib/auth-link.ts'
import type { SignedInUser } from '../lib/storage-keys.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ScreenQueries } from '../ui/queries.tsx'

interface SignedInScreenProps {
  /** The path of the screen, to which signing in leads back. */
  path: string
  /** A sentence on what the end of the session means for this screen. */
  whenLoggedOut: string
  children: (user: SignedInUser) => ReactNode
}

/**
 * A screen for people with an account. Visitors are sent to sign in and returned here. If the session ends on this
 * screen, that is explained in place.
 */
export function SignedInScreen({ path, whenLoggedOut, children }: SignedInScreenProps) {
  const { user } = useSession()
  const navigate = useNavigate()
  const wasSignedIn = useRef(false)
  const isSignedIn = user !== null

  useEffect(() => {
    if (isSignedIn) wasSignedIn.current = true
    else if (!wasSignedIn.current) {
      const { to, state } = signInAndBackTo({ path })
      void navigate(to, { state, replace: true })
    } else {
      // A person who had scrolled down would see nothing of the explanation.
      scrollTo(0, 0)
    }
  }, [isSignedIn, navigate, path])

  return (
    <div className="mx-auto max-w-5xl px-5 pt-10 sm:px-8 sm:pt-14">
      {user === null ? (
        <div className="py-10 text-center">
          <h1 className="text-4xl">You are logged out</h1>
          <p className="mt-3 text-ink-soft">{whenLoggedOut}</p>
          <ButtonLink {...signInAndBackTo({ path })} kind="primary" className="mt-6">
            Log in
          </ButtonLink>
        </div>
      ) : (
        // Mounted anew for another person, who must not see the data of the one before.
        <ScreenQueries key={user.id}>{children(user)}</ScreenQueries>
      )}
    </div>
  )
}
