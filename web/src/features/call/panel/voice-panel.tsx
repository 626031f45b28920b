import type { CatalogueAssistant } from '#contract/catalogue.ts'
import type { PhotoFace } from '#contract/photo-face.ts'
import { clsx } from 'clsx'
import { useState } from 'react'
import type { LinkProps } from 'react-router'
import type { VoiceCall } from '../engine/voice-call.ts'
import { hasBrowserRecogniser } from '../speech/browser-recogniser.ts'
import { IntroductionVideo } from '../../videos/introduction-video.tsx'
import { CallControls } from './call-controls.tsx'
import { CallMessages } from './call-messages.tsx'
import { ConversationBox } from './conversation-box.tsx'
import { EngineChoice } from './engine-choice.tsx'
import { PanelAlert } from './panel-alert.tsx'
import { StatusLine } from './status-line.tsx'
import { SwitchLine } from './switch-line.tsx'
import { TalkingFace } from './talking-face.tsx'
import { TypeLine } from './type-line.tsx'
import { useBrowserListening } from './use-browser-listening.ts'
import type { EngineSwitch } from './use-call-engine.ts'
import { useCallView } from './use-call.ts'
import { VapiFields } from './vapi-fields.tsx'

/** Whom one talks with. */
export interface TalkPartner extends Pick<CatalogueAssistant, 'id' | 'name' | 'image'> {
  /** Where the face is in the image, for a photo that talks; nobody's is known for a drawn portrait. */
  photoFace?: PhotoFace | null
}

interface VoicePanelProps {
  assistant: TalkPartner
  call: VoiceCall
  /** Null where only the built-in engine is offered. */
  engineSwitch?: EngineSwitch | null
  /** False for somebody without an account, of whom nothing is kept. */
  keepsWords?: boolean
  /** A talking video, seen until a call begins, and what it says. */
  introduction?: { url: string; words: string } | null
  /** The way to sign in, and back to here. */
  signIn?: LinkProps | null
}

/** A room with one person in it: the face large, the captions in sight, the controls under the thumb. */
export function VoicePanel(props: VoicePanelProps) {
  const { assistant, call, engineSwitch = null, keepsWords = true, signIn = null } = props
  const [introduction, setIntroduction] = useState(props.introduction ?? null)
  const [isIntroducing, setIsIntroducing] = useState(false)
  const view = useCallView(call)
  const browserListening = useBrowserListening(call)
  const [offersBrowserRecogniser] = useState(hasBrowserRecogniser)
  const { name } = assistant
  const isBuiltin = engineSwitch === null || engineSwitch.engine === 'builtin'
  const hasMessage =
    view.startFailure !== null || view.ending !== null || view.microphone.state === 'error' || view.hearsNoWords
  // Inside the click: that is what lets sound out on iOS.
  const start = () => call.start({ assistantId: assistant.id })
  const tryAgain = () => call.start({ assistantId: assistant.id, goesOn: call.view().mayGoOn })

  return (
    <div className="flex h-full flex-col gap-x-10 gap-y-3 sm:grid sm:h-auto sm:grid-cols-[16rem_minmax(0,1fr)]">
      <div className="flex flex-col sm:justify-center">
        <TalkingFace assistant={assistant} call={call} speaking={view.assistantSpeaking} small={hasMessage}>
          {introduction === null ? null : (
            <IntroductionVideo
              src={introduction.url}
              name={name}
              words={introduction.words}
              call={call}
              onSpeaking={setIsIntroducing}
              onOver={() => setIntroduction(null)}
            />
          )}
        </TalkingFace>
        <p className="mt-1 text-center text-sm wrap-anywhere text-ink-soft">{name} is an AI</p>
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-3 sm:min-h-108">
        <StatusLine view={view} />
        <ConversationBox
          captions={view.captions}
          name={name}
          introduction={isIntroducing && introduction !== null ? introduction.words : null}
        />
        <CallMessages
          view={view}
          keepsWords={keepsWords}
          signIn={signIn}
          onTryAgain={tryAgain}
          onRetryMicrophone={() => call.retryMicrophone()}
          onHoldToTalk={() => call.setPushToTalk(true)}
        />
        {browserListening.failure === null ? null : <PanelAlert title={browserListening.failure} serious={false} />}
        {engineSwitch === null ? null : (
          <EngineChoice
            engine={engineSwitch.engine}
            locked={view.phase !== 'idle'}
            onChoose={(engine) => engineSwitch.choose(engine)}
          />
        )}
        {engineSwitch?.asksForKeys ? <VapiFields disabled={view.phase !== 'idle'} failure={view.startFailure} /> : null}
        <div
          className={clsx(
            '-mx-5 flex flex-col gap-2.5 bg-paper px-5 pt-1 pb-1 sm:static sm:mx-0 sm:px-0',
            // Over the fields it would hide what is still to be filled in.
            engineSwitch?.asksForKeys && view.phase === 'idle' ? 'static' : 'sticky bottom-0',
          )}
        >
          {view.phase === 'live' ? <TypeLine name={name} onSend={(text) => call.sendText(text)} /> : null}
          <CallControls call={call} view={view} name={name} onStart={start} />
        </div>
        <details className="group text-[0.9375rem]">
          <summary className="flex min-h-9 items-center font-semibold text-ink-soft hover:text-ink">
            <span className="underline decoration-line-strong underline-offset-4">How you are heard</span>
          </summary>
          <div className="mt-1.5 flex flex-col gap-3.5">
            <SwitchLine
              label="Hold to talk"
              hint="For noisy rooms: you are heard only while you hold a button."
              on={view.pushToTalk}
              onChange={(on) => call.setPushToTalk(on)}
            />
            {offersBrowserRecogniser && isBuiltin ? (
              <SwitchLine
                label="Your browser's speech recognition"
                hint={`Understands free speech. While it is on, your voice is sent to the company that makes your browser, and only the written words reach ${name}.`}
                on={browserListening.on}
                onChange={browserListening.turn}
              />
            ) : null}
          </div>
        </details>
      </div>
    </div>
  )
}
