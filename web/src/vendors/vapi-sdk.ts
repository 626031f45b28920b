import * as vapiModule from '@vapi-ai/web'

/** What of Vapi's web SDK a call uses. Its own types say too little where it matters (messages and errors are `any`). */
export interface VapiSdk {
  /** Resolves with null when the call could not be started; why came as `error`. */
  start(assistantId: string, overrides: VapiOverrides): Promise<unknown>
  /** Leaves, whatever state the call is in. */
  stop(): Promise<void>
  /** @throws without a call */
  setMuted(muted: boolean): void
  /** Goes nowhere without a call. */
  send(message: VapiOutgoing): void
  getDailyCallObject(): { on(event: 'nonfatal-error', listener: (event: unknown) => void): unknown } | null
  on(event: VapiEvent, listener: (payload: unknown) => void): unknown
}

export interface VapiOverrides {
  maxDurationSeconds: number
  metadata?: Record<string, string> | undefined
}

export type VapiOutgoing =
  | { type: 'add-message'; message: { role: 'user'; content: string }; triggerResponseEnabled: boolean }
  | { type: 'end-call' }

export type VapiEvent =
  | 'call-start'
  | 'call-end'
  | 'call-start-progress'
  | 'call-start-success'
  | 'volume-level'
  | 'message'
  | 'audio'
  | 'error'
  | 'camera-error'
  | 'daily-participant-updated'

type VapiClass = new (apiKey: string, apiBase: string, dailyConfig: { avoidEval: boolean }) => VapiSdk

/**
 * A client for one call. The SDK keeps address and key for all its instances together, so each call makes its own.
 * Daily's part is loaded by a script element, since our policy lets nothing evaluate text.
 */
export function createVapiSdk(apiKey: string, apiBase: string): VapiSdk {
  const Vapi = classOf(vapiModule)
  return new Vapi(apiKey, apiBase, { avoidEval: true })
}

/** The package is CommonJS: bundlers and Node wrap its default export once or twice. */
function classOf(module: unknown): VapiClass {
  let found = module
  while (typeof found === 'object' && found !== null && 'default' in found) found = found.default
  return found as VapiClass
}
