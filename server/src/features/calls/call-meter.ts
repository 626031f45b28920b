import type { Granted, Usage } from '../billing/billing.ts'

/** More is set aside when no more than this is left, so that a database that is away for a moment ends no call. */
const EXTEND_WITHIN_MS = 60_000

export interface CallMeterOptions {
  callId: string
  /** Where the minutes begin to count, since the start of the call. */
  fromMs?: number
  granted: Granted
  usage: Pick<Usage, 'extend'>
  /** The limit came into sight, changed, or is gone (null). */
  onLimit: (limitMs: number | null) => void
  onFault: (error: unknown) => void
}

export type CallMeter = ReturnType<typeof createCallMeter>

/** Watches that a call lasts no longer than minutes are set aside for it. */
export function createCallMeter({ callId, fromMs = 0, granted, usage, onLimit, onFault }: CallMeterOptions) {
  let now = granted
  /** The last try to set more aside failed: what was set aside is all there is until one succeeds. */
  let isCutOff = false
  let isExtending = false
  let isStopped = false
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
    if (!isStopped && after !== before) onLimit(after)
  }

  return {
    limitMs,
    /** To be told of the call's length every few seconds. */
    beat(durationMs: number): void {
      if (isStopped || isExtending || now.grantedMs + fromMs - durationMs > EXTEND_WITHIN_MS) return
      isExtending = true
      void extend(durationMs).finally(() => (isExtending = false))
    },
    stop(): void {
      isStopped = true
    },
  }
}
