import { isAssistantSpeaking } from '../engine/call-state.ts'
import type { VoiceCall } from '../engine/voice-call.ts'
import { createBrowserRecogniser } from './browser-recogniser.ts'
import { isEcho, isBackchannel, isBargeIn } from './echo.ts'

/**
 * Lets the browser's own recogniser listen during a call: its sentences are sent as typed lines.
 * @param onFailed called with the reason when it fails, in words for people
 * @returns a function that stops it
 */
export function listenByBrowser(call: VoiceCall, onFailed: (message: string) => void): () => void {
  // The recogniser also hears the loudspeaker; the assistant's own words must not be sent as a question.
  const saidJustNow = () => {
    const last = call.state().captions.findLast(({ role }) => role === 'assistant')
    return last?.content ?? ''
  }
  const recogniser = createBrowserRecogniser({
    onGuess(text) {
      if (isAssistantSpeaking(call.state())) {
        if (!isBargeIn(text, saidJustNow())) return
        call.interrupt()
      }
      call.setCallerSpeaking(true)
    },
    onSentence(text) {
      const isIgnored = isAssistantSpeaking(call.state()) && (isEcho(text, saidJustNow()) || isBackchannel(text))
      if (isIgnored) call.setCallerSpeaking(false)
      else call.sendText(text)
    },
    onDropped: () => call.setCallerSpeaking(false),
    onFailed,
  })
  recogniser.start()
  return () => {
    recogniser.stop()
    call.setCallerSpeaking(false)
  }
}
