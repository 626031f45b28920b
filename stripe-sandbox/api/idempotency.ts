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
 * Does the task, or, for an `Idempotency-Key` that was seen before, answers what was answered then. A declined payment
 * counts as an answer and is kept; a request that was refused before anything began is not.
 * @param store in a transaction
 * @throws {StripeError} for a key that came with something else before
 */
export async function answerOnce(
  store: Store,
  { key, path, params, requestId }: { key: string; path: string; params: RawParams; requestId: string },
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
  await store.db.insert(answers).values({ key, path, paramsHash, requestId, status, body, createdAtMs })
  return { status, body }
}

/** In a savepoint, so that a decline takes back what was written before it, but not the memory of the key. */
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
