import { and, eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { DEMO_CALL_LIMIT_MS } from '#contract/calls.ts'
import type { ServiceReport } from '#contract/health.ts'
import type { Env } from '../../config/env.ts'
import { freeUseLimitsOf, type FreeUseEnv, type FreeUseLimits } from '../../config/free-use-env.ts'
import type { Database } from '../../infra/db/client.ts'
import { calls } from '../../infra/db/schema/calls.ts'
import { createOwnOriginCheck } from '../../infra/http/allowed-origins.ts'
import type { Owner } from '../../infra/http/session.ts'
import { apiRouter } from '../../infra/http/api-route.ts'
import type { Outbox } from '../../infra/mail/outbox.ts'
import { startWatch } from '../../infra/jobs/watch.ts'
import type { Actions } from '../actions/actions.ts'
import type { Assistants } from '../assistants/assistants.ts'
import type { Usage } from '../billing/billing.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import { createAssistantLimits } from './assistant-limits.ts'
import { createCallAdmission } from './call-admission.ts'
import { createCallDesk } from './call-desk.ts'
import { createCallGrants } from './call-grants.ts'
import { createCallReads } from './call-reads.ts'
import { createCallRecords } from './call-records.ts'
import { isLive, type CallRow } from './call-row.ts'
import { createCallsAtVapi } from './calls-at-vapi.ts'
import { createCallerKeys } from './caller-keys.ts'
import { createConversationEnding } from './conversation-ending.ts'
import { deleteWordsPastKeeping, endKeeping, forgetVisitors } from './kept-words.ts'
import { createLimitRoutes } from './limit-routes.ts'
import { createLostCalls } from './lost-calls.ts'
import { createCallRoutes } from './routes.ts'
import { createSpendingLedger, deleteOldSpending } from './spending-ledger.ts'

export type { CallRow } from './call-row.ts'
export type { CallReport } from './calls-at-vapi.ts'

const SWEEP_EVERY_MS = 10_000
const FOLLOW_EVERY_MS = 1_000

export interface CallsDeps {
  db: Database
  /** Signs the keys by which callers are counted. Must be the same in every process. */
  secret: string
  /** Contains the limits on calls that no plan pays for, and on the calls that this process holds at once. */
  config: FreeUseEnv & Pick<Env, 'localMode' | 'MAX_CALLS' | 'PUBLIC_URL'>
  /** Replaces some of the limits on free use. */
  freeUse?: Partial<FreeUseLimits> | undefined
  assistants: Pick<Assistants, 'find' | 'namesOf' | 'inAddress' | 'saveSettings'>
  outbox: Outbox
  webhooks: Webhooks
  actions: Pick<Actions, 'forCall'>
  billing: { usage: Usage }
  /** True if no other process uses the database, so that calls that are live at the start have lost their process. */
  isSoleProcess: boolean
  log: Logger
}

export type Calls = ReturnType<typeof createCalls>

/** Grants and admits calls on every engine, keeps their records, charges them and ends them. */
export function createCalls(deps: CallsDeps) {
  const { db, secret, config, assistants, actions, outbox, webhooks, log } = deps
  const freeUse = { ...freeUseLimitsOf(config, config.localMode), ...deps.freeUse }
  const { usage } = deps.billing
  const keys = createCallerKeys(secret)
  const ledger = createSpendingLedger(db, freeUse, (until) =>
    log.warn({ until }, 'free calls are paused: today’s limit is reached (FREE_DOLLARS_PER_DAY)'),
  )
  const limits = createAssistantLimits({ db, outbox, webhooks, publicUrl: config.PUBLIC_URL, keys })
  const admission = createCallAdmission(ledger, limits, keys, freeUse.visitorsPerNetwork)
  const reads = createCallReads(db)
  const records = createCallRecords(db, {
    admission,
    ledger,
    usage,
    onEnded: createConversationEnding(outbox, webhooks, config.PUBLIC_URL),
  })
  const desk = createCallDesk({
    records,
    grants: createCallGrants(db, admission, records),
    reads,
    ledger,
    limits,
    keys,
    assistants,
    actions,
    usage,
    maxCalls: config.MAX_CALLS,
    onFault: (callId, error) => log.error({ err: error, callId }, 'a call record could not be written'),
  })
  const watches: { close: () => void }[] = []
  return {
    desk,
    records,
    /** The limit for a call that a person makes with their own Vapi account; null if they have a plan. */
    limitFor: async (owner: Owner) =>
      'userId' in owner && (await usage.look(owner.userId)) ? null : DEMO_CALL_LIMIT_MS,
    atVapi: createCallsAtVapi(db, records, usage, limits),
    /** For owners of assistants: the calls to these assistants. */
    host: {
      /** Selects calls that an owner can end. Only Vapi can end a call at Vapi. */
      canBeEnded: () => and(isLive(), eq(calls.engine, 'builtin')),
      /** Whether this process holds the call, so that words of it may not be in the database yet. */
      isHeld: (callId: string) => desk.heldIds().includes(callId),
      async end({ id, startedAt, createdAt, durationMs }: CallRow): Promise<void> {
        const at = new Date()
        const lastedMs = Math.max(durationMs, +at - +(startedAt ?? createdAt))
        await records.report(id, { type: 'ended', reason: 'host-ended', at, durationMs: lastedMs })
        await desk.followRecords()
      },
      endKeeping,
      /** Called when the owner's account is deleted. */
      forget: forgetVisitors,
    },
    freeCalls: () => freeCallsReport(ledger.restingUntil()),
    routes: apiRouter()
      .route(
        '/',
        createCallRoutes({ desk, reads, namesOf: assistants.namesOf, isOwnOrigin: createOwnOriginCheck(config) }),
      )
      .route('/', createLimitRoutes(db, assistants, limits)),
    chores: [
      () => records.deleteUnjoined(),
      () => deleteOldSpending(db),
      () => limits.deleteOldVisits(),
      () => deleteWordsPastKeeping(db),
    ],
    watch(): void {
      const lostCalls = createLostCalls({ records, heldIds: desk.heldIds, isSoleProcess: deps.isSoleProcess })
      const sweep = startWatch({
        everyMs: SWEEP_EVERY_MS,
        atStart: true,
        async look() {
          const count = await lostCalls.look()
          if (count > 0) log.warn({ count }, 'ended calls whose process had died')
        },
        onFault: (error) => log.error({ err: error }, 'lost calls could not be looked up'),
      })
      // Notices calls that ended elsewhere within a second or two. It takes one query on primary keys, and none while no
      // call is held.
      const follow = startWatch({
        everyMs: FOLLOW_EVERY_MS,
        look: () => desk.followRecords(),
        onFault: (error) => log.error({ err: error }, 'calls that ended elsewhere could not be looked up'),
      })
      watches.push(sweep, follow)
    },
    close: () => watches.forEach((watch) => watch.close()),
  }
}

function freeCallsReport(restingUntil: Date | undefined): NonNullable<ServiceReport['freeCalls']> {
  return restingUntil ? { path: 'resting', until: restingUntil.toISOString() } : { path: 'open', until: null }
}
