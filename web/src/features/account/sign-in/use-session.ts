import { useEffect } from 'react'
import { readStored } from '../../../lib/local-store.ts'
import { useStored } from '../../../lib/use-stored.ts'

const REFRESH_AFTER_MS = 10 * 60_000

/** The signed-in person, or null; updated by every sign-in and sign-out, in this tab or another. */
export function useSession() {
  const user = useStored('session')?.user ?? null
  /** Whether this browser has team access. It only decides what is offered; the server checks every request. */
  const hasTeamAccess = useStored('teamAccess') !== null
  return { user, hasTeamAccess, mayTalk: user !== null || hasTeamAccess }
}

/** Refreshes the stored session while the site is open: on load, on return to the tab, and every ten minutes. */
export function useSessionRefresh(): void {
  useEffect(() => {
    const refreshWhenDue = () => {
      const session = readStored('session')
      if (session === null || document.visibilityState !== 'visible') return
      if (Date.now() - session.checkedAtMs < REFRESH_AFTER_MS) return
      // An unreachable server must not sign the person out; the next refresh tries again.
      import('./auth-client.ts').then(({ refreshSession }) => refreshSession()).catch(() => undefined)
    }
    refreshWhenDue()
    const timer = setInterval(refreshWhenDue, REFRESH_AFTER_MS / 4)
    document.addEventListener('visibilitychange', refreshWhenDue)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refreshWhenDue)
    }
  }, [])
}
