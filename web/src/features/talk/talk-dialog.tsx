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
import { CreatingVideo } from './video/creating-video.tsx'
import { useTalkingVideo } from './video/use-talking-video.ts'

interface TalkDialogProps {
  assistant: CatalogueAssistant
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Once for each dialog: a call, or the trial, is over. */
  onCallEnded?: () => void
}

/** "Talk with" somebody, once a video of them is made, or is not waited for (spec sections 2 and 4). */
export function TalkDialog(props: TalkDialogProps) {
  if (!props.open) return null
  // Healthcare's is an agent that a script brings (spec section 2).
  return props.assistant.category === 'Healthcare' ? <AgentTalkDialog {...props} /> : <PanelTalkDialog {...props} />
}

function PanelTalkDialog(props: TalkDialogProps) {
  const { assistant } = props
  const { call, engineSwitch } = useCallEngine(assistant.id)
  const video = useTalkingVideo(assistant.id)
  const { state } = video
  const isReady = state.step === 'ready' || state.step === 'none'
  return (
    <OpenTalkDialog {...props} call={call} isReady={isReady}>
      {isReady ? (
        <VoicePanel
          assistant={assistant}
          call={call}
          engineSwitch={engineSwitch}
          introduction={state.step === 'ready' ? { url: state.url, words: assistant.greeting } : null}
        />
      ) : (
        <CreatingVideo assistant={assistant} video={video} />
      )}
    </OpenTalkDialog>
  )
}

function AgentTalkDialog(props: TalkDialogProps) {
  const [call] = useState(createFramedCall)
  const [isReady, setIsReady] = useState(false)
  const close = () => {
    call.end()
    props.onOpenChange(false)
  }
  return (
    <OpenTalkDialog {...props} call={call} isReady={isReady}>
      <AgentPanel assistant={props.assistant} call={call} onReady={() => setIsReady(true)} onClose={close} />
    </OpenTalkDialog>
  )
}

interface OpenTalkDialogProps extends TalkDialogProps {
  call: Pick<VoiceCall, 'view' | 'on' | 'end'>
  /** One can talk: the trial's minute begins. */
  isReady: boolean
  children: ReactNode
}

function OpenTalkDialog({ assistant, call, isReady, onOpenChange, onCallEnded, children }: OpenTalkDialogProps) {
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
  useEffect(() => (isReady ? startTrial({ call, onOver: () => onTrialOver() }) : undefined), [call, isReady])

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
