import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, lt, notInArray } from 'drizzle-orm'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { isOwnedBy, lockOwner } from '../../infra/db/lock-owner.ts'
import { files } from '../../infra/db/schema/files.ts'
import { videos } from '../../infra/db/schema/videos.ts'
import type { Owner } from '../../infra/http/session.ts'
import { isOver, type VideoState } from './video-state.ts'

type Row = typeof videos.$inferSelect

export type VideoSubject = Pick<
  Row,
  'assistantId' | 'photoId' | 'photoFace' | 'text' | 'voiceId' | 'isOwnVoice' | 'format' | 'panel' | 'sameAs'
>

export interface VideoRecord extends VideoSubject {
  id: string
  version: number
  state: VideoState
  owner: Owner
}

export interface VideoCounts {
  /** Unfinished videos. */
  running: number
  recent: number
}

const OVER = ['done', 'failed'] as const
/** A shared video is offered again only if it can still be watched for this long. */
const TIME_TO_WATCH_MS = 3_600_000

export type VideoStore = ReturnType<typeof createVideoStore>

export function createVideoStore(db: Database) {
  const findWhere = async (condition: ReturnType<typeof and>): Promise<VideoRecord | undefined> => {
    const [row] = await db.select().from(videos).where(condition)
    return row && recordOf(row)
  }

  return {
    /** Adds a video that needs no work, because it has failed or its file exists already. */
    add: (owner: Owner, subject: VideoSubject, state: VideoState) => insert(db, owner, subject, state),

    /**
     * `check` receives the counts of the owner's videos and throws if there are too many. No other video is added
     * meanwhile.
     */
    addChecked: (
      owner: Owner,
      subject: VideoSubject,
      { since, check }: { since: Date; check: (counts: VideoCounts) => void },
    ): Promise<VideoRecord> =>
      db.transaction(async (tx) => {
        await lockOwner(tx, owner)
        const running = await tx.$count(videos, and(isOwnedBy(owner, videos), isUnfinished()))
        check({ running, recent: await tx.$count(videos, and(isOwnedBy(owner, videos), gt(videos.createdAt, since))) })
        return insert(tx, owner, subject, { step: 'queued' })
      }),

    find: (id: string) => findWhere(eq(videos.id, id)),
    findOwn: (id: string, owner: Owner) => findWhere(and(eq(videos.id, id), isOwnedBy(owner, videos))),

    /** Replaces the state that was read. Undefined if another process was faster or the row has been deleted. */
    async move(video: VideoRecord, state: VideoState): Promise<VideoRecord | undefined> {
      const rows = await db
        .update(videos)
        .set({ ...columnsOf(state), version: video.version + 1, updatedAt: new Date() })
        .where(and(eq(videos.id, video.id), eq(videos.version, video.version)))
        .returning({ id: videos.id })
      return rows.length > 0 ? { ...video, state, version: video.version + 1 } : undefined
    },

    async beat(ids: string[]): Promise<void> {
      if (ids.length > 0) await db.update(videos).set({ updatedAt: new Date() }).where(inArray(videos.id, ids))
    },

    /** The file of a finished video with the same content that may be shared. */
    async findSame(sameAs: string): Promise<string | undefined> {
      const [row] = await db
        .select({ fileId: files.id })
        .from(videos)
        .innerJoin(files, eq(files.id, videos.fileId))
        .where(
          and(
            eq(videos.sameAs, sameAs),
            eq(videos.step, 'done'),
            eq(files.shared, true),
            gt(files.expiresAt, new Date(Date.now() + TIME_TO_WATCH_MS)),
          ),
        )
        .orderBy(desc(videos.createdAt))
        .limit(1)
      return row?.fileId
    },

    /** Unfinished videos that no process has worked on since then, oldest first. */
    async findLeft(before: Date): Promise<VideoRecord[]> {
      const isLeft = and(isUnfinished(), lt(videos.updatedAt, before))
      return (await db.select().from(videos).where(isLeft).orderBy(videos.createdAt).limit(100)).map(recordOf)
    },

    /** Rows whose file still exists are kept, because `findSame` finds the file through them. */
    async deleteBefore(before: Date): Promise<void> {
      await db.delete(videos).where(and(lt(videos.createdAt, before), isNull(videos.fileId)))
    },
  }
}

async function insert(
  db: Database | Transaction,
  owner: Owner,
  subject: VideoSubject,
  state: VideoState,
): Promise<VideoRecord> {
  const id = `video_${randomBytes(18).toString('base64url')}`
  const now = new Date()
  await db.insert(videos).values({ id, ...owner, ...subject, ...columnsOf(state), createdAt: now, updatedAt: now })
  return { id, version: 1, owner, state, ...subject }
}

/** The columns have the names of the state's fields. The speech is dropped when the video is done or has failed. */
function columnsOf(state: VideoState) {
  return { ...state, ...(isOver(state) && { speechId: null }) }
}

function recordOf(row: Row): VideoRecord {
  const { id, version, assistantId, photoId, photoFace, text, voiceId, isOwnVoice, format, panel, sameAs } = row
  const owner = row.userId === null ? { teamSessionId: row.teamSessionId ?? '' } : { userId: row.userId }
  const subject = { assistantId, photoId, photoFace, text, voiceId, isOwnVoice, format, panel, sameAs }
  return { id, version, owner, state: stateOf(row), ...subject }
}

function stateOf({ step, attempts, speechId, vendorVideoId, polls, fileId, cause }: Row): VideoState {
  switch (step) {
    case 'queued':
      return { step }
    case 'rendering':
      return { step, attempts, speechId }
    case 'submitted':
      return { step, vendorVideoId: vendorVideoId ?? '', polls }
    case 'done':
      // Empty if the file has been cleared.
      return { step, fileId: fileId ?? '' }
    case 'failed':
      return { step, cause: cause ?? 'rendering-failed' }
  }
}

function isUnfinished() {
  return notInArray(videos.step, [...OVER])
}
