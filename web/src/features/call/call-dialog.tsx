import type { CallEndReason } from '#contract/realtime.ts'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { notify } from '../../lib/notify.ts'
import type { TrialEnd } from '../../lib/trial-end.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { endingOf } from './engine/call-endings.ts'
import type { CallState } from './engine/call-state.ts'
import type { WatchedCall } from './engine/voice-call.ts'
import { startTrial } from './trial.ts'

export interface CallDialogProps {
  /** Of the assistant. */
  name: string
  call: WatchedCall
  /** The caller can talk: the trial's minute begins. */
  isReady: boolean
  onOpenChange: (open: boolean) => void
  /** A plan lets the viewer talk: there is no trial, and nothing to sell. */
  hasPlan: boolean
  /** Once for each dialog, for a viewer without a plan: a call, or the trial, is over. */
  onTrialEnd: (how: TrialEnd) => void
  children: ReactNode
}

const TRIAL_END: Partial<Record<CallEndReason, TrialEnd>> = { 'limit-reached': 'minute-used-up' }

function trialEndOf(state: CallState): TrialEnd {
  return state.phase === 'ended' ? (TRIAL_END[state.reason] ?? 'call-ended') : 'no-call'
}

/** The dialog around a call, which closes when the trial is over. Mounted while it is open. */
export function CallDialog(props: CallDialogProps) {
  const { name, call, isReady, hasPlan, onOpenChange, onTrialEnd, children } = props
  const told = useRef(false)
  const tell = () => {
    const state = call.state()
    // The server knows best; before a first call, what was last heard of the plans has to do.
    if (told.current || (state.isDemo === null ? hasPlan : !state.isDemo)) return
    told.current = true
    onTrialEnd(trialEndOf(state))
  }
  const onTrialOver = useEffectEvent(() => {
    // The panel that explains it goes with the dialog.
    const words = troubleOf(call.state())
    if (words !== null) notify({ kind: 'error', ...words })
    tell()
    onOpenChange(false)
  })
  const onEnded = useEffectEvent(() => {
    const state = call.state()
    if (state.phase !== 'ended') return
    const { title, text, brokenOff } = endingOf(state)
    // What broke off is explained in the panel, with a way on; the plans can wait until the dialog is closed.
    // So is the end of a plan's call, where no plans are about to cover it.
    if (brokenOff || state.isDemo === false) return
    if (state.reason !== 'person-ended') notify({ kind: 'plain', title, description: text })
    tell()
  })
  const onClose = () => {
    call.end()
    if (call.state().phase === 'ended') tell()
    onOpenChange(false)
  }

  useEffect(() => call.on('call-end', () => onEnded()), [call])
  const isTrial = isReady && !hasPlan
  useEffect(() => (isTrial ? startTrial({ call, onOver: () => onTrialOver() }) : undefined), [call, isTrial])

  return (
    <Dialog open staysOnShade title={`Talk with ${name}`} onOpenChange={(open) => (open ? undefined : onClose())}>
      {children}
    </Dialog>
  )
}

/** What went wrong with the latest call, in words for people. */
function troubleOf(state: CallState): { title: string; description?: string } | null {
  if (state.phase === 'failed') {
    const { title, detail } = state.failure
    return detail === null ? { title } : { title, description: detail }
  }
  if (state.phase !== 'ended') return null
  const { title, text, brokenOff } = endingOf(state)
  return brokenOff ? { title, description: text } : null
}
