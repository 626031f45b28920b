import { createHash } from 'node:crypto'
import { eq, lt } from 'drizzle-orm'
import { sandboxStripeAnswers as answers } from '../schema.ts'
import type { Database } from '../settings.ts'
import { Store } from '../store.ts'
import { StripeError } from '../wire.ts'
import type { RawParams } from './endpoint.ts'

const KEPT_MS = 24 * 3_600_000

export interface Reply {
  status: number
  body: object
}

/**
 * Runs the task, or repeats the earlier response to the same `Idempotency-Key`. A declined payment is a response too and
 * is stored; a request that was refused before anything began is not.
 * @param store in a transaction
 * @throws {StripeError} if the key came with another request before
 */
export async function answerOnce(
  store: Store,
  { key, path, params }: { key: string; path: string; params: RawParams },
  task: (store: Store) => Promise<object>,
): Promise<Reply> {
  const paramsHash = createHash('sha256').update(JSON.stringify(params)).digest('hex')
  const [known] = await store.db.select().from(answers).where(eq(answers.key, key))
  if (known) {
    if (known.path === path && known.paramsHash === paramsHash) {
      return { status: known.status, body: known.body as object }
    }
    throw new StripeError(
      `Keys for idempotent requests can only be used with the request they were first used for: '${key}'.`,
      { type: 'idempotency_error' },
    )
  }
  const { status, body } = await attempt(store, task)
  const createdAtMs = store.settings.clock().getTime()
  await store.db.insert(answers).values({ key, path, paramsHash, status, body, createdAtMs })
  return { status, body }
}

/** Runs the task in a savepoint, so that a decline rolls back what the task wrote but not the stored key. */
async function attempt({ db, settings }: Store, task: (store: Store) => Promise<object>): Promise<Reply> {
  try {
    return await db.transaction(async (tx) => ({ status: 200, body: await task(new Store(tx, settings)) }))
  } catch (error) {
    if (error instanceof StripeError && error.status === 402) return { status: 402, body: error.body }
    throw error
  }
}

export async function forgetOldAnswers(db: Database, nowMs: number): Promise<void> {
  await db.delete(answers).where(lt(answers.createdAtMs, nowMs - KEPT_MS))
}
