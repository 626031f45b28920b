import { TRY_CONVERSATION_LINES } from '#contract/calls.ts'
import { Mic, MicOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { createBuiltinCall } from '../engine/builtin-call.ts'
import { requestCall } from '../engine/request-call.ts'
import { browserDeps } from '../panel/browser-deps.ts'
import { CallMessages } from '../panel/call-messages.tsx'
import { ConversationBox } from '../panel/conversation-box.tsx'
import { PanelAlert } from '../panel/panel-alert.tsx'
import { StatusLine } from '../panel/status-line.tsx'
import { SwitchLine } from '../panel/switch-line.tsx'
import { TalkingFace } from '../panel/talking-face.tsx'
import { TypeLine } from '../panel/type-line.tsx'
import { useCallView, useEndWithPage } from '../panel/use-call.ts'
import type { TalkPartner } from '../panel/voice-panel.tsx'
import { useMicrophoneLeave } from './use-microphone-leave.ts'
import { useTryEars } from './use-try-ears.ts'

const MICROPHONE_DENIED = 'Microphone access is required for conversation mode. Please allow access and try again.'

interface TryConversationProps {
  /** As it is shown; whom one really talks with is what `prepare` makes ready. */
  assistant: TalkPartner
  /** Has the server keep the assistant as it is filled in now. @returns the id to call. @throws ApiProblem */
  prepare: (signal: AbortSignal) => Promise<string>
  onExit: () => void
}

/** A conversation with an assistant that is still being made (spec section 2, Test tab). */
export function TryConversation({ assistant, prepare, onExit }: TryConversationProps) {
  const { name } = assistant
  const [call] = useState(() =>
    createBuiltinCall({
      ...browserDeps,
      requestCall: async (_, signal, continued) => requestCall(await prepare(signal), signal, continued),
    }),
  )
  useEndWithPage(call)
  const view = useCallView(call)
  const { leave, ask } = useMicrophoneLeave()
  const { ears, offersBrowser, isListening, failure, choose, listen } = useTryEars(call)
  const waiting = useRef<string | null>(null)
  const main = useRef<HTMLButtonElement>(null)

  useEffect(() => main.current?.focus({ preventScroll: true }), [])
  useEffect(
    () =>
      call.on('call-start-success', () => {
        if (waiting.current !== null) call.sendText(waiting.current)
        waiting.current = null
      }),
    [call],
  )

  // Inside the press of a button: that is what lets sound out on iOS.
  const begin = () => {
    if (call.view().phase === 'idle') call.start({ assistantId: assistant.id, goesOn: call.view().mayGoOn })
  }
  const startTalking = () => {
    if (leave === 'denied') void ask().then((isGiven) => (isGiven ? listen(true) : undefined))
    else listen(true)
    begin()
  }
  const write = (text: string) => {
    if (view.phase === 'live') return call.sendText(text)
    waiting.current = text
    begin()
  }
  const isStarting = view.phase === 'starting'
  const listensNow = isListening && view.phase !== 'idle'
  // Then it has done its work, and on a phone it takes much room.
  const hasBeenHeard = view.captions.some(({ role }) => role === 'user')
  const isByBrowser = ears === 'browser' && listensNow

  return (
    <div className="flex flex-col gap-x-10 gap-y-3 sm:grid sm:grid-cols-[16rem_minmax(0,1fr)]">
      <div className="flex flex-col sm:justify-center">
        <TalkingFace assistant={assistant} call={call} speaking={view.assistantSpeaking} small />
        <p className="mt-1 text-center text-sm text-ink-soft">{name} is an AI</p>
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <StatusLine
          view={{
            ...view,
            muted: !listensNow,
            microphone: isByBrowser ? { state: 'granted' } : view.microphone,
          }}
        />
        {leave === 'denied' ? (
          <PanelAlert title={MICROPHONE_DENIED} serious>
            <p className="mt-1">Until then you can type, and you will hear the answers.</p>
            <Button size="small" className="mt-2.5" onClick={() => void ask()}>
              Try Again
            </Button>
          </PanelAlert>
        ) : null}
        {leave === 'asking' ? (
          <p role="status" className="text-[0.9375rem] text-ink-soft">
            Your browser asks whether this site may use the microphone. You can type in the meantime.
          </p>
        ) : null}
        <CallMessages
          view={view}
          keepsWords
          signIn={null}
          onTryAgain={startTalking}
          onHoldToTalk={null}
          onRetryMicrophone={() => call.retryMicrophone()}
        />
        {failure === null || hasBeenHeard ? null : (
          <PanelAlert title={failure} serious={false}>
            <p className="mt-1">Our own speech recognition listens instead, for the questions that {name} knows.</p>
          </PanelAlert>
        )}
        <ConversationBox captions={view.captions} name={name} lines={TRY_CONVERSATION_LINES} />
        <div className="sticky bottom-0 -mx-5 flex flex-col gap-2.5 bg-paper px-5 pt-1 pb-1 sm:static sm:mx-0 sm:px-0">
          <TypeLine name={name} onSend={write} />
          <div className="flex flex-wrap gap-2.5 *:grow">
            <Button
              ref={main}
              kind="primary"
              size="large"
              aria-disabled={isStarting}
              aria-busy={isStarting}
              onClick={() => {
                if (isStarting) return
                if (listensNow) listen(false)
                else startTalking()
              }}
            >
              {listensNow && !isStarting ? (
                <MicOff aria-hidden className="size-5" />
              ) : (
                <Mic aria-hidden className="size-5" />
              )}
              {isStarting ? 'Connecting...' : listensNow ? 'Stop Listening' : 'Start Talking'}
            </Button>
            <Button size="large" onClick={onExit}>
              Exit Conversation Mode
            </Button>
          </div>
        </div>
        {offersBrowser ? (
          <SwitchLine
            label="Your browser's speech recognition"
            hint={`Understands free speech; your voice is sent to the company that makes your browser. When it is off, our own speech recognition listens for the questions that ${name} knows.`}
            on={ears === 'browser'}
            onChange={(on) => choose(on ? 'browser' : 'built-in')}
          />
        ) : null}
      </div>
    </div>
  )
}
