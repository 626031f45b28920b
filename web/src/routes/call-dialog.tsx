import type { CatalogueAssistant } from '#contract/catalogue.ts'
import { useState } from 'react'
import type { LinkProps } from 'react-router'
import { CallDialog, type CallDialogProps } from '../features/call/call-dialog.tsx'
import { useCallEngine } from '../features/call/panel/use-call-engine.ts'
import { useCallEngines } from '../features/call/panel/use-call-engines.ts'
import { VoicePanel } from '../features/call/panel/voice-panel.tsx'
import { AgentPanel } from '../features/embed/agent/agent-panel.tsx'
import { createFramedCall } from '../features/embed/agent/framed-call.ts'
import { CreatingVideo } from '../features/videos/creating-video.tsx'
import { IntroductionVideo } from '../features/videos/introduction-video.tsx'
import { useTalkingVideo } from '../features/videos/use-talking-video.ts'
import { WaitingRoom } from '../ui/waiting-room.tsx'

interface CatalogueCallDialogProps extends Omit<CallDialogProps, 'name' | 'call' | 'isReady' | 'children'> {
  assistant: CatalogueAssistant
  /** A link to sign in that leads back to this dialog. */
  signIn: LinkProps
}

/**
 * The "Talk with" dialog of a catalogue assistant (spec section 2). In Healthcare it holds an agent that is loaded by a
 * script.
 */
export function CatalogueCallDialog(props: CatalogueCallDialogProps) {
  return props.assistant.category === 'Healthcare' ? <AgentDialog {...props} /> : <PanelDialog {...props} />
}

/** The call panel appears once the assistant's video is ready or is no longer waited for (spec section 4). */
function PanelDialog({ assistant, signIn, ...dialog }: CatalogueCallDialogProps) {
  const { name, greeting } = assistant
  const engines = useCallEngines()
  const { call, engineSwitch } = useCallEngine(engines, assistant.id)
  const video = useTalkingVideo(assistant.id)
  const [isOver, setIsOver] = useState(false)
  const [isIntroducing, setIsIntroducing] = useState(false)
  const { state } = video
  const isPrepared = state.step === 'ready' || state.step === 'none'
  const introduction =
    state.step === 'ready' && !isOver
      ? {
          words: isIntroducing ? greeting : null,
          video: (
            <IntroductionVideo
              src={state.url}
              name={name}
              words={greeting}
              call={call}
              onSpeaking={setIsIntroducing}
              onOver={() => setIsOver(true)}
            />
          ),
        }
      : null
  return (
    <CallDialog {...dialog} name={name} call={call} isReady={isPrepared && engines !== undefined}>
      {!isPrepared ? (
        <CreatingVideo assistant={assistant} video={video} />
      ) : engines === undefined ? (
        <WaitingRoom assistant={assistant}>{null}</WaitingRoom>
      ) : (
        <VoicePanel {...{ assistant, call, engines, engineSwitch, signIn, introduction }} />
      )}
    </CallDialog>
  )
}

function AgentDialog({ assistant, ...dialog }: CatalogueCallDialogProps) {
  const engines = useCallEngines()
  const [call] = useState(createFramedCall)
  const [isReady, setIsReady] = useState(false)
  const close = () => {
    call.end()
    dialog.onClose()
  }
  return (
    <CallDialog {...dialog} name={assistant.name} call={call} isReady={isReady}>
      <AgentPanel {...{ assistant, call, engines }} onReady={() => setIsReady(true)} onClose={close} />
    </CallDialog>
  )
}
