import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { notify } from '../../lib/notify.ts'
import type { TrialEnd } from '../../lib/trial-end.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { endingOf } from './engine/call-endings.ts'
import type { CallState } from './engine/call-state.ts'
import type { WatchedCall } from './engine/voice-call.ts'
import { startTrial } from './trial.ts'

export interface CallDialogProps {
  /** The assistant's name. */
  name: string
  call: WatchedCall
  /** Whether the caller can start talking, which begins the minute of a trial. */
  isReady: boolean
  onClose: () => void
  /** Whether a plan of the viewer pays for calls: then there is no trial, and no plans are offered. */
  hasPlan: boolean
  /** Called once per dialog, for a viewer without a plan, when a call or the trial is over. */
  onTrialEnd: (how: TrialEnd) => void
  children: ReactNode
}

function trialEndOf(state: CallState): TrialEnd {
  if (state.phase !== 'ended') return 'no-call'
  return state.reason === 'limit-reached' ? 'minute-used-up' : 'call-ended'
}

/** The dialog around a call. It closes when the trial is over. Mounted only while it is open. */
export function CallDialog(props: CallDialogProps) {
  const { name, call, isReady, hasPlan, onClose, onTrialEnd, children } = props
  const told = useRef(false)
  const tell = () => {
    const state = call.state()
    // The server decides whether a call is a demo. Before the first call, the last known plans decide.
    if (told.current || (state.isDemo === null ? hasPlan : !state.isDemo)) return
    told.current = true
    onTrialEnd(trialEndOf(state))
  }
  const onTrialOver = useEffectEvent(() => {
    // The panel with the explanation disappears with the dialog, so a toast repeats it.
    const words = troubleOf(call.state())
    if (words !== null) notify({ kind: 'error', ...words })
    tell()
    onClose()
  })
  const onEnded = useEffectEvent(() => {
    const state = call.state()
    if (state.phase !== 'ended') return
    const { title, text, brokenOff } = endingOf(state)
    // A call that broke off is explained in the panel, with a way to continue, so plans are offered only when the
    // dialog closes. The end of a call on a plan is also explained there, since no plans will cover it.
    if (brokenOff || state.isDemo === false) return
    if (state.reason !== 'person-ended') notify({ kind: 'plain', title, description: text })
    tell()
  })
  const close = () => {
    call.end()
    if (call.state().phase === 'ended') tell()
    onClose()
  }

  useEffect(() => call.on('call-end', () => onEnded()), [call])
  const isTrial = isReady && !hasPlan
  useEffect(() => (isTrial ? startTrial({ call, onOver: () => onTrialOver() }) : undefined), [call, isTrial])

  return (
    <Dialog staysOnShade title={`Talk with ${name}`} onClose={close}>
      {children}
    </Dialog>
  )
}

/** The problem of the latest call, in words for people. */
function troubleOf(state: CallState): { title: string; description?: string } | null {
  if (state.phase === 'failed') {
    const { title, detail } = state.failure
    return detail === null ? { title } : { title, description: detail }
  }
  if (state.phase !== 'ended') return null
  const { title, text, brokenOff } = endingOf(state)
  return brokenOff ? { title, description: text } : null
}
