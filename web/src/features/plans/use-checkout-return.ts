import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Says which plan is active when a person arrives from paying for it, and tidies the address. */
export function useCheckoutReturn(): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const told = useRef('')

  useEffect(() => {
    if (pathname !== '/' || !search.includes('checkout=done') || told.current === search) return
    told.current = search
    void navigate('/', { replace: true })
    const sessionId = new URLSearchParams(search).get('session_id')
    // Loaded only then, since few people arrive like this.
    void import('./checkout-return.ts').then(
      ({ welcomeBack }) => welcomeBack(sessionId, (to) => void navigate(to)),
      // Without a connection: the account page tells the same later.
      () => void navigate('/account'),
    )
  }, [pathname, search, navigate])
}
