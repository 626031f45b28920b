import { useEffect, useState } from 'react'
import type { VoiceCall } from '../engine/voice-call.ts'
import { useCallState } from '../panel/use-call.ts'
import { useEars } from '../speech/use-ears.ts'

/** Listening that is switched on and off while a conversation goes on. */
export function useTryEars(call: VoiceCall) {
  const [isListening, setIsListening] = useState(false)
  const ears = useEars(call, { isHeard: isListening })
  const { phase } = useCallState(call)

  useEffect(() => {
    const rest = () => setIsListening(false)
    const offs = [call.on('call-end', rest), call.on('call-start-failed', rest)]
    return () => offs.forEach((off) => off())
  }, [call])

  return {
    ears,
    isListening,
    /** Before a call, or in it. */
    listen: (on: boolean): void => {
      // A call that is about to start looks at it at once.
      if (phase !== 'starting') call.setListening(on && ears.listening === 'server')
      setIsListening(on)
    },
  }
}
