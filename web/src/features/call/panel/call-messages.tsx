import type { ReactNode } from 'react'
import { type LinkProps } from 'react-router'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { PanelAlert } from '../../../ui/panel-alert.tsx'
import { endingOf, type NextStepAfterCall } from '../engine/call-endings.ts'
import type { NextStep } from '../engine/call-problem.ts'
import type { CallState, EndedCall } from '../engine/call-state.ts'
import { MICROPHONE_PROBLEM_TEXT } from '../engine/microphone-status.ts'
import type { VoiceCall } from '../engine/voice-call.ts'
import { missingEntry } from '../vapi/vapi-problem.ts'
import { HelpPanel } from './help-panel.tsx'
import { keptByWords } from './kept-by-words.ts'

interface CallMessagesProps {
  call: VoiceCall
  state: CallState
  /** The assistant's name. */
  name: string
  /** False for a visitor without an account, who cannot read the transcript later. */
  keepsWords?: boolean
  /** The number of days for which the business keeps what was said; null when it does not keep it. */
  keptDays?: number | null
  /** A link to sign in that leads back here; null when leaving the page would lose something. */
  signIn?: LinkProps | null
  /** Starts a new call, or continues the interrupted one. */
  onTryAgain: () => void
  /** Asks a question that was suggested to a caller who is not understood. */
  onAsk: (question: string) => void
  /** Switches to push-to-talk; null when it is not available. */
  onHoldToTalk: (() => void) | null
}

/** Messages about problems of a call, each with a way to resolve it. */
export function CallMessages(props: CallMessagesProps) {
  const { state, name, onAsk, onHoldToTalk } = props
  return (
    <>
      <MainMessage {...props} />
      <HelpPanel call={state.phase === 'live' ? state : null} name={name} onAsk={onAsk} onHoldToTalk={onHoldToTalk} />
      {'microphone' in state && state.microphone.state === 'asking' ? (
        <p role="status" className="text-[0.9375rem] text-ink-soft">
          Your browser asks whether this site may use the microphone.{' '}
          {state.phase === 'live'
            ? 'You can type in the meantime.'
            : 'The call begins once you answer, or in a few seconds without the microphone.'}
        </p>
      ) : null}
      <Notice state={state} />
    </>
  )
}

function MainMessage(props: CallMessagesProps): ReactNode {
  const { call, state } = props
  const nextSteps = nextStepsFor(props)
  switch (state.phase) {
    case 'idle':
    case 'starting':
      return null
    case 'live':
      if (state.microphone.state !== 'error') return null
      return (
        <PanelAlert title={MICROPHONE_PROBLEM_TEXT[state.microphone.reason].title} serious={false}>
          <p className="mt-1">{MICROPHONE_PROBLEM_TEXT[state.microphone.reason].text}</p>
          <SmallButton label="Try the microphone again" onClick={() => call.retryMicrophone()} />
        </PanelAlert>
      )
    case 'failed': {
      const { title, detail, requestId, nextStep } = state.failure
      return (
        <PanelAlert title={title} serious={!nextStep.startsWith('see-')}>
          {detail === null ? null : <p className="mt-1 wrap-anywhere">{detail}</p>}
          {requestId === null ? null : <p className="mt-1 text-sm text-ink-soft">Reference for support: {requestId}</p>}
          {missingEntry(state.failure) === null ? nextSteps[nextStep] : null}
        </PanelAlert>
      )
    }
    case 'ended': {
      const { title, nextStep, brokenOff } = endingOf(state)
      return (
        <PanelAlert title={title} serious={brokenOff}>
          <p className="mt-1">{endingText(state, props)}</p>
          {nextSteps[nextStep]}
        </PanelAlert>
      )
    }
  }
}

function Notice({ state }: { state: CallState }) {
  const text = state.phase === 'ended' ? state.alert : 'notice' in state ? state.notice : null
  return text === null ? null : <PanelAlert title={text} serious={false} />
}

function endingText(state: EndedCall, { keepsWords = true, keptDays = null, name }: CallMessagesProps): string {
  if (keepsWords || state.resumable !== null || state.reason === 'silent') return endingOf(state).text
  if (keptDays !== null) return `What was said is ${keptByWords(name, keptDays)}. Start again whenever you like.`
  return 'The conversation itself is not kept. Start again whenever you like.'
}

function nextStepsFor({
  signIn = null,
  onTryAgain,
}: CallMessagesProps): Record<NextStep | NextStepAfterCall, ReactNode> {
  return {
    none: null,
    'try-again': <SmallButton label="Try Again" onClick={onTryAgain} />,
    'start-again': <SmallButton label="Start again" onClick={onTryAgain} />,
    continue: <SmallButton kind="ink" label="Continue the call" onClick={onTryAgain} />,
    'see-plan': <SmallLink to="/account">See your plan</SmallLink>,
    'see-plans': <SmallLink to="/pricing">See the plans</SmallLink>,
    'log-in':
      signIn === null ? null : (
        <SmallLink {...signIn} kind="ink">
          Log in
        </SmallLink>
      ),
  }
}

const NEXT_STEP = 'mt-2.5'

function SmallButton({ label, kind, onClick }: { label: string; kind?: 'ink'; onClick: () => void }) {
  return (
    <Button size="dense" kind={kind} className={NEXT_STEP} onClick={onClick}>
      {label}
    </Button>
  )
}

function SmallLink({ kind, ...link }: LinkProps & { kind?: 'ink' }) {
  return <ButtonLink {...link} kind={kind} size="dense" className={NEXT_STEP} />
}
