import { isAssistantSpeaking } from '../engine/call-state.ts'
import type { VoiceCall } from '../engine/voice-call.ts'
import { createBrowserRecogniser } from './browser-recogniser.ts'
import { isEcho, isSignOfListening, isTakingTheWord } from './echo.ts'

/**
 * Lets the browser's own recogniser listen for a live call: its sentences go into the call as typed lines.
 * @param onFailed why it gave up, in words for people
 * @returns the way to stop
 */
export function listenByBrowser(call: VoiceCall, onFailed: (message: string) => void): () => void {
  // The recogniser hears the loudspeaker as well: what the assistant says itself is no question.
  const saidJustNow = () => {
    const last = call.state().captions.findLast(({ role }) => role === 'assistant')
    return last?.content ?? ''
  }
  const recogniser = createBrowserRecogniser({
    onGuess(text) {
      if (isAssistantSpeaking(call.state()) && isTakingTheWord(text, saidJustNow())) call.interrupt()
    },
    onSentence(text) {
      const asksNothing = isAssistantSpeaking(call.state()) && (isEcho(text, saidJustNow()) || isSignOfListening(text))
      if (!asksNothing) call.sendText(text)
    },
    onFailed,
  })
  recogniser.start()
  return () => recogniser.stop()
}
