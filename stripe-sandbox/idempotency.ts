import { createHash } from 'node:crypto'
import { eq, lt } from 'drizzle-orm'
import type { Database, Transaction } from '../server/src/infra/db/client.ts'
import { sandboxStripeAnswers as answers } from '../server/src/infra/db/schema/sandbox-stripe.ts'
import type { RawParams } from './wire/form-params.ts'
import { StripeError } from './wire/stripe-error.ts'
import { wireJson } from './wire/wire-json.ts'
import { createWork, type Work } from './work.ts'

const KEPT_MS = 24 * 3_600_000

interface KeyedRequest {
  /** Null when the client sent none. */
  key: string | null
  path: string
  hash: string
  requestId: string
}

interface Outcome {
  status: number
  body: object
  /** The request whose answer this is a copy of. */
  replayOf?: string | undefined
}

export function hashOf(raw: RawParams, expandPaths: readonly string[]): string {
  return createHash('sha256')
    .update(wireJson([raw, expandPaths]))
    .digest('hex')
}

/**
 * Does the task, or, for a key that was seen before, answers what was answered then. A declined payment counts as an
 * answer and is kept; a request that was refused before anything began is not.
 * @throws {StripeError} for a key that came with something else before.
 */
export async function answerOnce(
  outer: Work,
  { key, path, hash, requestId }: KeyedRequest,
  task: (work: Work) => Promise<object>,
): Promise<Outcome> {
  if (key !== null) {
    const [known] = await outer.db.select().from(answers).where(eq(answers.key, key))
    if (known) return replay(known, key, path, hash)
  }
  const outcome = await attempt(outer, task)
  const worthKeeping = outcome.status < 300 || outcome.status === 402
  if (key !== null && worthKeeping) {
    const createdAtMs = outer.settings.clock().getTime()
    await outer.db
      .insert(answers)
      .values({ key, path, paramsHash: hash, requestId, status: outcome.status, body: outcome.body, createdAtMs })
  }
  return outcome
}

/** In a savepoint, so that an error takes back what was written before it, but not the memory of the key. */
async function attempt(outer: Work, task: (work: Work) => Promise<object>): Promise<Outcome> {
  try {
    return await outer.db.transaction(async (tx) => {
      try {
        return { status: 200, body: await task(createWork(tx, outer.settings, outer.request)) }
      } catch (error) {
        if (error instanceof StripeError && error.keepsChanges) return { status: error.status, body: error.body }
        throw error
      }
    })
  } catch (error) {
    if (error instanceof StripeError) return { status: error.status, body: error.body }
    throw error
  }
}

function replay(known: typeof answers.$inferSelect, key: string, path: string, hash: string): Outcome {
  const hint = `Try using a key other than '${key}' if you meant to execute a different request.`
  if (known.path !== path) {
    throw new StripeError(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${known.path}'). ${hint}`,
      { type: 'idempotency_error' },
    )
  }
  if (known.paramsHash !== hash) {
    throw new StripeError(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. ${hint}`,
      { type: 'idempotency_error' },
    )
  }
  return { status: known.status, body: known.body as object, replayOf: known.requestId }
}

export async function forgetOldAnswers(db: Database | Transaction, nowMs: number): Promise<void> {
  await db.delete(answers).where(lt(answers.createdAtMs, nowMs - KEPT_MS))
}
