import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNotNull, isNull, lt, notInArray } from 'drizzle-orm'
import type { TalkPanel, TalkState } from '#contract/avatar-steps.ts'
import type { PhotoFace } from '#contract/photo-face.ts'
import type { VoiceId } from '#contract/voices.ts'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { files } from '../../infra/db/schema/files.ts'
import { lockOwner } from '../../infra/db/lock-owner.ts'
import { talks } from '../../infra/db/schema/talks.ts'
import type { Owner } from '../../infra/http/session.ts'

/** What a talk is of. */
export interface TalkSubject {
  assistantId: string | null
  photoId: string | null
  photoFace: PhotoFace | null
  text: string
  voiceId: VoiceId
  format: 'webm' | 'mp4'
  panel: TalkPanel
  /** Equal for requests that lead to the same video, where that may be shared. */
  sameAs: string | null
}

export interface TalkRecord extends TalkSubject {
  id: string
  version: number
  state: TalkState
  owner: Owner
}

export interface TalkCounts {
  /** Not over yet. */
  running: number
  recent: number
}

const OVER = ['done', 'error'] as const

export type TalkStore = ReturnType<typeof createTalkStore>

export function createTalkStore(db: Database) {
  return {
    /** For a talk that needs no work: it is over, or its video is there already. */
    add: (owner: Owner, subject: TalkSubject, state: TalkState) => insert(db, owner, subject, state),

    /** `check` is told how many talks the owner has, and throws when these are enough. No other talk is added meanwhile. */
    addChecked: (
      owner: Owner,
      subject: TalkSubject,
      { since, check }: { since: Date; check: (counts: TalkCounts) => void },
    ): Promise<TalkRecord> =>
      db.transaction(async (tx) => {
        await lockOwner(tx, owner)
        check(await countTalks(tx, owner, since))
        return insert(tx, owner, subject, { step: 'upload' })
      }),

    async find(id: string): Promise<TalkRecord | undefined> {
      const [row] = await db.select().from(talks).where(eq(talks.id, id))
      return row && recordOf(row)
    },

    async findOwn(id: string, owner: Owner): Promise<TalkRecord | undefined> {
      const [row] = await db
        .select()
        .from(talks)
        .where(and(eq(talks.id, id), isOf(owner)))
      return row && recordOf(row)
    },

    /** The pictures that the maker was given for a person's talks, by its own addresses. */
    async sourcesOf(userId: string): Promise<string[]> {
      const rows = await db
        .select({ sourceUrl: talks.sourceUrl })
        .from(talks)
        .where(and(eq(talks.userId, userId), isNotNull(talks.sourceUrl)))
      return rows.flatMap(({ sourceUrl }) => sourceUrl ?? [])
    },

    /** Writes the next state over the one that was read. Undefined when somebody else was quicker. */
    async move(talk: TalkRecord, state: TalkState): Promise<TalkRecord | undefined> {
      const rows = await db
        .update(talks)
        .set({ ...columnsOf(state), version: talk.version + 1, updatedAt: new Date() })
        .where(and(eq(talks.id, talk.id), eq(talks.version, talk.version)))
        .returning({ id: talks.id })
      return rows.length > 0 ? { ...talk, state, version: talk.version + 1 } : undefined
    },

    /** A finished video that shows the same, made for whoever asks for it. */
    async findSame(sameAs: string): Promise<string | undefined> {
      const [row] = await db
        .select({ videoId: files.id })
        .from(talks)
        .innerJoin(files, eq(files.id, talks.videoId))
        .where(
          and(
            eq(talks.sameAs, sameAs),
            eq(talks.step, 'done'),
            eq(files.shared, true),
            // With time left to be watched.
            gt(files.expiresAt, new Date(Date.now() + 3_600_000)),
          ),
        )
        .orderBy(desc(talks.createdAt))
        .limit(1)
      return row?.videoId
    },

    /** Talks that nobody has moved since then, though they are not over. */
    async findLeft(before: Date): Promise<string[]> {
      const rows = await db
        .select({ id: talks.id })
        .from(talks)
        .where(and(notInArray(talks.step, [...OVER]), lt(talks.updatedAt, before)))
        .limit(100)
      return rows.map(({ id }) => id)
    },

    /** One whose video is still there stays: others are led to it. */
    async deleteBefore(before: Date): Promise<void> {
      await db.delete(talks).where(and(lt(talks.createdAt, before), isNull(talks.videoId)))
    },
  }
}

async function insert(
  db: Database | Transaction,
  owner: Owner,
  subject: TalkSubject,
  state: TalkState,
): Promise<TalkRecord> {
  const id = `talk_${randomBytes(18).toString('base64url')}`
  const now = new Date()
  await db.insert(talks).values({ id, ...owner, ...subject, ...columnsOf(state), createdAt: now, updatedAt: now })
  return { id, version: 1, owner, state, ...subject }
}

async function countTalks(tx: Transaction, owner: Owner, since: Date): Promise<TalkCounts> {
  const running = await tx.$count(talks, and(isOf(owner), notInArray(talks.step, [...OVER])))
  const recent = await tx.$count(talks, and(isOf(owner), gt(talks.createdAt, since)))
  return { running, recent }
}

function columnsOf(state: TalkState) {
  return {
    step: state.step,
    ...(state.step === 'create' ? { sourceUrl: state.sourceUrl } : {}),
    ...(state.step === 'poll' ? { vendorTalkId: state.vendorTalkId, polls: state.polls } : {}),
    ...(state.step === 'done' ? { videoId: state.videoId } : {}),
    ...(state.step === 'error' ? { cause: state.cause } : {}),
  }
}

function recordOf(row: typeof talks.$inferSelect): TalkRecord {
  const { id, version, assistantId, photoId, photoFace, text, voiceId, format, panel, sameAs } = row
  const owner = row.userId === null ? { teamSessionId: row.teamSessionId ?? '' } : { userId: row.userId }
  const subject = { assistantId, photoId, photoFace, text, voiceId, format, panel, sameAs }
  return { id, version, owner, state: stateOf(row), ...subject }
}

function stateOf(row: typeof talks.$inferSelect): TalkState {
  switch (row.step) {
    case 'upload':
      return { step: 'upload' }
    case 'create':
      return { step: 'create', sourceUrl: row.sourceUrl ?? '' }
    case 'poll':
      return { step: 'poll', vendorTalkId: row.vendorTalkId ?? '', polls: row.polls }
    case 'done':
      // Gone when its time was over.
      return { step: 'done', videoId: row.videoId ?? '' }
    case 'error':
      return { step: 'error', cause: row.cause ?? 'rendering-failed' }
  }
}

function isOf(owner: Owner) {
  return 'userId' in owner ? eq(talks.userId, owner.userId) : eq(talks.teamSessionId, owner.teamSessionId)
}
