import type { CallEngine } from '#contract/vapi.ts'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { openCallAudio } from '../audio/call-audio.ts'
import { createBuiltinCall, type BuiltinCallDeps } from '../engine/builtin-call.ts'
import { requestCall, socketAddress } from '../engine/request-call.ts'
import type { CallState } from '../engine/call-state.ts'
import type { VoiceCall } from '../engine/voice-call.ts'
import { createVapiCall, type VapiCallDeps } from '../vapi/vapi-call.ts'

/** The built-in engine on this page. */
const BROWSER: Omit<BuiltinCallDeps, 'requestCall'> = {
  openAudio: openCallAudio,
  openSocket: (url, protocols) => new WebSocket(url, protocols),
  resolveAddress: (url) => socketAddress(url, window.location.href),
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
 * A call that belongs to this component: leaving the component, or the page, ends it, and so does another engine.
 * @param vapi what a call through Vapi needs; the same object for as long as the engine is
 */
export function useCall(engine: CallEngine, vapi: VapiCallDeps): VoiceCall {
  const call = useMemo(
    () => (engine === 'vapi' ? createVapiCall(vapi) : createBuiltinCall({ ...BROWSER, requestCall })),
    [engine, vapi],
  )
  useEndWithPage(call)
  return call
}

/**
 * The same through the built-in engine alone.
 * @param ask how a call is asked for; looked at once
 */
export function useBuiltinCall(ask: BuiltinCallDeps['requestCall'] = requestCall): VoiceCall {
  const [call] = useState(() => createBuiltinCall({ ...BROWSER, requestCall: ask }))
  useEndWithPage(call)
  return call
}

/** Leaving the component, or the page, ends the call. */
function useEndWithPage(call: VoiceCall): void {
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

export function useCallState(call: VoiceCall): CallState {
  const subscribe = useCallback((listener: () => void) => call.on('change', listener), [call])
  return useSyncExternalStore(subscribe, call.state, call.state)
}
