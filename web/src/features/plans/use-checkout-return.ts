import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Tells a person who returns from paying which plan is active, and removes the parameters from the address. */
export function useCheckoutReturn(): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const told = useRef('')

  useEffect(() => {
    if (pathname !== '/' || !search.includes('checkout=done') || told.current === search) return
    told.current = search
    void navigate('/', { replace: true })
    const sessionId = new URLSearchParams(search).get('session_id')
    // Loaded on demand, since few visitors return from a checkout.
    void import('./checkout-return.ts').then(
      ({ welcomeBack }) => welcomeBack(sessionId, (to) => void navigate(to)),
      // Without a connection, the account page will show the plan later.
      () => void navigate('/account'),
    )
  }, [pathname, search, navigate])
}
