import { clsx } from 'clsx'
import { useState } from 'react'
import { failureWords, hasCode } from '../../../lib/api-problem.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import type { SaveState } from './auto-saver.ts'

/** What is saved automatically, and what its owner can do when it could not be saved. */
export interface Saving {
  state: SaveState
  /**
   * Saves at once.
   * @returns whether everything is saved now
   */
  flush: () => Promise<boolean>
  /** These two resolve a conflict: with the content saved elsewhere, or with the content on the screen. */
  takeTheirs: () => Promise<void>
  keepMine: () => Promise<boolean>
}

const STATE_WORDS = { saved: 'Saved', waiting: 'Saving…', saving: 'Saving…', failed: 'Not saved' } as const

export function SaveLine({ state, words = STATE_WORDS[state.phase] }: { state: SaveState; words?: string }) {
  return (
    <span role="status" className={state.phase === 'failed' ? 'font-semibold text-danger' : 'text-ink-soft'}>
      {words}
    </span>
  )
}

interface SavingNoteProps {
  /** `isIncomplete`: the content on the screen can't be saved as it is. */
  saving: Saving & { isIncomplete: boolean }
}

/** Shows whether the settings of a tab are saved. Its size stays the same, so that nothing below moves under a click. */
export function SavingNote({ saving }: SavingNoteProps) {
  const { state, isIncomplete } = saving
  if (state.phase === 'failed') return <SaveProblem saving={saving} of="settings" className="grow" />
  return (
    <p className="content-center max-sm:w-full sm:min-h-11 sm:min-w-80 sm:grow sm:text-right">
      <SaveLine state={state} words={isIncomplete ? 'Not saved yet: something is missing below.' : undefined} />
    </p>
  )
}

const KEPT = 'Everything you wrote is still here.'

const CONFLICTS = {
  assistant: {
    changed: 'This assistant was changed in the meantime, perhaps in another tab.',
    newer: 'Show the newer version',
    mine: 'Replace it with mine',
  },
  settings: {
    changed: 'These settings were changed in the meantime, perhaps in another tab.',
    newer: 'Show the newer settings',
    mine: 'Replace them with mine',
  },
} as const

interface SaveProblemProps {
  saving: Saving
  of: keyof typeof CONFLICTS
  className: string
}

/** Says why the last changes are not saved, and offers ways to resolve it. */
export function SaveProblem({ saving, of, className }: SaveProblemProps) {
  const { state } = saving
  const [failure, setFailure] = useState('')
  if (state.phase !== 'failed') return null
  const attempt = (work: () => Promise<unknown>) => () => {
    setFailure('')
    work().catch((error: unknown) => setFailure(failureWords(error, `That did not work. ${KEPT}`)))
  }
  const { changed, newer, mine } = CONFLICTS[of]
  const isLoggedOut = hasCode(state.error, 'unauthenticated')
  return (
    <div role="alert" className={clsx('rounded-card border border-danger bg-raised px-4 py-3.5', className)}>
      <p className="font-semibold text-danger">Your last changes are not saved</p>
      <p className="mt-1">
        {state.reason === 'conflict'
          ? `${changed} ${KEPT}`
          : isLoggedOut
            ? `You are logged out: your session has ended. Log in in a new tab, then try again here. ${KEPT}`
            : `${failureWords(state.error, 'Something went wrong.')} ${KEPT}`}
      </p>
      {failure === '' ? null : <p className="mt-1 font-medium text-danger">{failure}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        {state.reason === 'conflict' ? (
          <>
            <Button size="small" onClick={attempt(saving.takeTheirs)}>
              {newer}
            </Button>
            <Button size="small" onClick={attempt(saving.keepMine)}>
              {mine}
            </Button>
          </>
        ) : (
          <>
            {isLoggedOut ? (
              <a href="/auth" target="_blank" className={buttonClass({ size: 'small' })}>
                Log in
              </a>
            ) : null}
            <Button size="small" onClick={attempt(saving.flush)}>
              Try Again
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
