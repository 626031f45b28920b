import type { CallEndReason } from '#contract/realtime.ts'
import { AppError } from '#contract/errors.ts'
import type { CallRecorder } from '../../voice/call/call-recorder.ts'
import type { Visitor } from '../../voice/call/call-session.ts'
import { createCallSpending, type CallBudget, type CallSpending } from '../../voice/spending.ts'
import { createCallMeter, type CallMeter } from './call-meter.ts'
import type { CallRecords, Granted, Usage } from './call-records.ts'
import { keepsLines, type CallRow } from './call-row.ts'
import { createStoreRecorder } from './store-recorder.ts'
import type { SpendingLedger } from './spending-ledger.ts'

/**
 * Spending is written with each beat, and at once when it has grown by so much ($0.001): a call that goes on through
 * another process takes along what is left, and reads that from the database.
 */
const SPENDING_STEP_MICROS = 1_000

export interface LiveCallOptions {
  row: CallRow
  records: CallRecords
  ledger: Pick<SpendingLedger, 'beat'>
  budget: CallBudget
  /** Minutes of the plan that pays from the start; undefined for free calls, and until a visitor's call is charged. */
  minutes: Granted | undefined
  usage: Pick<Usage, 'extend'>
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
  const { row, records, ledger, usage, onFault } = options
  const callId = row.id
  let durationMs = 0
  let engagedAtMs: number | undefined
  let charging: Promise<void> | undefined
  let tellLimit: ((limitMs: number | null) => void) | undefined
  let tellEnd: ((reason: CallEndReason) => void) | undefined
  let endedWith: CallEndReason | undefined
  let meter: CallMeter | undefined = options.minutes && meterOf(options.minutes, row.chargedFromMs ?? 0)

  const spent = createCallSpending(options.budget, () => durationMs)
  let savedMicros = 0
  function saveSpending(): Promise<void> {
    savedMicros = spent.spentMicros()
    return ledger.beat(callId, savedMicros)
  }

  function meterOf(granted: Granted, fromMs: number): CallMeter {
    return createCallMeter({ callId, fromMs, granted, usage, onFault })
  }

  async function charge(atMs: number): Promise<void> {
    try {
      const minutes = (await records.report(callId, { type: 'engaged', atMs }))?.minutes
      engagedAtMs = undefined
      if (!minutes) return
      meter = meterOf(minutes, Math.round(atMs))
      if (tellLimit) meter.watchLimit(tellLimit)
      if (meter.limitMs() !== null) tellLimit?.(meter.limitMs())
    } catch (error) {
      // Others have used the last minutes up since this call was granted.
      if (error instanceof AppError && error.code === 'minutes-used-up') tellLimit?.(durationMs)
      // Tried again with the next beat.
      else onFault(error)
    }
  }

  /** Tells the records of a visitor's first words, until it is written. */
  function chargeAsEngaged(): Promise<void> {
    if (engagedAtMs === undefined) return Promise.resolve()
    charging ??= charge(engagedAtMs).then(() => (charging = undefined))
    return charging
  }

  const recorder = createStoreRecorder(
    {
      saveLines: (lines) => records.saveLines(callId, lines),
      async beat(ms) {
        await records.report(callId, { type: 'beat', at: new Date(), durationMs: ms })
        await saveSpending()
      },
      async end(reason, ms) {
        await saveSpending()
        await records.report(callId, { type: 'ended', reason, at: new Date(), durationMs: ms })
      },
    },
    onFault,
  )

  return {
    spending: {
      ...spent,
      spend(operation, quantity) {
        spent.spend(operation, quantity)
        if (spent.spentMicros() - savedMicros >= SPENDING_STEP_MICROS) void saveSpending().catch(onFault)
      },
    },
    visitor: {
      onEngaged(atMs) {
        engagedAtMs = atMs
        void chargeAsEngaged()
      },
    },
    recorder: {
      line(line) {
        options.onLine(line)
        if (keepsLines(row)) recorder.line(line)
      },
      heartbeat(ms) {
        durationMs = ms
        recorder.heartbeat(ms)
        meter?.beat(ms)
        void chargeAsEngaged()
      },
      async ended(reason, ms) {
        endedWith = reason
        meter?.stop()
        await chargeAsEngaged()
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
