import { useEffect, useState } from 'react'
import { findCheckout, stageOfFailure, type CheckoutStage } from './find-checkout.ts'

/** After this time, the page says that opening the checkout is slow. */
const SLOW_MS = 5_000

/**
 * Opens the page where a plan is bought, as soon as its address is known. `change` opens the page where an existing
 * plan is changed.
 */
export function useCheckout(priceId: string) {
  const [stage, setStage] = useState<CheckoutStage>({ kind: 'opening' })
  const [isSlow, setSlow] = useState(false)
  // A new object for each attempt, so that the effect runs again even with the same values.
  const [attempt, setAttempt] = useState({ followsPortal: false, anyway: false })

  useEffect(() => {
    let isCurrent = true
    setStage({ kind: 'opening' })
    setSlow(false)
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    findCheckout(priceId, attempt.anyway).then(
      ({ url, isPortal }) => {
        if (!isCurrent) return
        if (isPortal && !attempt.followsPortal) setStage({ kind: 'has-plan' })
        else location.replace(url)
      },
      (error: unknown) => {
        if (isCurrent) setStage(stageOfFailure(error))
      },
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [priceId, attempt])

  return {
    stage,
    /** Finding the page takes longer than it should. */
    isSlow: isSlow && stage.kind === 'opening',
    tryAgain: () => setAttempt({ followsPortal: false, anyway: false }),
    change: () => setAttempt({ followsPortal: true, anyway: false }),
    /** Buys a further plan, although one bought without an account is not yet claimed. */
    payAnyway: () => setAttempt({ followsPortal: false, anyway: true }),
  }
}
