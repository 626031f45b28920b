import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Tells a person who returns from paying which plan is active, and removes the parameters from the address. The answer
 * may take many seconds. It leads to another screen only if the person has stayed on this one and opened no dialog.
 */
export function useCheckoutReturn(hasDialog: boolean): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const told = useRef('')
  const isStillThere = useRef(false)

  useEffect(() => {
    isStillThere.current = pathname === '/' && !hasDialog
    return () => {
      isStillThere.current = false
    }
  }, [pathname, hasDialog])

  useEffect(() => {
    if (pathname !== '/' || !search.includes('checkout=done') || told.current === search) return
    told.current = search
    void navigate('/', { replace: true })
    const sessionId = new URLSearchParams(search).get('session_id')
    // Loaded on demand, since few visitors return from a checkout.
    const goTo = (path: string) => void navigate(path)
    void import('./checkout-return.ts').then(
      ({ welcomeBack }) => welcomeBack(sessionId, goTo, () => isStillThere.current),
      // Without a connection, the account page will show the plan later.
      () => (isStillThere.current ? goTo('/account') : undefined),
    )
  }, [pathname, search, navigate])
}
