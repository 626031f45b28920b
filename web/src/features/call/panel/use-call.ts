import type { CallEngine } from '#contract/vapi.ts'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { createBuiltinCall } from '../engine/builtin-call.ts'
import type { CallView, VoiceCall } from '../engine/voice-call.ts'
import { createVapiCall, type VapiCallDeps } from '../vapi/vapi-call.ts'
import { browserDeps } from './browser-deps.ts'

/**
 * A call that belongs to this component: leaving the component, or the page, ends it, and so does another engine.
 * @param vapi what a call through Vapi needs; the same object for as long as the engine is
 */
export function useCall(engine: CallEngine, vapi: VapiCallDeps): VoiceCall {
  const call = useMemo(
    () => (engine === 'vapi' ? createVapiCall(vapi) : createBuiltinCall(browserDeps)),
    [engine, vapi],
  )
  useEndWithPage(call)
  return call
}

/** The same through the built-in engine alone. */
export function useBuiltinCall(): VoiceCall {
  const [call] = useState(() => createBuiltinCall(browserDeps))
  useEndWithPage(call)
  return call
}

/** Leaving the component, or the page, ends the call. */
export function useEndWithPage(call: VoiceCall): void {
  useEffect(() => {
    // A page that is put away may be kept alive for coming back; a call may not.
    const leave = () => call.end()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      call.end()
    }
  }, [call])
}

export function useCallView(call: VoiceCall): CallView {
  const subscribe = useCallback((listener: () => void) => call.on('change', listener), [call])
  return useSyncExternalStore(subscribe, call.view, call.view)
}
