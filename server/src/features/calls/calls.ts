import type { Logger } from 'pino'
import type { ServiceReport } from '#contract/health.ts'
import type { Env } from '../../config/env.ts'
import { freeUseLimitsOf, type FreeUseEnv, type FreeUseLimits } from '../../config/free-use-env.ts'
import type { Database, Transaction } from '../../infra/db/client.ts'
import type { Assistants } from '../assistants/assistants.ts'
import type { Usage } from '../billing/billing.ts'
import { createCallAdmission } from './call-admission.ts'
import { createCallDesk } from './call-desk.ts'
import { createCallStore } from './call-store.ts'
import { startCallWatch } from './call-watch.ts'
import { deleteUnjoinedCalls } from './expiry.ts'
import { startLostCallSweep } from './lost-calls.ts'
import { createCallerKeys } from './person-key.ts'
import { createCallRoutes } from './routes.ts'
import { createSpendingLedger, deleteOldSpending } from './spending-ledger.ts'

export interface CallsDeps {
  db: Database
  /** Signs what callers without an account show again. The same on every process. */
  secret: string
  /** Says what calls that no plan pays for may take. */
  config: FreeUseEnv & Pick<Env, 'localMode'>
  /** Replaces some of those limits. */
  freeUse?: Partial<FreeUseLimits> | undefined
  assistants: Pick<Assistants, 'find' | 'namesOf'>
  billing: { usage: Usage }
  /** No other process uses the database: calls that are live at the start were lost. */
  isSoleProcess: boolean
  log: Logger
}

export type Calls = ReturnType<typeof createCalls>

/** Grants calls, lets them in, keeps their records and ends them. */
export function createCalls({ db, secret, config, assistants, billing, isSoleProcess, log, ...given }: CallsDeps) {
  const freeUse = { ...freeUseLimitsOf(config, config.localMode), ...given.freeUse }
  const keys = createCallerKeys(secret)
  const ledger = createSpendingLedger({
    db,
    limits: freeUse,
    onResting: (until) => log.warn({ until }, 'free calls are paused: today’s limit is reached (FREE_DOLLARS_PER_DAY)'),
  })
  const store = createCallStore(db, async (tx, { callId, durationMs, billedMs }) => {
    await billing.usage.settle(tx, callId, billedMs)
    await ledger.settle(tx, callId, durationMs)
  })
  const desk = createCallDesk({
    store,
    admission: createCallAdmission({ ledger, keys, visitorsPerNetwork: freeUse.visitorsPerNetwork }),
    ledger,
    keys,
    assistants,
    usage: billing.usage,
    onFault: (callId, error) => log.error({ err: error, callId }, 'a call record could not be written'),
  })
  const watches: { close: () => void }[] = []
  return {
    store,
    desk,
    /** For a call that ended elsewhere: counts its minutes and what it cost. */
    async settle(tx: Transaction, callId: string, durationMs: number): Promise<void> {
      await billing.usage.settle(tx, callId, durationMs)
      await ledger.settle(tx, callId, durationMs)
    },
    /** For `/api/health`. */
    freeCalls: () => freeCallsReport(ledger.restingUntil()),
    routes: createCallRoutes({ desk, store, namesOf: assistants.namesOf }),
    chores: [() => deleteUnjoinedCalls(db), () => deleteOldSpending(db)],
    /** Begins to look for lost calls, and for calls of this process that were ended elsewhere. */
    watch(): void {
      const lostCalls = startLostCallSweep(store, {
        soleProcess: isSoleProcess,
        heldIds: () => desk.heldIds(),
        onEnded: (count) => log.warn({ count }, 'ended calls whose process had died'),
        onFault: (error) => log.error({ err: error }, 'lost calls could not be looked up'),
      })
      const endedElsewhere = startCallWatch(desk, (error) =>
        log.error({ err: error }, 'calls that ended elsewhere could not be looked up'),
      )
      watches.push(lostCalls, endedElsewhere)
    },
    close: () => watches.forEach((watch) => watch.close()),
  }
}

function freeCallsReport(restingUntil: Date | undefined): NonNullable<ServiceReport['freeCalls']> {
  return restingUntil ? { path: 'resting', until: restingUntil.toISOString() } : { path: 'open', until: null }
}
