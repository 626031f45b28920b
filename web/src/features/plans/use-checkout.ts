import { useEffect, useState } from 'react'
import { api, successBody } from '../../lib/api.ts'
import { ApiProblem } from '../../lib/api-problem.ts'
import { readStored, writeStored } from '../../lib/local-store.ts'

export type CheckoutStage =
  | { kind: 'opening' }
  /** The person already has such a plan; a change of it is made in the customer portal. */
  | { kind: 'has-plan' }
  /** A plan was bought with this address without an account, and is not yet claimed by the link in its mail. */
  | { kind: 'to-claim' }
  /** This deployment accepts no payments. */
  | { kind: 'off' }
  | { kind: 'failed'; title: string; detail: string }

/** After this time, the page says that opening the checkout is slow. */
const SLOW_MS = 5_000

/**
 * Opens the page where a plan is bought, as soon as its address is known. `change` opens the page where an existing
 * plan is changed.
 */
export function useCheckout(priceId: string) {
  const [stage, setStage] = useState<CheckoutStage>({ kind: 'opening' })
  const [isSlow, setSlow] = useState(false)
  // A new object for each attempt, so that the effect runs again even for the same wish.
  const [attempt, setAttempt] = useState<{ wish: 'buy' | 'buy-another' | 'change' }>({ wish: 'buy' })

  useEffect(() => {
    let isCurrent = true
    setStage({ kind: 'opening' })
    setSlow(false)
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    // Asynchronous from the start: what `ownVisit` throws is shown like any other failure.
    const findCheckout = async () =>
      successBody(
        api.api.billing.checkout.$post({ json: { priceId, anyway: attempt.wish === 'buy-another', ...ownVisit() } }),
      )
    findCheckout().then(
      ({ url, leadsTo }) => {
        if (!isCurrent) return
        // A person who has such a plan already changes it in the portal.
        if (leadsTo === 'portal' && attempt.wish !== 'change') setStage({ kind: 'has-plan' })
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
    tryAgain: () => setAttempt({ wish: 'buy' }),
    change: () => setAttempt({ wish: 'change' }),
    /** Buys a further plan, although one bought without an account is not yet claimed. */
    payAnyway: () => setAttempt({ wish: 'buy-another' }),
  }
}

/** For visitors without an account: the same visit id in two tabs leads to the same checkout. */
function ownVisit(): { visit?: string } {
  if (readStored('session') !== null) return {}
  const visit = readStored('checkoutVisit') ?? crypto.randomUUID()
  writeStored('checkoutVisit', visit)
  return { visit }
}

export function stageOfFailure(error: unknown): CheckoutStage {
  if (!(error instanceof ApiProblem)) {
    return {
      kind: 'failed',
      title: 'The payment page could not be opened',
      detail: 'Nothing was charged. Please try again.',
    }
  }
  if (error.code === 'payments-off') return { kind: 'off' }
  if (error.code === 'plan-to-claim') return { kind: 'to-claim' }
  if (error.code === 'already-subscribed') return { kind: 'has-plan' }
  return { kind: 'failed', title: error.title, detail: error.detail }
}
