import type { CatalogueAssistant } from '#contract/catalogue.ts'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { notify } from '../../lib/notify.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { endingWords, isBrokenOff } from './call/call-problem.ts'
import { AgentPanel } from './agent/agent-panel.tsx'
import { createFramedCall } from './agent/framed-call.ts'
import type { CallEnding, VoiceCall } from './call/voice-call.ts'
import { useCallEngine } from './panel/use-call-engine.ts'
import { VoicePanel } from './panel/voice-panel.tsx'
import { startTrial } from './trial.ts'

interface TalkDialogProps {
  assistant: CatalogueAssistant
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Once for each dialog: a call, or the trial, is over. */
  onCallEnded?: () => void
}

/** "Talk with" somebody. The portrait is drawn, so the panel is there at once; nothing has to be created first. */
export function TalkDialog(props: TalkDialogProps) {
  if (!props.open) return null
  // Healthcare's is an agent that a script brings (spec section 2).
  return props.assistant.category === 'Healthcare' ? <AgentTalkDialog {...props} /> : <PanelTalkDialog {...props} />
}

function PanelTalkDialog(props: TalkDialogProps) {
  const { call, engineSwitch } = useCallEngine(props.assistant.id)
  return (
    <OpenTalkDialog {...props} call={call}>
      <VoicePanel assistant={props.assistant} call={call} engineSwitch={engineSwitch} />
    </OpenTalkDialog>
  )
}

function AgentTalkDialog(props: TalkDialogProps) {
  const [call] = useState(createFramedCall)
  const close = () => {
    call.end()
    props.onOpenChange(false)
  }
  return (
    <OpenTalkDialog {...props} call={call}>
      <AgentPanel assistant={props.assistant} call={call} onClose={close} />
    </OpenTalkDialog>
  )
}

interface OpenTalkDialogProps extends TalkDialogProps {
  call: Pick<VoiceCall, 'view' | 'on' | 'end'>
  children: ReactNode
}

function OpenTalkDialog({ assistant, call, onOpenChange, onCallEnded, children }: OpenTalkDialogProps) {
  const told = useRef(false)
  const tell = () => {
    if (told.current) return
    told.current = true
    onCallEnded?.()
  }
  const onTrialOver = useEffectEvent(() => {
    // The panel that explains it goes with the dialog.
    const { ending, startFailure } = call.view()
    if (startFailure !== null) {
      const { title, detail } = startFailure
      notify({ kind: 'error', title, ...(detail === null ? {} : { description: detail }) })
    }
    const words = endingWords(call.view())
    if (words !== undefined && ending !== null && isBrokenOff(ending.reason)) {
      notify({ kind: 'error', title: words.title, description: words.text })
    }
    tell()
    onOpenChange(false)
  })
  const onEnded = useEffectEvent(({ reason }: CallEnding) => {
    // What broke off is explained in the panel, with a way on; the plans can wait until the dialog is closed.
    if (isBrokenOff(reason)) return
    const words = endingWords(call.view())
    // The plans are about to cover the panel.
    if (words !== undefined && reason !== 'person-ended') {
      notify({ kind: 'plain', title: words.title, description: words.text })
    }
    tell()
  })
  const onClose = () => {
    call.end()
    if (call.view().ending !== null) tell()
    onOpenChange(false)
  }

  useEffect(() => call.on('call-end', (ending) => onEnded(ending)), [call])
  useEffect(() => startTrial({ call, onOver: () => onTrialOver() }), [call])

  return (
    <Dialog
      open
      staysOnShade
      title={`Talk with ${assistant.name}`}
      onOpenChange={(open) => (open ? undefined : onClose())}
    >
      {children}
    </Dialog>
  )
}
