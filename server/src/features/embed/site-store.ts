import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { parse } from 'tldts'
import { AppError } from '#contract/errors.ts'
import { MAX_SITES, readSite, SITE_WORDS } from '#contract/website.ts'
import type { Database } from '../../infra/db/client.ts'
import { lockAssistant } from '../../infra/db/lock-owner.ts'
import { assistantSites } from '../../infra/db/schema/own-assistants.ts'

/** How often the tag on a site that is in use reports itself. */
const SEEN_EVERY_MS = 3_600_000

export type SiteStore = ReturnType<typeof createSiteStore>
type SiteRow = typeof assistantSites.$inferSelect

/** Stores the sites on which owners allow their assistants. */
export function createSiteStore(db: Database) {
  const one = (assistantId: string, origin: string) =>
    and(eq(assistantSites.assistantId, assistantId), eq(assistantSites.origin, origin))
  const isStale = (nowMs: number) => new Date(nowMs - SEEN_EVERY_MS)

  return {
    list: (assistantId: string): Promise<SiteRow[]> =>
      db
        .select()
        .from(assistantSites)
        .where(eq(assistantSites.assistantId, assistantId))
        .orderBy(assistantSites.createdAt, assistantSites.origin),

    /** Idempotent. @throws AppError `bad-request` in words for the owner */
    async add(assistantId: string, typed: string): Promise<void> {
      const origin = allowedPattern(typed)
      await db.transaction(async (tx) => {
        await lockAssistant(tx, assistantId)
        const others = and(eq(assistantSites.assistantId, assistantId), sql`${assistantSites.origin} <> ${origin}`)
        if ((await tx.$count(assistantSites, others)) >= MAX_SITES) throw refusedSite(SITE_WORDS.tooMany)
        await tx.insert(assistantSites).values({ assistantId, origin, createdAt: new Date() }).onConflictDoNothing()
      })
    },

    async remove(assistantId: string, origin: string): Promise<void> {
      await db.delete(assistantSites).where(one(assistantId, origin))
    },

    /** Whether no page of this site has reported itself for a while. */
    isReportWanted: ({ lastSeenAt }: SiteRow): boolean => lastSeenAt === null || lastSeenAt < isStale(Date.now()),

    async seen(assistantId: string, origin: string): Promise<void> {
      const now = new Date()
      const { firstSeenAt, lastSeenAt } = assistantSites
      await db
        .update(assistantSites)
        .set({ firstSeenAt: sql`coalesce(${firstSeenAt}, ${now.toISOString()}::timestamptz)`, lastSeenAt: now })
        .where(and(one(assistantId, origin), or(isNull(lastSeenAt), lt(lastSeenAt, isStale(now.getTime())))))
    },
  }
}

/** @throws AppError `bad-request` */
function allowedPattern(typed: string): string {
  const read = readSite(typed)
  if ('problem' in read) throw refusedSite(read.problem)
  const [, below] = read.pattern.split('://*.')
  // `https://*.co.uk` or `https://*.github.io` would match websites of many different owners.
  if (below !== undefined && parse(below, { allowPrivateDomains: true }).domain === null) {
    throw refusedSite(SITE_WORDS.suffix)
  }
  return read.pattern
}

function refusedSite(message: string): AppError {
  return new AppError('bad-request', { detail: message, issues: [{ path: 'site', message }] })
}
