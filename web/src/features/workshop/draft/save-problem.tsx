import { useState } from 'react'
import { ApiProblem, failureWords } from '../../../lib/api-problem.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import type { Draft } from './use-draft.ts'

const KEPT = 'Everything you wrote is still here.'

/** Says why the last changes are not saved, and offers ways to resolve it. */
export function SaveProblem({ draft }: { draft: Draft }) {
  const { state } = draft
  const [failure, setFailure] = useState('')
  if (state.phase !== 'failed') return null
  const attempt = (work: () => Promise<unknown>) => () => {
    setFailure('')
    work().catch((error: unknown) => setFailure(failureWords(error, `That did not work. ${KEPT}`)))
  }
  const isLoggedOut = state.error instanceof ApiProblem && state.error.code === 'unauthenticated'
  return (
    <div role="alert" className="mt-5 rounded-card border border-danger bg-raised px-4 py-3.5">
      <p className="font-semibold text-danger">Your last changes are not saved</p>
      <p className="mt-1">
        {state.reason === 'conflict'
          ? `This assistant was changed in the meantime, perhaps in another tab. ${KEPT}`
          : isLoggedOut
            ? `You are logged out: your session has ended. Log in in a new tab, then try again here. ${KEPT}`
            : `${failureWords(state.error, 'Something went wrong.')} ${KEPT}`}
      </p>
      {failure === '' ? null : <p className="mt-1 font-medium text-danger">{failure}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        {state.reason === 'conflict' ? (
          <>
            <Button size="small" className="min-h-11" onClick={attempt(draft.takeTheirs)}>
              Show the newer version
            </Button>
            <Button size="small" className="min-h-11" onClick={attempt(draft.keepMine)}>
              Replace it with mine
            </Button>
          </>
        ) : (
          <>
            {isLoggedOut ? (
              <a href="/auth" target="_blank" className={buttonClass({ size: 'small', className: 'min-h-11' })}>
                Log in
              </a>
            ) : null}
            <Button size="small" className="min-h-11" onClick={attempt(draft.flush)}>
              Try Again
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
