import { TRY_CONVERSATION_LINES } from '#contract/calls.ts'
import type { CallEngines } from '#contract/vapi.ts'
import { clsx } from 'clsx'
import Mic from 'lucide-react/icons/mic'
import MicOff from 'lucide-react/icons/mic-off'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { PanelAlert } from '../../../ui/panel-alert.tsx'
import { isAssistantSpeaking, isOn, mayContinue } from '../engine/call-state.ts'
import { requestCall } from '../engine/request-call.ts'
import { CallExtras } from '../panel/call-extras.tsx'
import { CallMessages } from '../panel/call-messages.tsx'
import { ConversationBox } from '../panel/conversation-box.tsx'
import { EarsQuestion, HowHeard } from '../panel/how-heard.tsx'
import { StatusLine } from '../panel/status-line.tsx'
import { type CallPartner, TalkingFace } from '../panel/talking-face.tsx'
import { TypeLine, useTypedText } from '../panel/type-line.tsx'
import { useBuiltinCall, useCallState } from '../panel/use-call.ts'
import { useMicrophonePermission } from './use-microphone-permission.ts'
import type { VoiceCall } from '../engine/voice-call.ts'
import { useEars } from '../speech/use-ears.ts'

const MICROPHONE_DENIED = 'Microphone access is required for conversation mode. Please allow access and try again.'

export interface TryConversationProps {
  /** The assistant as shown. The call is with the assistant that `prepare` stores. */
  assistant: CallPartner
  /**
   * Stores the assistant as filled in now on the server.
   * @returns the id to call
   * @throws ApiProblem
   */
  prepare: (signal: AbortSignal) => Promise<string>
  onExit: () => void
}

/**
 * A conversation with an assistant that is still being created (spec section 2, Test tab).
 * @param engines of the deployment; null when they are unknown
 */
export function TryConversation({
  assistant,
  engines,
  prepare,
  onExit,
}: TryConversationProps & { engines: CallEngines | null }) {
  const { name } = assistant
  const call = useBuiltinCall(async (_, signal, continued) => requestCall(await prepare(signal), signal, continued))
  const state = useCallState(call)
  const { permission, ask } = useMicrophonePermission()
  const { ears, isListening, listen } = useTryEars(call, engines)
  /** Lines for the call that is starting. */
  const waiting = useRef<string[]>([])
  const typed = useTypedText(call)
  const { putBack } = typed
  const log = useRef<HTMLDivElement>(null)
  const main = useRef<HTMLButtonElement>(null)

  useEffect(() => main.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    const takeLines = () => waiting.current.splice(0)
    const offs = [
      call.on('call-start-success', () => takeLines().forEach((line) => call.sendText(line))),
      // Lines of a call that did not start are not sent in a later one, unless the person sends them again.
      call.on('change', () => (isOn(call.state()) ? undefined : putBack(takeLines()))),
    ]
    return () => offs.forEach((off) => off())
  }, [call, putBack])

  // Must run inside the click: iOS allows sound only then.
  const begin = () => call.start({ assistantId: assistant.id, goesOn: mayContinue(call.state()) })
  const startTalking = () => {
    if (permission === 'denied') void ask().then((isGiven) => (isGiven ? listen(true) : undefined))
    else listen(true)
    begin()
  }
  const write = (text: string) => {
    if (state.phase === 'live') return call.sendText(text)
    waiting.current.push(text)
    begin()
  }
  const focusLog = () => log.current?.focus({ preventScroll: true })
  const askOffered = (question: string) => {
    write(question)
    // The pressed button disappears with the offer, so the focus moves to where the answer appears.
    focusLog()
  }
  const isStarting = state.phase === 'starting'
  const listensNow = isListening && isOn(state)
  const MainIcon = listensNow && !isStarting ? MicOff : Mic
  const asksHow = ears.isAsked && permission !== 'denied'

  return (
    <div className="flex flex-col gap-x-10 gap-y-3 sm:grid sm:grid-cols-[16rem_minmax(0,1fr)]">
      <div className="flex flex-col sm:justify-center">
        <TalkingFace assistant={assistant} call={call} speaking={isAssistantSpeaking(state)} small />
        <p className="mt-1 text-center text-sm wrap-anywhere text-ink-soft">{name} is an AI</p>
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <StatusLine state={state} isHeard={isListening} byBrowser={ears.listening === 'browser'} />
        {permission === 'denied' ? (
          <PanelAlert title={MICROPHONE_DENIED} serious>
            <p className="mt-1">Until then you can type, and you will hear the answers.</p>
            <Button size="dense" className="mt-2.5" onClick={() => void ask()}>
              Try Again
            </Button>
          </PanelAlert>
        ) : null}
        {permission === 'asking' ? (
          <p role="status" className="text-[0.9375rem] text-ink-soft">
            Your browser asks whether this site may use the microphone. You can type in the meantime.
          </p>
        ) : null}
        <CallMessages
          call={call}
          state={state}
          name={name}
          onTryAgain={startTalking}
          onHoldToTalk={null}
          onAsk={askOffered}
        />
        <CallExtras call={call} state={state} focusLog={focusLog} />
        <ConversationBox
          captions={state.captions}
          name={name}
          lines={TRY_CONVERSATION_LINES}
          givesWay={asksHow}
          logRef={log}
        />
        {permission === 'denied' ? null : <EarsQuestion ears={ears} name={name} />}
        <div
          className={clsx(
            '-mx-5 flex flex-col gap-2.5 bg-paper px-5 pt-1 pb-1 sm:static sm:mx-0 sm:px-0',
            // Not sticky below the question, since it would cover it on a phone.
            asksHow ? 'static' : 'sticky bottom-0',
          )}
        >
          <TypeLine name={name} typed={typed} onSend={write} />
          <div className="flex flex-wrap gap-2.5 *:grow">
            <Button
              ref={main}
              kind="primary"
              size="large"
              aria-disabled={isStarting}
              aria-busy={isStarting}
              onClick={() => (listensNow ? listen(false) : startTalking())}
            >
              <MainIcon aria-hidden className="size-5" />
              {isStarting ? 'Connecting...' : listensNow ? 'Stop Listening' : 'Start Talking'}
            </Button>
            <Button size="large" onClick={onExit}>
              Exit Conversation Mode
            </Button>
          </div>
        </div>
        <HowHeard ears={ears} name={name} />
      </div>
    </div>
  )
}

/** Switches listening on and off during a conversation. */
function useTryEars(call: VoiceCall, engines: CallEngines | null) {
  const [isListening, setIsListening] = useState(false)
  const ears = useEars(call, engines, { isHeard: isListening })
  const { phase } = useCallState(call)

  useEffect(() => {
    const rest = () => setIsListening(false)
    const offs = [call.on('call-end', rest), call.on('call-start-failed', rest)]
    return () => offs.forEach((off) => off())
  }, [call])

  return {
    ears,
    isListening,
    /** Can be called before a call or during it. */
    listen: (on: boolean): void => {
      // Must be set before the call starts, since it is read then.
      if (phase !== 'starting') call.setListening(on && ears.listening === 'server')
      setIsListening(on)
    },
  }
}
