import { clsx } from 'clsx'
import { useState, type ReactNode } from 'react'
import type { LinkProps } from 'react-router'
import { isAssistantSpeaking, isOn, mayContinue, type CallState } from '../engine/call-state.ts'
import type { VoiceCall } from '../engine/voice-call.ts'
import { hasBrowserRecogniser } from '../speech/browser-recogniser.ts'
import { CallControls } from './call-controls.tsx'
import { CallMessages } from './call-messages.tsx'
import { ConversationBox } from './conversation-box.tsx'
import { EngineChoice } from './engine-choice.tsx'
import { PanelAlert } from '../../../ui/panel-alert.tsx'
import { StatusLine } from './status-line.tsx'
import { SwitchLine } from './switch-line.tsx'
import { TalkingFace, type CallPartner } from './talking-face.tsx'
import { TypeLine } from './type-line.tsx'
import { useBrowserListening } from './use-browser-listening.ts'
import type { EngineSwitch } from './use-call-engine.ts'
import { useCallState } from './use-call.ts'
import { VapiFields } from './vapi-fields.tsx'

interface VoicePanelProps {
  assistant: CallPartner
  call: VoiceCall
  /** Null where only the built-in engine is offered. */
  engineSwitch?: EngineSwitch | null
  /** False for a visitor without an account, of whom nothing is kept. */
  keepsWords?: boolean
  /** Lies over the face until a call begins; `words` are what it says just now. */
  introduction?: { video: ReactNode; words: string | null } | null
  /** The way to sign in, and back to here. */
  signIn?: LinkProps | null
}

/** A room with one person in it: the face large, the captions in sight, the controls under the thumb. */
export function VoicePanel(props: VoicePanelProps) {
  const { assistant, call, engineSwitch = null, keepsWords = true, signIn = null, introduction = null } = props
  const state = useCallState(call)
  const browserListening = useBrowserListening(call)
  const [offersBrowserRecogniser] = useState(hasBrowserRecogniser)
  const { name } = assistant
  const isBuiltin = engineSwitch === null || engineSwitch.engine === 'builtin'
  const isBusy = isOn(state)
  // Inside the click: that is what lets sound out on iOS.
  const start = () => call.start({ assistantId: assistant.id })
  const tryAgain = () => call.start({ assistantId: assistant.id, goesOn: mayContinue(call.state()) })

  return (
    <div className="flex h-full flex-col gap-x-10 gap-y-3 sm:grid sm:h-auto sm:grid-cols-[16rem_minmax(0,1fr)]">
      <div className="flex flex-col sm:justify-center">
        <TalkingFace assistant={assistant} call={call} speaking={isAssistantSpeaking(state)} small={hasMessage(state)}>
          {introduction?.video}
        </TalkingFace>
        <p className="mt-1 text-center text-sm wrap-anywhere text-ink-soft">{name} is an AI</p>
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-3 sm:min-h-108">
        <StatusLine state={state} />
        <ConversationBox captions={state.captions} name={name} introduction={introduction?.words ?? null} />
        <CallMessages
          state={state}
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
            locked={isBusy}
            onChoose={(engine) => engineSwitch.choose(engine)}
          />
        )}
        {engineSwitch?.asksForKeys ? (
          <VapiFields disabled={isBusy} failure={state.phase === 'failed' ? state.failure : null} />
        ) : null}
        <div
          className={clsx(
            '-mx-5 flex flex-col gap-2.5 bg-paper px-5 pt-1 pb-1 sm:static sm:mx-0 sm:px-0',
            // Over the fields it would hide what is still to be filled in.
            engineSwitch?.asksForKeys && !isBusy ? 'static' : 'sticky bottom-0',
          )}
        >
          {state.phase === 'live' ? <TypeLine name={name} onSend={(text) => call.sendText(text)} /> : null}
          <CallControls call={call} state={state} name={name} onStart={start} />
        </div>
        <details className="group text-[0.9375rem]">
          <summary className="flex min-h-9 items-center font-semibold text-ink-soft hover:text-ink">
            <span className="underline decoration-line-strong underline-offset-4">How you are heard</span>
          </summary>
          <div className="mt-1.5 flex flex-col gap-3.5">
            <SwitchLine
              label="Hold to talk"
              hint="For noisy rooms: you are heard only while you hold a button."
              on={state.pushToTalk}
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

/** There is something to read beside the face. */
function hasMessage(state: CallState): boolean {
  switch (state.phase) {
    case 'idle':
      return false
    case 'starting':
      return state.microphone.state === 'error'
    case 'live':
      return state.microphone.state === 'error' || state.hearsNoWords
    case 'ended':
    case 'failed':
      return true
  }
}
