import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { createBuiltinCall } from '../call/builtin-call.ts'
import type { CallView, VoiceCall } from '../call/voice-call.ts'
import { browserDeps } from './browser-deps.ts'

/** A call that belongs to this component: leaving the component, or the page, ends it. */
export function useBuiltinCall(): VoiceCall {
  const [call] = useState(() => createBuiltinCall(browserDeps))
  useEffect(() => {
    // A page that is put away may be kept alive for coming back; a call may not.
    const leave = () => call.end()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      call.end()
    }
  }, [call])
  return call
}

export function useCallView(call: VoiceCall): CallView {
  const subscribe = useCallback((listener: () => void) => call.on('change', listener), [call])
  return useSyncExternalStore(subscribe, call.view, call.view)
}
