import { useEffect, useState } from 'react'
import type { VoiceCall } from '../call/voice-call.ts'
import { createBrowserRecogniser } from '../speech/browser-recogniser.ts'
import { isEcho, isSomebodySpeaking } from '../speech/echo.ts'
import { useCallView } from './use-call.ts'

interface BrowserListening {
  on: boolean
  turn: (on: boolean) => void
  /** Why it was turned off by itself. */
  failure: string | null
}

/**
 * Open speech by the browser's own recogniser: its sentences go into the call as typed lines, and meanwhile the
 * microphone does not go to our server. Off until the person turns it on.
 */
export function useBrowserListening(call: VoiceCall): BrowserListening {
  const [on, setOn] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { phase, muted } = useCallView(call)
  const listens = on && phase === 'live' && !muted

  useEffect(() => {
    call.setListening(!on)
  }, [call, on])

  useEffect(() => {
    if (!listens) return
    // The recogniser hears the loudspeaker as well: what the assistant says itself is no question.
    const saidJustNow = () => {
      const last = call.view().captions.findLast(({ role }) => role === 'assistant')
      return last?.content ?? ''
    }
    const recogniser = createBrowserRecogniser({
      onGuess(text) {
        if (call.view().assistantSpeaking && isSomebodySpeaking(text, saidJustNow())) call.interrupt()
      },
      onSentence(text) {
        if (!isEcho(text, saidJustNow()) || !call.view().assistantSpeaking) call.sendText(text)
      },
      onFailed(message) {
        setFailure(message)
        setOn(false)
      },
    })
    recogniser.start()
    return () => recogniser.stop()
  }, [call, listens])

  return {
    on,
    failure,
    turn(wanted) {
      setFailure(null)
      setOn(wanted)
    },
  }
}
