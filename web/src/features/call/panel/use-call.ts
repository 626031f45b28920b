import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { openCallAudio } from '../audio/call-audio.ts'
import { createBuiltinCall, type BuiltinCallDeps } from '../engine/builtin-call.ts'
import { requestCall } from '../engine/request-call.ts'
import type { CallState } from '../engine/call-state.ts'
import type { VoiceCall } from '../engine/voice-call.ts'
import { createVapiCall, type VapiCallDeps } from '../vapi/vapi-call.ts'

/** The browser's implementations of what the built-in engine needs. */
const BROWSER: Omit<BuiltinCallDeps, 'requestCall'> = {
  openAudio: openCallAudio,
  isMobile: isMobile(),
  onOffline(listener) {
    window.addEventListener('offline', listener)
    return () => window.removeEventListener('offline', listener)
  },
}

function isMobile(): boolean {
  if (typeof navigator === 'undefined') return false
  const { userAgentData } = navigator as { userAgentData?: { mobile?: boolean } }
  return userAgentData?.mobile ?? /Mobi|Android|iPhone|iPad|iPod/.test(navigator.userAgent)
}

/**
 * A call owned by this component: it ends when the component is unmounted, the page is left or another engine is
 * chosen.
 * @param vapi what a call through Vapi needs, always the same object; null for the built-in engine
 */
export function useCall(vapi: VapiCallDeps | null): VoiceCall {
  const call = useMemo(
    () => (vapi === null ? createBuiltinCall({ ...BROWSER, requestCall }) : createVapiCall(vapi)),
    [vapi],
  )
  useEndWithPage(call)
  return call
}

/**
 * A call on the built-in engine only, with the same owner.
 * @param ask how the call is requested; read only at the first rendering
 */
export function useBuiltinCall(ask: BuiltinCallDeps['requestCall'] = requestCall): VoiceCall {
  const [call] = useState(() => createBuiltinCall({ ...BROWSER, requestCall: ask }))
  useEndWithPage(call)
  return call
}

/** Leaving the component, or the page, ends the call. */
function useEndWithPage(call: VoiceCall): void {
  useEffect(() => {
    // The browser may keep a page in its back/forward cache, but the call must end.
    const leave = () => call.end()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      call.end()
    }
  }, [call])
}

export function useCallState(call: VoiceCall): CallState {
  const subscribe = useCallback((listener: () => void) => call.on('change', listener), [call])
  return useSyncExternalStore(subscribe, call.state, call.state)
}
