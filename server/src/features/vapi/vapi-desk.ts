import type { Logger } from 'pino'
import { VAPI_MAX_DURATION_SECONDS, VAPI_MIN_DURATION_SECONDS, type StartVapiCallResponse } from '#contract/vapi.ts'
import { DEMO_CALL_LIMIT_MS, type StartCallResponse } from '#contract/calls.ts'
import { AppError } from '#contract/errors.ts'
import { isOwnAssistantId } from '#contract/own-assistant.ts'
import type { VapiApi, VapiCall } from '../../vendors/vapi-api.ts'
import { MARK_NAME, type CallMarks } from './call-mark.ts'
import { callOfReport, endReasonOf, momentOf, reportOf, type VapiServerMessage } from './server-messages.ts'
import type { Usage } from '../billing/billing.ts'
import type { TrackedCall, VapiCallStore } from './vapi-call-store.ts'

/** A call of somebody with a plan: Vapi ends it after this long, whatever is left. */
export const PLAN_CALL_SECONDS = 1_800
/** How late Vapi's report may be before we ask. */
const REPORT_WITHIN_MS = 120_000
/** A page hangs up at the limit by itself; after this long we do. */
const PAGE_GRACE_MS = 3_000

export interface VapiDeskOptions {
  store: VapiCallStore
  marks: CallMarks
  /** The same as for other calls: checks plan, limit and how many are open. */
  grantCall: (
    owner: { userId: string } | { teamSessionId: string },
    wish: { assistantId: string; clientKey: string },
  ) => Promise<Pick<StartCallResponse, 'callId' | 'limitMs' | 'isDemo'>>
  /** Knows whether a plan pays for a call, and counts its minutes. */
  minutes: Pick<Usage, 'look' | 'extend'>
  /** None: without a private key nothing can be asked, and reports that were lost stay lost. */
  api: Pick<VapiApi, 'findCall'> | undefined
  endCall: (controlUrl: string) => Promise<void>
  log: Pick<Logger, 'warn' | 'error'>
  nowMs?: () => number
}

export interface VapiDesk {
  grant(
    owner: { userId: string } | { teamSessionId: string },
    request: { assistantId: string; ownAccount: boolean; clientKey: string },
  ): Promise<StartVapiCallResponse>
  /** Idempotent, in any order. */
  receive(message: VapiServerMessage): Promise<void>
  /** One look at all calls that run: minutes are set aside, limits kept, lost reports fetched. */
  look(): Promise<void>
}

export function createVapiDesk(options: VapiDeskOptions): VapiDesk {
  const { store, marks, minutes, api, log, nowMs = Date.now } = options

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
    await store.finish(callId, endReasonOf(report, limitMs), report)
    return true
  }

  /** Asks Vapi for what its webhook did not bring. */
  async function fetchReport({ call, vapi }: TrackedCall): Promise<boolean> {
    if (!api || vapi.vapiCallId === null) return false
    const found = await api.findCall(vapi.vapiCallId)
    // A page may have named any call: only one that carries our mark is believed.
    if (!found || marks.read(found) === undefined) return false
    const row = await store.bind(marks.read(found) ?? '', found.id)
    return row !== undefined && apply(row.id, row.limitMs, found).then((done) => done && row.id === call.id)
  }

  async function lookAt(tracked: TrackedCall): Promise<void> {
    const { call, vapi } = tracked
    const elapsedMs = nowMs() - (call.startedAt?.getTime() ?? nowMs())
    const granted = call.limitMs === null ? await minutes.extend(call.id, elapsedMs) : null
    const planMs = PLAN_CALL_SECONDS * 1_000
    const limitMs = call.limitMs ?? (granted?.isFinal ? Math.min(planMs, granted.grantedMs) : planMs)
    if (elapsedMs <= limitMs + REPORT_WITHIN_MS) {
      await store.beat(call.id, Math.min(elapsedMs, limitMs))
      if (elapsedMs > limitMs + PAGE_GRACE_MS) await hangUp(vapi.controlUrl, 'limit', call.id)
      return
    }
    if (await fetchReport(tracked)) return
    // Nobody knows how long it was: it costs nothing.
    await store.finish(call.id, 'server-lost', { startedAt: null, durationMs: 0, lines: [] })
  }

  return {
    async grant(owner, { assistantId, ownAccount, clientKey }) {
      if (ownAccount) {
        const plan = 'userId' in owner ? await minutes.look(owner.userId) : null
        const limitMs = plan ? null : DEMO_CALL_LIMIT_MS
        return { callId: null, limitMs, isDemo: !plan, assistantOverrides: { maxDurationSeconds: secondsOf(limitMs) } }
      }
      // Vapi has none of them: the mark would open a long call of another assistant, which nobody's plan pays.
      if (isOwnAssistantId(assistantId)) throw new AppError('assistant-unavailable')
      const { callId, limitMs, isDemo } = await options.grantCall(owner, { assistantId, clientKey })
      await store.granted(callId)
      return {
        callId,
        limitMs,
        isDemo,
        assistantOverrides: {
          maxDurationSeconds: secondsOf(limitMs),
          metadata: { [MARK_NAME]: marks.of(callId) },
        },
      }
    },

    async receive(message) {
      const call = message.type === 'end-of-call-report' ? callOfReport(message) : message.call
      const controlUrl = call.monitor?.controlUrl ?? null
      const callId = marks.read(call, message.assistant)
      const isRunning = message.type === 'status-update' && message.status === 'in-progress'
      if (callId === undefined) {
        // Somebody calls our assistants past our server: whom it would be charged to is not known.
        if (isRunning) await hangUp(controlUrl, 'not granted here', call.id)
        return
      }
      const row = await store.bind(callId, call.id)
      if (!row) {
        if (isRunning) await hangUp(controlUrl, 'its caller’s account is gone', callId)
        return
      }
      if (message.type === 'end-of-call-report') {
        await apply(row.id, row.limitMs, call)
        return
      }
      if (!isRunning) return
      const outcome = await store.began(row, momentOf(call.startedAt) ?? new Date(nowMs()), controlUrl)
      if (outcome === 'no-minutes') await hangUp(controlUrl, 'no minutes', row.id)
      // A plan's minutes are counted whatever the mark; of a demo there is one.
      else if (row.id !== callId && row.limitMs !== null) await hangUp(controlUrl, 'the demo was already used', row.id)
    },

    async look() {
      const unheardOf = await store.unheardOf(new Date(nowMs() - DEMO_CALL_LIMIT_MS - REPORT_WITHIN_MS))
      for (const tracked of await store.live()) {
        await lookAt(tracked).catch((error: unknown) =>
          log.error({ err: error }, 'a call at Vapi could not be followed'),
        )
      }
      for (const tracked of unheardOf) {
        await fetchReport(tracked).catch((error: unknown) => log.warn({ err: error }, 'Vapi could not be asked'))
      }
    },
  }
}

function secondsOf(limitMs: number | null): number {
  const seconds = limitMs === null ? PLAN_CALL_SECONDS : Math.ceil(limitMs / 1_000)
  return Math.min(VAPI_MAX_DURATION_SECONDS, Math.max(VAPI_MIN_DURATION_SECONDS, seconds))
}

const LOOK_EVERY_MS = 15_000

/** Looks again and again, one look at a time. */
export function startVapiWatch(desk: VapiDesk, onFault: (error: unknown) => void): { close: () => void } {
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    void desk
      .look()
      .catch(onFault)
      .finally(() => (isLooking = false))
  }, LOOK_EVERY_MS)
  return { close: () => clearInterval(timer) }
}
