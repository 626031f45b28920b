import type { CallEndReason } from '#contract/realtime.ts'
import type { CallRecorder } from '../../voice/call/call-recorder.ts'
import type { Visitor } from '../../voice/call/call-session.ts'
import { createCallSpending, type CallBudget, type CallSpending } from '../../voice/spending.ts'
import { createCallMeter, type CallMeter } from './call-meter.ts'
import type { CallRow, CallStore } from './call-store.ts'
import type { Granted, Usage } from '../billing/billing.ts'
import { createStoreRecorder } from './store-recorder.ts'
import type { SpendingLedger } from './spending-ledger.ts'

export interface LiveCallOptions {
  row: CallRow
  store: CallStore
  ledger: Pick<SpendingLedger, 'beat'>
  budget: CallBudget
  /** Minutes of the plan that pays from the start; undefined for free calls, and until a visitor's call is charged. */
  minutes: Granted | undefined
  /** Whose plan pays for a visitor, from the moment when something is said. */
  visitorsPayerId: string | undefined
  usage: Usage
  /** Words of callers of whom nothing is known are not kept. */
  keepsLines: boolean
  onLine: (line: Parameters<CallRecorder['line']>[0]) => void
  onFault: (error: unknown) => void
  onEnded: () => void
}

/** A call of this process on the side of the records: what it costs, who pays, and how it is ended from elsewhere. */
export interface LiveCall {
  recorder: CallRecorder
  spending: CallSpending
  visitor: Visitor
  limitMs(): number | null
  watchLimit(changed: (limitMs: number | null) => void): void
  watchEnd(end: (reason: CallEndReason) => void): void
  end(reason: CallEndReason): void
}

export function createLiveCall(options: LiveCallOptions): LiveCall {
  const { row, store, ledger, usage, visitorsPayerId, onFault } = options
  const callId = row.id
  let durationMs = 0
  let chargedFromMs = row.chargedFromMs
  let wanted: { fromMs: number } | undefined
  let charging: Promise<void> | undefined
  let tellLimit: ((limitMs: number | null) => void) | undefined
  let tellEnd: ((reason: CallEndReason) => void) | undefined
  let endedWith: CallEndReason | undefined
  const spending = createCallSpending(options.budget, () => durationMs)
  let meter: CallMeter | undefined = options.minutes && meterOf(options.minutes, 0)

  function meterOf(granted: Granted, fromMs: number): CallMeter {
    return createCallMeter({ callId, fromMs, granted, usage, onFault })
  }

  /** Begins to take the payer's minutes; tried again with the next beat where the database is away. */
  async function charge(payerId: string, fromMs: number): Promise<void> {
    let granted: Granted | undefined
    await store.charge(callId, fromMs, async (tx) => {
      granted = await usage.begin(tx, { callId, userId: payerId, plans: 'business' })
    })
    if (!granted) return
    chargedFromMs = Math.round(fromMs)
    meter = meterOf(granted, chargedFromMs)
    if (tellLimit) meter.watchLimit(tellLimit)
    if (meter.limitMs() !== null) tellLimit?.(meter.limitMs())
  }

  function chargeAsWanted(): Promise<void> {
    if (!wanted || visitorsPayerId === undefined) return Promise.resolve()
    const { fromMs } = wanted
    charging ??= charge(visitorsPayerId, fromMs)
      .then(() => (wanted = undefined))
      .catch((error: unknown) => {
        // Others have used the last minutes up since this call was granted.
        if (isUsedUp(error)) tellLimit?.(durationMs)
        else onFault(error)
      })
      .then(() => (charging = undefined))
    return charging
  }

  const recorder = createStoreRecorder(
    {
      saveLines: (id, lines) => store.saveLines(id, lines),
      async heartbeat(id, ms) {
        await store.heartbeat(id, ms)
        await ledger.beat(id, spending.spentMicros())
      },
      async end(id, ending) {
        await ledger.beat(id, spending.spentMicros())
        await store.end(id, { ...ending, chargedFromMs: chargedFromMs ?? undefined })
      },
    },
    callId,
    onFault,
  )

  return {
    spending,
    visitor: {
      onEngaged(atMs) {
        if (visitorsPayerId === undefined || chargedFromMs !== null) return
        wanted = { fromMs: atMs }
        void chargeAsWanted()
      },
    },
    recorder: {
      line(line) {
        options.onLine(line)
        if (options.keepsLines) recorder.line(line)
      },
      heartbeat(ms) {
        durationMs = ms
        recorder.heartbeat(ms)
        meter?.beat(ms)
        void chargeAsWanted()
      },
      async ended(reason, ms) {
        endedWith = reason
        meter?.stop()
        await chargeAsWanted()
        await recorder.ended(reason, ms).finally(options.onEnded)
      },
    },
    limitMs: () => meter?.limitMs() ?? row.limitMs,
    watchLimit(changed) {
      tellLimit = changed
      meter?.watchLimit(changed)
    },
    watchEnd(end) {
      tellEnd = end
      if (endedWith !== undefined) end(endedWith)
    },
    end(reason) {
      endedWith ??= reason
      tellEnd?.(reason)
    },
  }
}

function isUsedUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'minutes-used-up'
}
