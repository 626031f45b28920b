import type { Logger } from 'pino'
import { VAPI_MAX_DURATION_SECONDS, VAPI_MIN_DURATION_SECONDS, type StartVapiCallResponse } from '#contract/vapi.ts'
import { DEMO_CALL_LIMIT_MS } from '#contract/calls.ts'
import { AppError } from '#contract/errors.ts'
import { isOwnAssistantId } from '#contract/own-assistant.ts'
import type { Owner } from '../../infra/http/session.ts'
import type { VapiApi, VapiCall } from '../../vendors/vapi-api.ts'
import type { CallRow, Calls } from '../calls/calls.ts'
import { MARK_NAME, type CallMarks } from './call-mark.ts'
import { callOfReport, endReasonOf, momentOf, reportOf, type VapiServerMessage } from './server-messages.ts'

/** Vapi ends a call that a plan pays for after this time, even if more is left of the plan. */
export const PLAN_CALL_SECONDS = 1_800
const PLAN_CALL_MS = PLAN_CALL_SECONDS * 1_000
/** How late Vapi's report may be before the server asks Vapi for it. */
const REPORT_WITHIN_MS = 120_000
/** A page hangs up at the limit itself; if it has not done so after this time, the server does. */
const PAGE_GRACE_MS = 3_000

export interface VapiDeskOptions {
  calls: Pick<Calls, 'desk' | 'atVapi' | 'limitFor'>
  marks: CallMarks
  /** Undefined without a private key: Vapi can't be asked then, so a lost report stays lost. */
  api: Pick<VapiApi, 'findCall'> | undefined
  endCall: (controlUrl: string) => Promise<void>
  log: Pick<Logger, 'warn' | 'error'>
}

export type VapiDesk = ReturnType<typeof createVapiDesk>

/** Grants calls at Vapi and passes Vapi's reports on to their records. */
export function createVapiDesk(options: VapiDeskOptions) {
  const { marks, api, log } = options
  const { desk, atVapi, limitFor } = options.calls

  async function hangUp(controlUrl: string | null | undefined, why: string, callId: string): Promise<void> {
    if (!controlUrl) return
    log.warn({ callId, why }, 'a call at Vapi is being ended')
    await options.endCall(controlUrl).catch((error: unknown) => {
      log.warn({ err: error, callId }, 'a call at Vapi could not be ended')
    })
  }

  async function apply(callId: string, limitMs: number | null, call: VapiCall): Promise<boolean> {
    const report = reportOf(call)
    if (!report) return false
    await atVapi.ended(callId, { ...report, reason: endReasonOf(report, limitMs) })
    return true
  }

  /**
   * Asks Vapi for a report that its webhook did not deliver.
   * @returns `foreign` if Vapi has no such call, or if it is not the call of this record
   */
  async function fetchReport({ id, vapiCallId }: CallRow): Promise<'written' | 'running' | 'foreign'> {
    const found = vapiCallId === null ? undefined : await api?.findCall(vapiCallId)
    // The page may have named any call, so only a call with our mark is accepted.
    const markedId = found && marks.read(found)
    if (!found || markedId === undefined) return 'foreign'
    const row = await atVapi.bind(markedId, found.id)
    const isWritten = row !== undefined && (await apply(row.id, row.limitMs, found))
    if (row?.id !== id) return 'foreign'
    return isWritten ? 'written' : 'running'
  }

  async function lookAt(call: CallRow): Promise<void> {
    const elapsedMs = Date.now() - (call.startedAt?.getTime() ?? Date.now())
    const limitMs = Math.min(PLAN_CALL_MS, await atVapi.lasted(call, elapsedMs))
    if (elapsedMs <= limitMs + REPORT_WITHIN_MS) {
      await atVapi.beat(call.id, Math.min(elapsedMs, limitMs))
      if (elapsedMs > limitMs + PAGE_GRACE_MS) await hangUp(call.controlUrl, 'limit', call.id)
      return
    }
    if ((await fetchReport(call)) === 'written') return
    // A call of unknown duration is not charged.
    await atVapi.ended(call.id, { reason: 'server-lost', startedAt: null, durationMs: 0, lines: [] })
  }

  async function grantTo(
    caller: Owner | undefined,
    wish: { assistantId: string; clientKey: string },
    markOf: (callId: string) => string,
  ): Promise<StartVapiCallResponse> {
    const { callId, limitMs, isDemo } = await desk.grant(caller, { ...wish, engine: 'vapi' })
    const metadata = { [MARK_NAME]: markOf(callId) }
    return { callId, limitMs, isDemo, assistantOverrides: { maxDurationSeconds: maxSecondsOf(limitMs), metadata } }
  }

  return {
    async grant(
      owner: Owner,
      { assistantId, ownAccount, clientKey }: { assistantId: string; ownAccount: boolean; clientKey: string },
    ): Promise<StartVapiCallResponse> {
      if (ownAccount) {
        const limitMs = await limitFor(owner)
        const assistantOverrides = { maxDurationSeconds: maxSecondsOf(limitMs) }
        return { callId: null, limitMs, isDemo: limitMs !== null, assistantOverrides }
      }
      // With such a mark in a browser, anyone could run any assistant at Vapi at the expense of an own assistant's owner.
      if (isOwnAssistantId(assistantId)) throw new AppError('assistant-unavailable')
      return grantTo(owner, { assistantId, clientKey }, marks.of)
    },

    /**
     * Grants a call to an own assistant. The caller needs no account, since the owner's plan pays. The server makes the
     * call at Vapi (own-calls.ts).
     */
    grantOwn: (caller: Owner | undefined, wish: { assistantId: string; clientKey: string }) =>
      grantTo(caller, wish, marks.permits.of),

    /** Idempotent; messages may arrive in any order. */
    async receive(message: Exclude<VapiServerMessage, { type: 'tool-calls' }>): Promise<void> {
      const call = message.type === 'end-of-call-report' ? callOfReport(message) : message.call
      const controlUrl = call.monitor?.controlUrl ?? null
      const callId = marks.read(call, message.assistant)
      const isRunning = message.type === 'status-update' && message.status === 'in-progress'
      if (callId === undefined) {
        // A call to our assistants that was not granted here can't be charged to anyone.
        if (isRunning) await hangUp(controlUrl, 'not granted here', call.id)
        return
      }
      const row = await atVapi.bind(callId, call.id)
      if (!row) {
        if (isRunning) await hangUp(controlUrl, 'its caller’s account is gone', callId)
        return
      }
      if (message.type === 'end-of-call-report') {
        await apply(row.id, row.limitMs, call)
        return
      }
      if (!isRunning) return
      const outcome = await atVapi.started(row.id, momentOf(call.startedAt) ?? new Date(), controlUrl)
      if (outcome !== 'live') await hangUp(controlUrl, outcome, row.id)
      // A caller's own plan pays for any number of calls with the mark. Demos, and calls that another plan pays for, may
      // be made once.
      else if (row.id !== callId && (row.limitMs !== null || row.payerId !== null))
        await hangUp(controlUrl, 'the call was already made', row.id)
    },

    /** Run periodically for all live calls at Vapi: reserves minutes, enforces limits and fetches lost reports. */
    async look(): Promise<void> {
      for (const call of await atVapi.live()) {
        await lookAt(call).catch((error: unknown) => log.error({ err: error }, 'a call at Vapi could not be followed'))
      }
    },

    /**
     * Run periodically for calls that a page has reported but Vapi has not. Anyone may report any id, so these calls are
     * looked up apart from the live ones, a few at a time, and an id that is not of our call is looked up once.
     */
    async lookUpUnreported(): Promise<void> {
      if (!api) return
      for (const call of await atVapi.unreported(new Date(Date.now() - DEMO_CALL_LIMIT_MS - REPORT_WITHIN_MS))) {
        try {
          if ((await fetchReport(call)) === 'foreign') await atVapi.forgetHint(call)
        } catch (error) {
          log.warn({ err: error }, 'Vapi could not be asked')
        }
      }
    },
  }
}

/** The value for Vapi's `maxDurationSeconds`. */
export function maxSecondsOf(limitMs: number | null): number {
  const seconds = limitMs === null ? PLAN_CALL_SECONDS : Math.ceil(limitMs / 1_000)
  return Math.min(VAPI_MAX_DURATION_SECONDS, Math.max(VAPI_MIN_DURATION_SECONDS, seconds))
}
