import { useEffect, useState, type ReactNode } from 'react'
import { api, successBody } from '../../lib/api.ts'
import { hasCode } from '../../lib/api-problem.ts'
import { authLink } from '../../lib/auth-link.ts'
import { failureNotice } from '../../lib/notify-failure.ts'
import { notify } from '../../lib/notify.ts'
import { forgetClaim, keepClaim } from '../../lib/pending-claim.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'

type View =
  | { status: 'looking' | 'unreachable' | 'claimed' | 'unknown' }
  | { status: 'open' | 'yours'; plans: readonly string[] }

interface ClaimPageProps {
  token: string
  /** Null for a visitor who is not signed in. */
  user: { id: string; email: string } | null
  onOtherAccount: () => void
}

/**
 * The page that assigns a purchase made without an account. Nothing is assigned before the person has chosen the
 * account.
 */
export function ClaimPage({ token, user, onOtherAccount }: ClaimPageProps) {
  const [view, setView] = useState<View>({ status: 'looking' })
  const [attempt, setAttempt] = useState(0)
  const { isBusy, run } = useBusy()
  const userId = user?.id ?? null

  useEffect(() => {
    let isCurrent = true
    successBody(api.api.billing.claim.check.$post({ json: { token } })).then(
      (state) => {
        if (!isCurrent) return
        setView(state)
        if (state.status === 'open' && userId === null) keepClaim(token)
        // A person who is switching accounts is signed out for a moment, and comes back here.
        if (state.status !== 'open' && userId !== null) forgetClaim()
      },
      (error: unknown) => {
        if (!isCurrent) return
        setView({ status: hasCode(error, 'bad-request') ? 'unknown' : 'unreachable' })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [token, userId, attempt])

  const claim = async () => {
    try {
      setView(await successBody(api.api.billing.claim.$post({ json: { token } })))
      forgetClaim()
    } catch (error) {
      notify(failureNotice(error, 'The plan could not be added'))
      setAttempt((count) => count + 1)
    }
  }

  return (
    <div className="mx-auto max-w-md px-5 pt-10 sm:pt-16">
      <h1 className="mb-6 text-center text-4xl">Your plan</h1>
      <div role="status" className="rounded-[22px] border border-line bg-raised p-5 shadow-raised sm:p-8">
        {view.status === 'looking' ? <p className="text-ink-soft">Checking your link...</p> : null}
        {view.status === 'unreachable' ? (
          <Words text="We could not check your link just now. Your plan is safe; please try again.">
            <Button kind="primary" onClick={() => setAttempt((count) => count + 1)}>
              Try again
            </Button>
          </Words>
        ) : null}
        {view.status === 'unknown' ? (
          <Words text="This link does not work. Part of it may be missing: copy the whole address from the email. What you paid is kept.">
            <ButtonLink to="/contact">Write to us about it</ButtonLink>
          </Words>
        ) : null}
        {view.status === 'claimed' ? (
          <Words
            text={
              user === null
                ? 'This plan is already on an account. Log in to see it there.'
                : `This plan belongs to another account, not to ${user.email}. Log in with the account that used this link first.`
            }
          >
            {user === null ? (
              <ButtonLink {...authLink('sign-in')} kind="primary">
                Log in
              </ButtonLink>
            ) : (
              <Button kind="primary" onClick={onOtherAccount}>
                Use another account
              </Button>
            )}
            <ButtonLink to="/contact">Write to us about it</ButtonLink>
          </Words>
        ) : null}
        {view.status === 'yours' ? (
          <Words text={`${planWords(view.plans)} is on your account.`}>
            <ButtonLink to="/account" kind="primary">
              See your account
            </ButtonLink>
          </Words>
        ) : null}
        {view.status === 'open' && user === null ? (
          <Words text={`${planWords(view.plans)} is paid for. Log in or sign up to add it to your account.`}>
            <ButtonLink {...authLink('sign-up')} kind="primary">
              Sign up
            </ButtonLink>
            <ButtonLink {...authLink('sign-in')}>Log in</ButtonLink>
          </Words>
        ) : null}
        {view.status === 'open' && user !== null ? (
          <Words
            text={`${planWords(view.plans)} is paid for and not on an account yet. Add it to the account of ${user.email}?`}
          >
            <Button kind="primary" aria-disabled={isBusy} onClick={() => void run(claim)}>
              {isBusy ? 'Adding...' : 'Add to this account'}
            </Button>
            <Button aria-disabled={isBusy} onClick={onOtherAccount}>
              Use another account
            </Button>
          </Words>
        ) : null}
      </div>
    </div>
  )
}

function planWords(plans: readonly string[]): string {
  const [first = 'bought', ...others] = new Set(plans)
  return others.length === 0 ? `The ${first} plan` : `What you bought (${[first, ...others].join(', ')})`
}

function Words({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="grid gap-5">
      <p className="wrap-anywhere">{text}</p>
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  )
}
