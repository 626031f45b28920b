import { clsx } from 'clsx'
import { type ReactNode, useId, useRef } from 'react'
import type { LinkProps } from 'react-router'
import { type CallState, isAssistantSpeaking, isOn, mayContinue } from '../engine/call-state.ts'
import type { VoiceCall } from '../engine/voice-call.ts'
import { Switch } from '../../../ui/switch.tsx'
import { useEars } from '../speech/use-ears.ts'
import { CallControls } from './call-controls.tsx'
import { keptByWords } from './kept-by-words.ts'
import { CallExtras } from './call-extras.tsx'
import { CallMessages } from './call-messages.tsx'
import { ConversationBox } from './conversation-box.tsx'
import { EarsQuestion, HowHeard } from './how-heard.tsx'
import { StatusLine } from './status-line.tsx'
import { type CallPartner, TalkingFace } from './talking-face.tsx'
import { TypeLine, useTypedText } from './type-line.tsx'
import type { EngineSwitch } from './use-call-engine.ts'
import { useCallState } from './use-call.ts'
import { VapiFields } from './vapi-fields.tsx'
import { CALL_ENGINES, type CallEngine, type CallEngines } from '#contract/vapi.ts'

const ENGINE_NAMES: Record<CallEngine, string> = { builtin: 'Built in', vapi: 'Vapi' }

interface VoicePanelProps {
  assistant: CallPartner
  call: VoiceCall
  /** The engines of the deployment; null when they are unknown. */
  engines: CallEngines | null
  /** Null when only the built-in engine is available. */
  engineSwitch?: EngineSwitch | null
  /** False for a visitor without an account, who cannot read the transcript later. */
  keepsWords?: boolean
  /** The number of days for which the assistant's business keeps what is said; null when it does not keep it. */
  keptDays?: number | null
  /** A video shown over the face until a call begins; `words` is what it says at the moment. */
  introduction?: { video: ReactNode; words: string | null } | null
  /** A link to sign in that leads back here. */
  signIn?: LinkProps | null
}

/** The panel of a call: a large face, the captions, and the controls within reach of the thumb. */
export function VoicePanel(props: VoicePanelProps) {
  const {
    assistant,
    call,
    engines,
    engineSwitch = null,
    keepsWords,
    keptDays = null,
    signIn,
    introduction = null,
  } = props
  const state = useCallState(call)
  const ears = useEars(call, engines, { isBuiltin: engineSwitch === null || engineSwitch.engine === 'builtin' })
  const typed = useTypedText(call)
  const log = useRef<HTMLDivElement>(null)
  const hintId = useId()
  const { name } = assistant
  const isBusy = isOn(state)
  const focusLog = () => log.current?.focus({ preventScroll: true })
  const ask = (question: string) => {
    call.sendText(question)
    // The pressed button disappears with the offer, so the focus moves to where the answer appears.
    focusLog()
  }
  // Must run inside the click: iOS allows sound only then.
  const start = () => call.start({ assistantId: assistant.id })
  const tryAgain = () => call.start({ assistantId: assistant.id, goesOn: mayContinue(call.state()) })

  return (
    <div className="flex h-full flex-col gap-x-10 gap-y-3 sm:grid sm:h-auto sm:grid-cols-[16rem_minmax(0,1fr)]">
      <div className={clsx('flex flex-col', !hasExtras(state) && 'sm:justify-center')}>
        <TalkingFace
          assistant={assistant}
          call={call}
          speaking={isAssistantSpeaking(state)}
          small={hasMessage(state) || ears.isAsked}
        >
          {introduction?.video}
        </TalkingFace>
        <p className="mt-1 text-center text-sm wrap-anywhere text-ink-soft">
          {name} is an AI
          {keptDays === null ? null : `. What you say is ${keptByWords(name, keptDays)}.`}
        </p>
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-3 sm:min-h-108">
        <StatusLine state={state} byBrowser={ears.listening === 'browser'} />
        <ConversationBox
          captions={state.captions}
          name={name}
          introduction={introduction?.words ?? null}
          givesWay={ears.isAsked}
          logRef={log}
        />
        <CallMessages
          call={call}
          state={state}
          name={name}
          keepsWords={keepsWords}
          keptDays={keptDays}
          signIn={signIn}
          onTryAgain={tryAgain}
          onAsk={ask}
          onHoldToTalk={() => call.setPushToTalk(true)}
        />
        <CallExtras call={call} state={state} focusLog={focusLog} />
        <EarsQuestion ears={ears} name={name} />
        {engineSwitch === null ? null : (
          <EngineChoice engine={engineSwitch.engine} locked={isBusy} onChoose={engineSwitch.choose} />
        )}
        {engineSwitch?.asksForKeys ? (
          <VapiFields disabled={isBusy} failure={state.phase === 'failed' ? state.failure : null} />
        ) : null}
        <div
          className={clsx(
            '-mx-5 flex flex-col gap-2.5 bg-paper px-5 pt-1 pb-1 sm:static sm:mx-0 sm:px-0',
            // Not sticky below a question or key fields, since it would cover them on short screens.
            ears.isAsked || (engineSwitch?.asksForKeys && !isBusy) ? 'static' : 'sticky bottom-0',
          )}
        >
          {state.phase === 'live' ? (
            <TypeLine name={name} typed={typed} onSend={(text) => call.sendText(text)} />
          ) : null}
          <CallControls call={call} state={state} name={name} onStart={start} />
        </div>
        <HowHeard ears={ears} name={name}>
          <div className="flex items-center justify-between gap-4">
            <div>
              <p className="font-semibold">Hold to talk</p>
              <p id={hintId} className="text-sm text-ink-soft">
                For noisy rooms: you are heard only while you hold a button.
              </p>
            </div>
            <Switch
              aria-label="Hold to talk"
              aria-describedby={hintId}
              isOn={state.pushToTalk}
              onChange={(on) => call.setPushToTalk(on)}
            />
          </div>
        </HowHeard>
      </div>
    </div>
  )
}

/** A form or a card makes the panel longer than the screen; the face then stays at its top. */
function hasExtras(state: CallState): boolean {
  return state.card !== null || (state.phase === 'live' && state.form !== null)
}

/** Whether a message is shown beside the face. */
function hasMessage(state: CallState): boolean {
  switch (state.phase) {
    case 'idle':
      return false
    case 'starting':
      return state.microphone.state === 'error'
    case 'live':
      return state.microphone.state === 'error' || state.hearsNoWords || state.help !== null || hasExtras(state)
    case 'ended':
    case 'failed':
      return true
  }
}

interface EngineChoiceProps {
  engine: CallEngine
  /** True during a call, since a call keeps its engine. */
  locked: boolean
  onChoose: (engine: CallEngine) => void
}

/** A small switch between the engines. */
function EngineChoice({ engine, locked, onChoose }: EngineChoiceProps) {
  const group = useId()
  return (
    <fieldset disabled={locked} className="flex items-center gap-3 text-[0.9375rem] disabled:opacity-60">
      <legend className="float-left mr-3 font-semibold text-ink-soft">Voice engine</legend>
      <div className="flex rounded-full border border-line-strong p-0.5">
        {CALL_ENGINES.map((name) => (
          <label
            key={name}
            className={clsx(
              'relative rounded-full px-3.5 py-1 font-semibold has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              name === engine ? 'bg-ink text-paper' : 'text-ink-soft hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={group}
              value={name}
              checked={name === engine}
              onChange={() => onChoose(name)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            {ENGINE_NAMES[name]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
