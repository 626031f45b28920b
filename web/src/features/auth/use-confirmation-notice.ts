import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { notify } from '../../lib/notify.ts'
import { readConfirmation } from './confirmation.ts'

const LONG_MS = 20_000

/** Says how it went when somebody arrives from the link in the confirmation mail, and tidies the address. */
export function useConfirmationNotice(): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()

  useEffect(() => {
    const outcome = pathname === '/' ? readConfirmation(search) : null
    if (outcome === null) return
    void navigate('/', { replace: true })
    const action = { label: outcome === 'confirmed' ? 'Log in' : 'Sign in', onPress: () => void navigate('/auth') }
    notify(
      outcome === 'confirmed'
        ? {
            kind: 'success',
            title: 'Email confirmed',
            description: 'Your account is ready. Log in to talk with an assistant.',
            action,
            durationMs: LONG_MS,
          }
        : {
            kind: 'error',
            title: 'This link no longer works',
            description: 'It has expired or was used before. Sign in, and we send you a new one if you need it.',
            action,
            durationMs: LONG_MS,
          },
    )
  }, [pathname, search, navigate])
}
