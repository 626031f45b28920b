import type { CatalogueAssistant } from '#contract/catalogue.ts'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import type { LinkProps } from 'react-router'
import { notify } from '../../lib/notify.ts'
import type { TrialEnd } from '../../lib/trial-end.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { endingWords, isBrokenOff } from './engine/call-problem.ts'
import { AgentPanel } from '../embed/agent/agent-panel.tsx'
import { createFramedCall } from '../embed/agent/framed-call.ts'
import type { CallEnding, VoiceCall } from './engine/voice-call.ts'
import { useCallEngine } from './panel/use-call-engine.ts'
import { VoicePanel } from './panel/voice-panel.tsx'
import { startTrial } from './trial.ts'
import { CreatingVideo } from '../videos/creating-video.tsx'
import { useTalkingVideo } from '../videos/use-talking-video.ts'

interface TalkDialogProps {
  assistant: CatalogueAssistant
  open: boolean
  onOpenChange: (open: boolean) => void
  /** A plan lets the viewer talk: there is no trial, and nothing to sell. */
  hasPlan: boolean
  /** The way to sign in, and back to this dialog. */
  signIn: LinkProps
  /** Once for each dialog, for a viewer without a plan: a call, or the trial, is over. */
  onTrialEnd: (how: TrialEnd) => void
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
          signIn={props.signIn}
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

function OpenTalkDialog(props: OpenTalkDialogProps) {
  const { assistant, call, isReady, hasPlan, onOpenChange, onTrialEnd, children } = props
  const told = useRef(false)
  const tell = () => {
    const { ending, isDemo } = call.view()
    // The server knows best; before a first call, what was last heard of the plans has to do.
    if (told.current || (isDemo === null ? hasPlan : !isDemo)) return
    told.current = true
    onTrialEnd(ending === null ? 'no-call' : ending.reason === 'limit-reached' ? 'minute-used-up' : 'call-ended')
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
    // So is the end of a plan's call, where no plans are about to cover it.
    if (isBrokenOff(reason) || call.view().isDemo === false) return
    const words = endingWords(call.view())
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
  const isTrial = isReady && !hasPlan
  useEffect(() => (isTrial ? startTrial({ call, onOver: () => onTrialOver() }) : undefined), [call, isTrial])

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
