import type { CallEndReason } from '#contract/realtime.ts'
import { AppError } from '#contract/errors.ts'
import type { RecordedLine, RecordedTurn } from '../../voice/call/call-recorder.ts'
import { createCallSpending, type CallBudget, type Operation } from '../../voice/spending.ts'
import type { AssistantLimits } from './assistant-limits.ts'
import { createCallMeter, type CallMeter } from './call-meter.ts'
import type { Granted, Usage } from '../billing/billing.ts'
import type { CallRecords } from './call-records.ts'
import { createTurnRecord } from './turn-record.ts'
import { isConversation, keepsLines, type CallRow } from './call-row.ts'
import { createStoreRecorder } from './store-recorder.ts'
import type { SpendingLedger } from './spending-ledger.ts'

/**
 * Spending is written with each beat, and at once when it has grown by this much ($0.001). Another process that continues
 * the call reads the remaining budget from the database.
 */
const SPENDING_STEP_MICROS = 1_000

/** The caller sees an assistant's limit once no more than this is left of it. */
const SHOWN_WITHIN_MS = 300_000

interface LiveCallOptions {
  row: CallRow
  records: CallRecords
  ledger: Pick<SpendingLedger, 'beat'>
  budget: CallBudget
  /** Minutes of a plan that pays from the start; undefined for free calls, and for a visitor's call until it is charged. */
  minutes: Granted | undefined
  usage: Pick<Usage, 'extend'>
  /** The limits that the assistant's owner has set. */
  limits: Pick<AssistantLimits, 'left'>
  onLine: (line: RecordedLine) => void
  onFault: (error: unknown) => void
  onEnded: () => void
}

export type LiveCall = ReturnType<typeof createLiveCall>

/**
 * What a call of this process does outside of its engine: writes its record, counts its costs, charges the payer and ends
 * when told to by another feature.
 */
export function createLiveCall(options: LiveCallOptions) {
  const { row, records, ledger, usage, onFault } = options
  const callId = row.id
  let durationMs = 0
  let engagedAtMs: number | undefined
  let charging: Promise<void> | undefined
  /** The time since the call's start at which the assistant's own limit ends it; null while that is not near. */
  let ofAssistantMs: number | null = null
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
    return createCallMeter({ callId, fromMs, granted, usage, onLimit: tell, onFault })
  }

  function limitNow(): number | null {
    const ofPlan = meter?.limitMs() ?? row.limitMs
    if (ofPlan === null || ofAssistantMs === null) return ofPlan ?? ofAssistantMs
    return Math.min(ofPlan, ofAssistantMs)
  }

  function tell(): void {
    tellLimit?.(limitNow())
  }

  /** Checked with each beat, since several calls use up the same limit. */
  async function lookAtLimits(): Promise<void> {
    if (row.payerId === null) return
    try {
      const leftMs = await options.limits.left(row)
      const before = limitNow()
      ofAssistantMs = leftMs === null || leftMs > SHOWN_WITHIN_MS ? null : durationMs + leftMs
      if (limitNow() !== before && endedWith === undefined) tell()
    } catch (error) {
      onFault(error)
    }
  }

  async function charge(atMs: number): Promise<void> {
    try {
      const minutes = (await records.report(callId, { type: 'engaged', atMs }))?.minutes
      engagedAtMs = undefined
      if (!minutes) return
      meter = meterOf(minutes, Math.round(atMs))
      if (limitNow() !== null) tell()
    } catch (error) {
      // Other calls have used up the last minutes since this call was granted.
      if (error instanceof AppError && error.code === 'minutes-used-up') tellLimit?.(durationMs)
      // The next beat tries again.
      else onFault(error)
    }
  }

  /** Reports a visitor's first words to the records; repeated until that succeeds. */
  function chargeAsEngaged(): Promise<void> {
    if (engagedAtMs === undefined) return Promise.resolve()
    charging ??= charge(engagedAtMs).then(() => (charging = undefined))
    return charging
  }

  const recorder = createStoreRecorder(
    {
      saveLines: (lines) => records.saveLines(callId, lines),
      saveTurns: (turns) => records.saveTurns(callId, turns),
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

  const turns = createTurnRecord((turn) => recorder.turn(turn))

  return {
    spending: {
      ...spent,
      spend(operation: Operation, quantity: number) {
        spent.spend(operation, quantity)
        if (spent.spentMicros() - savedMicros >= SPENDING_STEP_MICROS) void saveSpending().catch(onFault)
      },
    },
    visitor: {
      onEngaged(atMs: number) {
        engagedAtMs = atMs
        void chargeAsEngaged()
      },
    },
    recorder: {
      line(line: RecordedLine) {
        options.onLine(line)
        if (keepsLines(row)) recorder.line(line)
        if (isConversation(row)) turns.line(line)
      },
      turn(turn: RecordedTurn) {
        if (!isConversation(row)) return
        turns.turn({ ...turn, said: row.keptUntil === null || turn.said === '' ? null : turn.said })
      },
      heartbeat(ms: number) {
        durationMs = ms
        recorder.heartbeat(ms)
        meter?.beat(ms)
        void chargeAsEngaged()
        void lookAtLimits()
      },
      async ended(reason: CallEndReason, ms: number) {
        endedWith = reason
        meter?.stop()
        await chargeAsEngaged()
        await recorder.ended(reason, ms).finally(options.onEnded)
        await lookAtLimits()
      },
    },
    limitMs: limitNow,
    watchLimit(changed: (limitMs: number | null) => void): void {
      tellLimit = changed
    },
    watchEnd(end: (reason: CallEndReason) => void): void {
      tellEnd = end
      if (endedWith !== undefined) end(endedWith)
    },
    /** Ends the call on behalf of another feature or process. */
    end(reason: CallEndReason): void {
      endedWith ??= reason
      tellEnd?.(reason)
    },
  }
}
