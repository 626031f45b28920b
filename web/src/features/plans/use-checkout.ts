import { useEffect, useState } from 'react'
import { findCheckout, stageOfFailure, type CheckoutStage } from './find-checkout.ts'

/** Longer than this is worth a word. */
const SLOW_MS = 5_000

/** Leads to the page where a plan is paid, as soon as it is known. `change` leads to where an existing plan is changed. */
export function useCheckout(priceId: string): {
  stage: CheckoutStage
  /** The way is being looked for, and it takes longer than it should. */
  isSlow: boolean
  tryAgain: () => void
  change: () => void
  /** Buys another one, though one that was paid without an account waits for its link. */
  payAnyway: () => void
} {
  const [stage, setStage] = useState<CheckoutStage>({ kind: 'opening' })
  const [isSlow, setSlow] = useState(false)
  // An attempt is something new even where it asks for the same as the one before.
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
    isSlow: isSlow && stage.kind === 'opening',
    tryAgain: () => setAttempt({ followsPortal: false, anyway: false }),
    change: () => setAttempt({ followsPortal: true, anyway: false }),
    payAnyway: () => setAttempt({ followsPortal: false, anyway: true }),
  }
}
