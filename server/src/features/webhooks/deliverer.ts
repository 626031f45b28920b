import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../../infra/db/client.ts'
import { PublicFetchError, type PublicAnswer, type PublicFetch } from '../../infra/http/public-fetch.ts'
import { signedPost } from '../../infra/http/signed-post.ts'
import {
  createDeliveryStore,
  type ClaimedDelivery,
  type DeliveryOutcome,
  type EndedDelivery,
} from './delivery-store.ts'
import { createEndpointPaces } from './endpoint-paces.ts'

/** Waits between attempts; about a day in all. */
export const RETRY_DELAYS_SECONDS: readonly number[] = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800]
const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 2_048
const MAX_UNDER_WAY = 500
const GONE = 410
/**
 * Finished deliveries are written, and due ones claimed, in batches over this time; singly, a burst would overload the
 * database.
 */
const GATHER_MS = 20

interface DelivererDeps {
  db: Database
  fetchPublic: PublicFetch
  log: Logger
  now?: (() => Date) | undefined
  timeoutMs?: number | undefined
  gatherMs?: number | undefined
}

/** Sends due deliveries, many at once. Any number of processes may do so on one database. */
export function createDeliverer(deps: DelivererDeps) {
  const { db, fetchPublic, log, now = () => new Date(), timeoutMs = TIMEOUT_MS, gatherMs = GATHER_MS } = deps
  const store = createDeliveryStore(db)
  const closing = new AbortController()
  const paces = createEndpointPaces()
  const underWay = new Set<Promise<void>>()
  let claiming: Promise<void> | undefined
  let isWokenAgain = false
  let keeping = Promise.resolve()
  let nextToKeep: { together: EndedDelivery[]; kept: Promise<void> } | undefined

  async function claimDue(): Promise<void> {
    do {
      isWokenAgain = false
      const room = MAX_UNDER_WAY - underWay.size
      if (room <= 0) return
      for (const claimed of await store.claim(now(), room, paces.rooms(now().getTime()))) begin(claimed)
      await delay(gatherMs)
    } while (isWokenAgain && !closing.signal.aborted)
  }

  function begin(claimed: ClaimedDelivery): void {
    paces.began(claimed.endpointId)
    const running = deliver(claimed)
      .catch((error: unknown) => {
        log.error({ err: error, deliveryId: claimed.id }, 'a delivery could not be kept')
        return 'failed' as const
      })
      .then((how) => {
        paces.ended(claimed.endpointId, how, now().getTime())
        underWay.delete(running)
        wake()
      })
    underWay.add(running)
  }

  /**
   * Looks for due deliveries, and once more if called during a look.
   * @param endpointId an endpoint whose pause after failures ends now; empty for none
   */
  function wake(endpointId = ''): void {
    paces.forgive(endpointId)
    isWokenAgain = true
    if (claiming || closing.signal.aborted) return
    claiming = claimDue()
      .catch((error: unknown) => log.warn({ err: error }, 'due deliveries could not be looked up'))
      .finally(() => {
        claiming = undefined
        if (isWokenAgain) wake()
      })
  }

  async function deliver(claimed: ClaimedDelivery): Promise<'delivered' | 'failed' | 'broken-off'> {
    const startedAtMs = performance.now()
    const answer = await send(claimed).catch((error: unknown) => {
      if (error instanceof PublicFetchError) return error
      if (closing.signal.aborted) return undefined
      throw error
    })
    if (answer === undefined) {
      await store.release(claimed, now())
      return 'broken-off'
    }
    const durationMs = Math.round(performance.now() - startedAtMs)
    const outcome = { ...outcomeOf(answer, claimed, now()), durationMs }
    if (outcome.answerStatus === GONE) await store.switchOff(claimed)
    await keep({ claimed, outcome })
    const { id: deliveryId, attempts } = claimed
    log.info({ deliveryId, attempts, status: outcome.status, answerStatus: outcome.answerStatus }, 'webhook delivery')
    return outcome.status === 'delivered' ? 'delivered' : 'failed'
  }

  /** Stores the outcome in one batch with all others that end meanwhile. */
  function keep(one: EndedDelivery): Promise<void> {
    if (!nextToKeep) {
      const together: EndedDelivery[] = []
      const kept = Promise.all([keeping, delay(gatherMs)]).then(() => {
        nextToKeep = undefined
        return store.finish(together)
      })
      nextToKeep = { together, kept }
      keeping = kept.catch(() => undefined)
    }
    nextToKeep.together.push(one)
    return nextToKeep.kept
  }

  function send({ url, secret, eventId, type, happenedAt, data }: ClaimedDelivery): Promise<PublicAnswer> {
    const content = { type, timestamp: happenedAt.toISOString(), data }
    return fetchPublic({
      ...signedPost({ url, secret, id: eventId, sentAt: now(), content }),
      timeoutMs,
      maxBytes: MAX_ANSWER_BYTES,
      whenLonger: 'cut',
      signal: closing.signal,
    })
  }

  return {
    wake,
    /** Resolves when nothing is under way and nothing is left of what was due at the last look. */
    async settled(): Promise<void> {
      for (;;) {
        const running = [...(claiming ? [claiming] : []), ...underWay.keys()]
        if (running.length === 0) return
        await Promise.all(running)
      }
    },
    /** Aborts running deliveries, which are then due again at once. */
    async close(): Promise<void> {
      closing.abort(new Error('the server is stopping'))
      await this.settled()
    },
  }
}

function outcomeOf(
  answer: PublicAnswer | PublicFetchError,
  { attempts }: ClaimedDelivery,
  now: Date,
): Omit<DeliveryOutcome, 'durationMs'> {
  const isAnswer = !(answer instanceof PublicFetchError)
  const told = {
    answerStatus: isAnswer ? answer.status : null,
    // PostgreSQL rejects a NUL.
    answer: isAnswer ? answer.body.toString().replaceAll('\0', '') : answer.message,
  }
  if (isAnswer && answer.status >= 200 && answer.status <= 299) {
    return { ...told, status: 'delivered', nextAttemptAt: null }
  }
  const delaySeconds = told.answerStatus === GONE ? undefined : RETRY_DELAYS_SECONDS[attempts - 1]
  if (delaySeconds === undefined) return { ...told, status: 'failed', nextAttemptAt: null }
  return { ...told, status: 'pending', nextAttemptAt: new Date(now.getTime() + delaySeconds * 1_000) }
}
