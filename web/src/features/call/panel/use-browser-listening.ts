import { useEffect, useState } from 'react'
import type { VoiceCall } from '../engine/voice-call.ts'
import { listenByBrowser } from '../speech/listen-by-browser.ts'
import { useCallState } from './use-call.ts'

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
  const state = useCallState(call)
  const listens = on && state.phase === 'live' && state.sound !== 'muted'

  useEffect(() => {
    call.setListening(!on)
  }, [call, on])

  useEffect(() => {
    if (!listens) return
    return listenByBrowser(call, (message) => {
      setFailure(message)
      setOn(false)
    })
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
