import { randomBytes, randomUUID } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import { API_KEY_PREFIX, MAX_API_KEYS, type CreateApiKeyRequest } from '#contract/api-keys.ts'
import { AppError } from '#contract/errors.ts'
import type { Database } from '../../infra/db/client.ts'
import { lockOwner } from '../../infra/db/lock-owner.ts'
import { apiKeys } from '../../infra/db/schema/webhooks.ts'
import { hashOfSecret } from '../../infra/secrets.ts'
import type { Viewer } from '../../infra/http/context.ts'

const KEY_BYTES = 32
const HINT_LENGTH = API_KEY_PREFIX.length + 4
const USE_NOTED_EVERY_MS = 60_000

/** What an owner sees of a key. */
const SHOWN = {
  id: apiKeys.id,
  name: apiKeys.name,
  hint: apiKeys.hint,
  scopes: apiKeys.scopes,
  createdAt: apiKeys.createdAt,
  lastUsedAt: apiKeys.lastUsedAt,
}

/** Stores the API keys of owners' programs. */
export function createKeyStore(db: Database) {
  return {
    /** Oldest first. */
    list: (ownerId: string) =>
      db
        .select(SHOWN)
        .from(apiKeys)
        .where(eq(apiKeys.ownerId, ownerId))
        .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id)),

    create: (ownerId: string, { name, scopes }: CreateApiKeyRequest) =>
      db.transaction(async (tx) => {
        await lockOwner(tx, { userId: ownerId })
        if ((await tx.$count(apiKeys, eq(apiKeys.ownerId, ownerId))) >= MAX_API_KEYS) {
          throw new AppError('bad-request', {
            detail: `You can have ${MAX_API_KEYS} keys. Revoke one that you no longer need.`,
          })
        }
        const key = API_KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url')
        const id = `key_${randomUUID()}`
        const hint = key.slice(0, HINT_LENGTH)
        const values = { id, ownerId, name, keyHash: hashOfSecret(key), hint, scopes, createdAt: new Date() }
        const [row] = await tx.insert(apiKeys).values(values).returning(SHOWN)
        if (!row) throw new Error('a key was not written')
        return { ...row, key }
      }),

    /** @throws AppError `not-found` if the key does not exist or belongs to another owner */
    async revoke(ownerId: string, id: string): Promise<void> {
      const isIt = and(eq(apiKeys.ownerId, ownerId), eq(apiKeys.id, id))
      const gone = await db.delete(apiKeys).where(isIt).returning({ id: apiKeys.id })
      if (gone.length === 0) throw new AppError('not-found')
    },

    /** @returns the program that the key belongs to, or an anonymous viewer if the key is unknown */
    async viewerOf(key: string): Promise<Viewer> {
      const [row] = await db
        .select()
        .from(apiKeys)
        .where(eq(apiKeys.keyHash, hashOfSecret(key)))
      if (!row) return { kind: 'anonymous' }
      const now = new Date()
      if (row.lastUsedAt === null || now.getTime() - row.lastUsedAt.getTime() >= USE_NOTED_EVERY_MS) {
        await db.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, row.id))
      }
      return { kind: 'program', keyId: row.id, ownerId: row.ownerId, scopes: row.scopes }
    },
  }
}
