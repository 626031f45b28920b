import { useEffect, useState } from 'react'
import { findCheckout, stageOfFailure, type CheckoutStage } from './find-checkout.ts'

/** Leads to the page where a plan is paid, as soon as it is known. `change` leads to where an existing plan is changed. */
export function useCheckout(priceId: string): {
  stage: CheckoutStage
  tryAgain: () => void
  change: () => void
} {
  const [stage, setStage] = useState<CheckoutStage>({ kind: 'opening' })
  // An attempt is something new even where it asks for the same as the one before.
  const [attempt, setAttempt] = useState({ followsPortal: false })

  useEffect(() => {
    let isCurrent = true
    setStage({ kind: 'opening' })
    findCheckout(priceId).then(
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
    }
  }, [priceId, attempt])

  return {
    stage,
    tryAgain: () => setAttempt({ followsPortal: false }),
    change: () => setAttempt({ followsPortal: true }),
  }
}
