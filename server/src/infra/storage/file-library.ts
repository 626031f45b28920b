import { randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { Database, Transaction } from '../db/client.ts'
import { isOwnedBy, lockOwner } from '../db/lock-owner.ts'
import { files } from '../db/schema/files.ts'
import type { Owner } from '../http/session.ts'
import type { ByteRange, FileStore } from './file-store.ts'

/** A person, a team member without an account, or `shared` for a file that belongs to no account. */
type FileOwner = Owner | 'shared'

interface NewFile {
  kind: 'photo' | 'video' | 'speech'
  owner: FileOwner
  bytes: Uint8Array
  mediaType: string
  size?: { widthPx: number; heightPx: number }
  /** Null keeps the file until `letGo`. */
  expiresAt: Date | null
}

type StoredFile = Pick<typeof files.$inferSelect, 'id' | 'kind' | 'mediaType' | 'byteLength'>

export type FileLibrary = ReturnType<typeof createFileLibrary>

const CLEARED_AT_ONCE = 200

/** Files with their owners and expiry, on top of either store. */
export function createFileLibrary({ db, store }: { db: Database; store: FileStore }) {
  const isAlive = () =>
    and(
      or(isNull(files.expiresAt), gt(files.expiresAt, new Date())),
      or(eq(files.shared, true), isNotNull(files.userId), isNotNull(files.teamSessionId)),
    )

  const countPhotos = (tx: Database | Transaction, owner: FileOwner) =>
    tx.$count(files, and(isOf(owner), eq(files.kind, 'photo'), isAlive()))

  /**
   * The row is added first: bytes without a row would never be found again, but a row without bytes is cleared like any
   * other.
   */
  async function keep(file: NewFile, addRow: (id: string) => Promise<void>): Promise<string> {
    const id = randomBytes(24).toString('base64url')
    await addRow(id)
    try {
      await store.put(keyOf({ id, kind: file.kind }), file.bytes, file.mediaType)
    } catch (error) {
      await db.delete(files).where(eq(files.id, id))
      throw error
    }
    return id
  }

  return {
    /** Returns the new file's id. */
    add: (file: NewFile): Promise<string> => keep(file, (id) => insert(db, id, file)),
    /**
     * `check` receives the number of the owner's photos and throws if there are too many. No other photo is added
     * meanwhile.
     */
    addPhoto: (photo: Omit<NewFile, 'kind'> & { owner: Owner }, check: (photos: number) => void): Promise<string> =>
      keep({ ...photo, kind: 'photo' }, (id) =>
        db.transaction(async (tx) => {
          await lockOwner(tx, photo.owner)
          check(await countPhotos(tx, photo.owner))
          await insert(tx, id, { ...photo, kind: 'photo' })
        }),
      ),
    /** Undefined for a file that does not exist, has expired, or has lost its owner. */
    async find(id: string): Promise<StoredFile | undefined> {
      const { kind, mediaType, byteLength } = files
      const [row] = await db
        .select({ id: files.id, kind, mediaType, byteLength })
        .from(files)
        .where(and(eq(files.id, id), isAlive()))
      return row
    },
    read: (file: StoredFile): Promise<Uint8Array<ArrayBuffer> | undefined> => store.get(keyOf(file)),
    /** Streams a range, so that memory holds no more than the part being sent. */
    stream: (file: StoredFile, range: ByteRange): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | undefined> =>
      store.stream(keyOf(file), range),
    async isOwn(id: string, owner: FileOwner): Promise<boolean> {
      const rows = await db
        .select({ id: files.id })
        .from(files)
        .where(and(eq(files.id, id), isOf(owner), isAlive()))
      return rows.length > 0
    },
    countPhotos: (owner: FileOwner): Promise<number> => countPhotos(db, owner),
    /** Removes the expiry of a photo. False if the photo is not this person's or is gone. */
    async keepPhoto(id: string, userId: string): Promise<boolean> {
      const rows = await db
        .update(files)
        .set({ expiresAt: null })
        .where(and(eq(files.id, id), eq(files.kind, 'photo'), isOf({ userId }), isAlive()))
        .returning({ id: files.id })
      return rows.length > 0
    },
    /** Makes a file expire now; the next `clear` deletes it. */
    async letGo(id: string): Promise<void> {
      await db.update(files).set({ expiresAt: new Date() }).where(eq(files.id, id))
    },
    /** Deletes files that have expired or whose owner has been deleted. Idempotent. */
    async clear(): Promise<void> {
      for (;;) {
        const rows = await db
          .select({ id: files.id, kind: files.kind })
          .from(files)
          .where(
            or(
              lt(files.expiresAt, new Date()),
              and(isNull(files.userId), isNull(files.teamSessionId), eq(files.shared, false)),
            ),
          )
          .limit(CLEARED_AT_ONCE)
        if (rows.length === 0) return
        for (const row of rows) await store.delete(keyOf(row))
        await db.delete(files).where(
          inArray(
            files.id,
            rows.map(({ id }) => id),
          ),
        )
      }
    },
  }
}

async function insert(tx: Database | Transaction, id: string, file: NewFile): Promise<void> {
  const { kind, owner, bytes, mediaType, size, expiresAt } = file
  const byteLength = bytes.length
  const row = { id, kind, mediaType, byteLength, ...size, ...ownerColumns(owner), expiresAt, createdAt: new Date() }
  await tx.insert(files).values(row)
}

function keyOf({ id, kind }: { id: string; kind: string }): string {
  // Files are spread over folders by the first letters of their id, so that no folder grows without limit.
  return `${kind}s/${id.slice(0, 2)}/${id}`
}

function ownerColumns(owner: FileOwner) {
  return owner === 'shared' ? { shared: true } : owner
}

function isOf(owner: FileOwner) {
  return owner === 'shared' ? eq(files.shared, true) : isOwnedBy(owner, files)
}
