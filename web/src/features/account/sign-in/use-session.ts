import { useEffect } from 'react'
import { readStored } from '../../../lib/local-store.ts'
import type { SignedInUser } from '../../../lib/storage-keys.ts'
import { useStored } from '../../../lib/use-stored.ts'

const REFRESH_AFTER_MS = 10 * 60_000

export interface Session {
  /** Null for a visitor who is not signed in. */
  user: SignedInUser | null
  /** Holds the local team flag, which lets the interface offer what the server then checks. */
  hasTeamAccess: boolean
}

/** The person who is signed in; changes with every sign-in and sign-out, in this tab or another. */
export function useSession(): Session {
  const session = useStored('session')
  const teamAccess = useStored('teamAccess')
  return { user: session?.user ?? null, hasTeamAccess: teamAccess !== null }
}

/** Keeps the stored session fresh while the site is open: on arrival, on return to the tab, and every ten minutes. */
export function useSessionRefresh(): void {
  useEffect(() => {
    const refreshWhenDue = () => {
      const session = readStored('session')
      if (session === null || document.visibilityState !== 'visible') return
      if (Date.now() - session.checkedAtMs < REFRESH_AFTER_MS) return
      // A server out of reach is no reason to sign a person out; the next occasion tries again.
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
