import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { endingWords, hasUsedUpPlan, isBrokenOff } from '../engine/call-problem.ts'
import { MICROPHONE_PROBLEM_TEXT } from '../engine/microphone-status.ts'
import type { CallView, WayOn } from '../engine/voice-call.ts'
import { missingEntry } from '../vapi/vapi-problem.ts'
import { NoWordsHint } from './no-words-hint.tsx'
import { PanelAlert } from './panel-alert.tsx'

interface CallMessagesProps {
  view: CallView
  /** False for somebody without an account, of whom nothing is kept. */
  keepsWords: boolean
  /** The way to sign in and back to here; null where leaving by it would lose something. */
  signIn: LinkProps | null
  /** Starts again, or goes on with the call that broke off. */
  onTryAgain: () => void
  onRetryMicrophone: () => void
  /** Switches to holding a button while one speaks; null where there is no such button. */
  onHoldToTalk: (() => void) | null
}

const NOTHING_KEPT = 'Nothing that was said is kept. Start again whenever you like.'

/** What a person must know of a call that does not go as it should, each with its way on. */
export function CallMessages(props: CallMessagesProps) {
  const { view, keepsWords, signIn, onTryAgain, onRetryMicrophone, onHoldToTalk } = props
  const { startFailure, ending, notice, microphone, phase, mayGoOn } = view
  const ended = endingWords(view)
  const logIn =
    signIn === null ? null : (
      <Link {...signIn} className={buttonClass({ kind: 'ink', size: 'small', className: 'mt-2.5' })}>
        Log in
      </Link>
    )
  const waysOn: Record<WayOn, ReactNode> = {
    'try-again': (
      <Button size="small" className="mt-2.5" onClick={onTryAgain}>
        Try Again
      </Button>
    ),
    'see-plan': <SeePlan />,
    'see-plans': <SeePlans />,
    'log-in': logIn,
  }
  return (
    <>
      {startFailure === null ? null : (
        <PanelAlert title={startFailure.title} serious={!startFailure.wayOn.startsWith('see-')}>
          {startFailure.detail === null ? null : <p className="mt-1 wrap-anywhere">{startFailure.detail}</p>}
          {startFailure.requestId === null ? null : (
            <p className="mt-1 text-sm text-ink-soft">Reference for support: {startFailure.requestId}</p>
          )}
          {missingEntry(startFailure) === null ? waysOn[startFailure.wayOn] : null}
        </PanelAlert>
      )}
      {ending === null || ended === undefined ? null : (
        <PanelAlert title={ended.title} serious={isBrokenOff(ending.reason)}>
          <p className="mt-1">{keepsWords || mayGoOn || ending.reason === 'silent' ? ended.text : NOTHING_KEPT}</p>
          {ending.reason === 'access-ended' ? (
            logIn
          ) : isBrokenOff(ending.reason) ? (
            <Button kind={mayGoOn ? 'ink' : 'outline'} size="small" className="mt-2.5" onClick={onTryAgain}>
              {mayGoOn ? 'Continue the call' : 'Start again'}
            </Button>
          ) : null}
          {hasUsedUpPlan(view) ? <SeePlan /> : null}
        </PanelAlert>
      )}
      {phase === 'live' && microphone.state === 'error' ? (
        <PanelAlert title={MICROPHONE_PROBLEM_TEXT[microphone.reason].title} serious={false}>
          <p className="mt-1">{MICROPHONE_PROBLEM_TEXT[microphone.reason].text}</p>
          <Button size="small" className="mt-2.5" onClick={onRetryMicrophone}>
            Try the microphone again
          </Button>
        </PanelAlert>
      ) : null}
      <NoWordsHint isShown={view.hearsNoWords} onHoldToTalk={onHoldToTalk} />
      {microphone.state === 'asking' ? (
        <p role="status" className="text-[0.9375rem] text-ink-soft">
          Your browser asks whether this site may use the microphone.{' '}
          {phase === 'live'
            ? 'You can type in the meantime.'
            : 'The call begins once you answer, or in a few seconds without the microphone.'}
        </p>
      ) : null}
      {notice === null ? null : <PanelAlert title={notice} serious={false} />}
    </>
  )
}

function SeePlan() {
  return (
    <Link to="/account" className={buttonClass({ size: 'small', className: 'mt-2.5' })}>
      See your plan
    </Link>
  )
}

function SeePlans() {
  return (
    <Link to="/pricing" className={buttonClass({ size: 'small', className: 'mt-2.5' })}>
      See the plans
    </Link>
  )
}
