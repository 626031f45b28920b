import type { Granted, Usage } from './call-records.ts'

/** More is set aside when no more than this is left, so that a database that is away for a moment ends no call. */
const EXTEND_WITHIN_MS = 60_000

export interface CallMeterOptions {
  callId: string
  /** Where the minutes begin to count, since the start of the call. */
  fromMs?: number
  granted: Granted
  usage: Pick<Usage, 'extend'>
  onFault: (error: unknown) => void
}

/** Watches that a call lasts no longer than minutes are set aside for it. */
export interface CallMeter {
  limitMs(): number | null
  watchLimit: (changed: (limitMs: number | null) => void) => void
  /** To be told of the call's length every few seconds. */
  beat(durationMs: number): void
  stop(): void
}

export function createCallMeter({ callId, fromMs = 0, granted, usage, onFault }: CallMeterOptions): CallMeter {
  let now = granted
  /** The last try to set more aside failed: what was set aside is all there is until one succeeds. */
  let isCutOff = false
  let isExtending = false
  let isStopped = false
  let tell: (limitMs: number | null) => void = () => {}
  const limitMs = () => (now.isFinal || isCutOff ? now.grantedMs + fromMs : null)

  async function extend(durationMs: number): Promise<void> {
    const before = limitMs()
    try {
      now = await usage.extend(callId, Math.max(0, durationMs - fromMs))
      isCutOff = false
    } catch (error) {
      isCutOff = true
      onFault(error)
    }
    const after = limitMs()
    if (!isStopped && after !== before) tell(after)
  }

  return {
    limitMs,
    watchLimit(changed) {
      tell = changed
    },
    beat(durationMs) {
      if (isStopped || isExtending || now.grantedMs + fromMs - durationMs > EXTEND_WITHIN_MS) return
      isExtending = true
      void extend(durationMs).finally(() => (isExtending = false))
    },
    stop() {
      isStopped = true
    },
  }
}
