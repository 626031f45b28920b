import { useEffect, useRef } from 'react'
import { Link, useNavigate, type MetaFunction } from 'react-router'
import { AccountPage } from '../features/account/account-page.tsx'
import { useSession } from '../features/account/sign-in/use-session.ts'
import { CallList } from '../features/call/list/call-list.tsx'
import { AUTH_FOR_ACCOUNT } from '../lib/auth-link.ts'
import { notify } from '../lib/notify.ts'
import { privatePageMeta } from '../lib/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { useShell } from './shell-context.ts'

export const meta: MetaFunction = () => privatePageMeta('Your account')

/** Long enough to read the sentence about kept data. */
const FAREWELL_MS = 20_000

export default function AccountRoute() {
  const { user } = useSession()
  const shell = useShell()
  const navigate = useNavigate()
  const wasSignedIn = useRef(false)
  const isSignedIn = user !== null

  useEffect(() => {
    // Logging out here leads home; a session that has ended is explained in place.
    if (isSignedIn) wasSignedIn.current = true
    else if (!wasSignedIn.current) void navigate(AUTH_FOR_ACCOUNT.to, { state: AUTH_FOR_ACCOUNT.state, replace: true })
  }, [isSignedIn, navigate])

  const sayFarewell = (kept: readonly string[]) => {
    notify({
      kind: 'success',
      title: 'Your account is deleted',
      ...(kept.length === 0
        ? { description: 'None of its data is kept.' }
        : {
            description: `Kept for as long as the law requires records of sales: ${kept.join(' ')}`,
            durationMs: FAREWELL_MS,
          }),
    })
    void navigate('/', { replace: true })
  }

  return (
    <div className="mx-auto max-w-5xl px-5 pt-10 sm:px-8 sm:pt-14">
      {user === null ? (
        <LoggedOut />
      ) : (
        <AccountPage
          user={user}
          calls={<CallList viewerKey={user.id} onOpenCatalogue={shell.openCatalogue} />}
          onDeleted={sayFarewell}
        />
      )}
    </div>
  )
}

function LoggedOut() {
  return (
    <div className="py-10 text-center">
      <h1 className="text-4xl">You are logged out</h1>
      <p className="mt-3 text-ink-soft">Log in to see your plan, your invoices and your calls.</p>
      <Link {...AUTH_FOR_ACCOUNT} className={buttonClass({ kind: 'primary', className: 'mt-6' })}>
        Log in
      </Link>
    </div>
  )
}
