import { randomUUID } from 'node:crypto'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { Database } from '../../infra/db/client.ts'
import { lockAssistant } from '../../infra/db/lock-owner.ts'
import { codeTries } from '../../infra/db/schema/actions.ts'

const MAX_WRONG_A_CALL = 3
/** An address that guesses codes is refused long before it uses up the tries that the assistant allows all callers. */
const MAX_WRONG_A_NETWORK = 6
const MAX_WRONG_AN_ASSISTANT = 30
const HOUR_MS = 3_600_000

/** A call in which a code may be tried. */
export interface CodeTrier {
  callId: string
  assistantId: string
  /** A keyed hash of the caller's network address; null if it is not known. */
  network: string | null
}

export type CodeTries = ReturnType<typeof createCodeTries>

/**
 * Limits wrong codes so that the six-digit codes can't be guessed: in one call, and within an hour from one network and
 * for one assistant, over all processes.
 */
export function createCodeTries(db: Database, nowMs = Date.now) {
  const anHourAgo = () => new Date(nowMs() - HOUR_MS)
  return {
    /**
     * Counts a try before its code is looked up, because calls that try at the same moment must not all pass the check
     * first. Returns the id of the try; undefined if there were too many.
     */
    take: ({ callId, assistantId, network }: CodeTrier): Promise<string | undefined> =>
      db.transaction(async (tx) => {
        await lockAssistant(tx, assistantId)
        const tries = await tx
          .select()
          .from(codeTries)
          .where(and(eq(codeTries.assistantId, assistantId), gt(codeTries.triedAt, anHourAgo())))
        const isTooMany =
          tries.length >= MAX_WRONG_AN_ASSISTANT ||
          tries.filter((row) => row.callId === callId).length >= MAX_WRONG_A_CALL ||
          (network !== null && tries.filter((row) => row.network === network).length >= MAX_WRONG_A_NETWORK)
        if (isTooMany) return undefined
        const id = randomUUID()
        await tx.insert(codeTries).values({ id, callId, assistantId, network, triedAt: new Date(nowMs()) })
        return id
      }),
    /** Called if the code was not wrong. */
    async giveBack(id: string): Promise<void> {
      await db.delete(codeTries).where(eq(codeTries.id, id))
    },
    async deleteOld(): Promise<void> {
      await db.delete(codeTries).where(lte(codeTries.triedAt, anHourAgo()))
    },
  }
}
