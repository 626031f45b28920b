import { openCallAudio } from '../audio/call-audio.ts'
import type { BuiltinCallDeps } from '../engine/call-attempt.ts'
import { requestCall, socketAddress } from '../engine/request-call.ts'

/** The built-in engine on this page. */
export const browserDeps: BuiltinCallDeps = {
  openAudio: openCallAudio,
  requestCall,
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
