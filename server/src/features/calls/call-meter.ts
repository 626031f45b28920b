import type { Granted, Usage } from '../billing/billing.ts'

/** More is reserved when no more than this is left, so that a short outage of the database ends no call. */
const EXTEND_WITHIN_MS = 60_000

interface CallMeterOptions {
  callId: string
  /** The time since the start of the call from which minutes count. */
  fromMs: number
  granted: Granted
  usage: Pick<Usage, 'extend'>
  /** Called when the limit has come near, has changed, or is gone (null). */
  onLimit: (limitMs: number | null) => void
  onFault: (error: unknown) => void
}

export type CallMeter = ReturnType<typeof createCallMeter>

/** Watches that a call lasts no longer than minutes are reserved for it. */
export function createCallMeter({ callId, fromMs, granted, usage, onLimit, onFault }: CallMeterOptions) {
  let now = granted
  /** The latest attempt to reserve more failed, so the call is limited to what is reserved until an attempt succeeds. */
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
    /** Must be called with the call's length every few seconds. */
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
