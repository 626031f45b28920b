import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, inArray, lt } from 'drizzle-orm'
import type { TryAssistantContent } from '#contract/own-assistant.ts'
import type { Database } from '../../../infra/db/client.ts'
import { isOwnedBy, lockOwner } from '../../../infra/db/lock-owner.ts'
import { assistantTries } from '../../../infra/db/schema/own-assistants.ts'
import type { Owner } from '../../../infra/http/session.ts'

/** Leaves time to answer the browser's request for the microphone, and to start the call a second time. */
const KEPT_MS = 600_000
/** As many as the concurrent calls of a person; a newer form replaces the oldest. */
const KEPT_EACH = 3

type TryRow = typeof assistantTries.$inferSelect

export function createTryStore(db: Database) {
  const fresh = () => gt(assistantTries.createdAt, new Date(Date.now() - KEPT_MS))

  return {
    /** @returns the id of the form, in the same format as that of an own assistant */
    add: (trier: Owner, content: TryAssistantContent): Promise<string> =>
      db.transaction(async (tx) => {
        await lockOwner(tx, trier)
        const older = tx
          .select({ id: assistantTries.id })
          .from(assistantTries)
          .where(isOwnedBy(trier, assistantTries))
          .orderBy(desc(assistantTries.createdAt), desc(assistantTries.id))
          .offset(KEPT_EACH - 1)
        await tx.delete(assistantTries).where(inArray(assistantTries.id, older))
        const id = `own_${randomUUID()}`
        await tx.insert(assistantTries).values({ ...trier, id, content, createdAt: new Date() })
        return id
      }),

    /** Undefined if the form does not exist or belongs to another person. */
    find: (id: string, trier: Owner): Promise<TryRow | undefined> =>
      db.query.assistantTries.findFirst({
        where: and(eq(assistantTries.id, id), isOwnedBy(trier, assistantTries), fresh()),
      }),

    async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const rows = await db
        .select({ id: assistantTries.id, content: assistantTries.content })
        .from(assistantTries)
        .where(inArray(assistantTries.id, [...ids]))
      return new Map(rows.map(({ id, content }) => [id, content.name]))
    },
  }
}

export async function deleteOldTries(db: Database): Promise<void> {
  await db.delete(assistantTries).where(lt(assistantTries.createdAt, new Date(Date.now() - KEPT_MS)))
}
