import * as vapiModule from '@vapi-ai/web'

/**
 * The part of Vapi's web SDK that calls use. The SDK's own types are too weak where it matters (messages and errors are
 * `any`).
 */
export interface VapiSdk {
  /** Resolves with null when the call could not be started; the reason is sent as an `error` event. */
  start(assistantId: string, overrides: VapiOverrides): Promise<unknown>
  /** Leaves the call, in whatever state it is. */
  stop(): Promise<void>
  /** @throws Error when there is no call */
  setMuted(muted: boolean): void
  /** Ignored when there is no call. */
  send(message: VapiOutgoing): void
  getDailyCallObject(): { on(event: 'nonfatal-error', listener: (event: unknown) => void): unknown } | null
  on(event: VapiEvent, listener: (payload: unknown) => void): unknown
}

interface VapiOverrides {
  maxDurationSeconds: number
  metadata?: Record<string, string> | undefined
}

type VapiOutgoing =
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
 * A client for one call. The SDK shares address and key among all instances, so each call creates its own. Daily's part
 * is loaded by a script element, since our content security policy forbids `eval`.
 */
export function createVapiSdk(apiKey: string, apiBase: string): VapiSdk {
  const Vapi = classOf(vapiModule)
  return new Vapi(apiKey, apiBase, { avoidEval: true })
}

/** The package is CommonJS, and bundlers and Node wrap its default export once or twice. */
function classOf(module: unknown): VapiClass {
  let found = module
  while (typeof found === 'object' && found !== null && 'default' in found) found = found.default
  return found as VapiClass
}
