import { useEffect, useState } from 'react'
import type { VoiceCall } from '../engine/voice-call.ts'
import { useCallState } from '../panel/use-call.ts'
import { hasBrowserRecogniser } from '../speech/browser-recogniser.ts'
import { listenByBrowser } from '../speech/listen-by-browser.ts'

/** Who listens: the browser's own recogniser (spec section 7), or the built-in one on our server. */
type Ears = 'browser' | 'built-in'

export interface TryEars {
  ears: Ears
  offersBrowser: boolean
  choose: (ears: Ears) => void
  isListening: boolean
  /** Before a call, or in it. */
  listen: (on: boolean) => void
  /** Why the browser's gave up, and the built-in one listens instead. */
  failure: string | null
}

/** Listening that is switched on and off while a conversation goes on. */
export function useTryEars(call: VoiceCall): TryEars {
  const [offersBrowser] = useState(hasBrowserRecogniser)
  const [ears, setEars] = useState<Ears>(offersBrowser ? 'browser' : 'built-in')
  const [isListening, setIsListening] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { phase } = useCallState(call)

  const set = (next: { ears: Ears; on: boolean }) => {
    // A call that is about to start looks at it; one that is starting is told once it is live.
    if (phase !== 'starting') call.setListening(next.on && next.ears === 'built-in')
    setEars(next.ears)
    setIsListening(next.on)
  }

  useEffect(() => {
    if (phase === 'live') call.setListening(isListening && ears === 'built-in')
  }, [call, ears, isListening, phase])
  useEffect(() => {
    if (ears !== 'browser' || !isListening || phase !== 'live') return
    return listenByBrowser(call, (message) => {
      setFailure(message)
      setEars('built-in')
    })
  }, [call, ears, isListening, phase])

  useEffect(() => {
    const rest = () => {
      call.setListening(false)
      setIsListening(false)
    }
    rest()
    const offs = [call.on('call-end', rest), call.on('call-start-failed', rest)]
    return () => offs.forEach((off) => off())
  }, [call])

  return {
    ears,
    offersBrowser,
    isListening,
    failure,
    choose(chosen) {
      setFailure(null)
      set({ ears: chosen, on: isListening })
    },
    listen: (on) => set({ ears, on }),
  }
}
