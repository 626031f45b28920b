import { Link } from 'react-router'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { endingWords, hasUsedUpPlan, isBrokenOff } from '../call/call-problem.ts'
import { MICROPHONE_PROBLEM_TEXT } from '../call/microphone-status.ts'
import type { CallView } from '../call/voice-call.ts'
import { missingEntry } from '../vapi/vapi-problem.ts'
import { PanelAlert } from './panel-alert.tsx'

interface CallMessagesProps {
  view: CallView
  /** False for somebody without an account, of whom nothing is kept. */
  keepsWords: boolean
  onTryAgain: () => void
  onRetryMicrophone: () => void
}

const NOTHING_KEPT = 'Nothing of what was said is kept. Start again whenever you like.'

/** What a person must know of a call that does not go as it should, each with its way on. */
export function CallMessages({ view, keepsWords, onTryAgain, onRetryMicrophone }: CallMessagesProps) {
  const { startFailure, ending, notice, microphone, phase } = view
  const ended = endingWords(view)
  return (
    <>
      {startFailure === null ? null : (
        <PanelAlert title={startFailure.title} serious={!startFailure.isOutOfMinutes}>
          {startFailure.detail === null ? null : <p className="mt-1 wrap-anywhere">{startFailure.detail}</p>}
          {startFailure.requestId === null ? null : (
            <p className="mt-1 text-sm text-ink-soft">Reference for support: {startFailure.requestId}</p>
          )}
          {startFailure.isOutOfMinutes ? (
            <SeePlan />
          ) : missingEntry(startFailure) !== null ? null : (
            <Button size="small" className="mt-2.5" onClick={onTryAgain}>
              Try Again
            </Button>
          )}
        </PanelAlert>
      )}
      {ending === null || ended === undefined ? null : (
        <PanelAlert title={ended.title} serious={isBrokenOff(ending.reason)}>
          <p className="mt-1">{keepsWords ? ended.text : NOTHING_KEPT}</p>
          {isBrokenOff(ending.reason) ? (
            <Button size="small" className="mt-2.5" onClick={onTryAgain}>
              Start again
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
      {microphone.state === 'asking' ? (
        <p role="status" className="text-[0.9375rem] text-ink-soft">
          Your browser asks whether this site may use the microphone.{' '}
          {phase === 'live'
            ? 'You can type meanwhile.'
            : 'The call begins when you have answered, or in a few seconds without it.'}
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
