import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { MAX_SOURCES } from '#contract/knowledge-source-limits.ts'
import type { ProposalIds } from '#contract/knowledge-sources.ts'
import { questionKey, type KnowledgePair } from '#contract/own-knowledge.ts'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { lockAssistant } from '../../infra/db/lock-owner.ts'
import { knowledgeProposals, knowledgeSources } from '../../infra/db/schema/own-assistants.ts'

const { text: _text, ...shownColumns } = getTableColumns(knowledgeSources)
export type SourceRow = Omit<typeof knowledgeSources.$inferSelect, 'text'>
export type ProposalRow = typeof knowledgeProposals.$inferSelect

/** A reading takes a minute and a half at most; an older one belonged to a process that died. */
const STALE_MS = 3 * 60_000

export function isInterrupted({ status, readAt, createdAt }: SourceRow): boolean {
  return status === 'reading' && Date.now() - (readAt ?? createdAt).getTime() > STALE_MS
}

export type SourceStore = ReturnType<typeof createSourceStore>

/** Stores the sources of assistants' knowledge, and the proposals from each. */
export function createSourceStore(db: Database) {
  const ofAssistant = (assistantId: string, id: string) =>
    and(eq(knowledgeSources.assistantId, assistantId), eq(knowledgeSources.id, id))

  async function find(executor: Database | Transaction, assistantId: string, id: string): Promise<SourceRow> {
    const [row] = await executor.select(shownColumns).from(knowledgeSources).where(ofAssistant(assistantId, id))
    if (!row) throw new AppError('not-found', { detail: 'There is no such source. It may have been removed.' })
    return row
  }

  return {
    find: (assistantId: string, id: string) => find(db, assistantId, id),

    /** Newest first, with their proposals. */
    async list(assistantId: string): Promise<{ source: SourceRow; proposals: ProposalRow[] }[]> {
      const sources = await db
        .select(shownColumns)
        .from(knowledgeSources)
        .where(eq(knowledgeSources.assistantId, assistantId))
        .orderBy(desc(knowledgeSources.createdAt), asc(knowledgeSources.id))
      if (sources.length === 0) return []
      const ids = sources.map(({ id }) => id)
      const proposals = await db
        .select()
        .from(knowledgeProposals)
        .where(inArray(knowledgeProposals.sourceId, ids))
        .orderBy(asc(knowledgeProposals.position))
      const bySource = Map.groupBy(proposals, ({ sourceId }) => sourceId)
      return sources.map((source) => ({ source, proposals: bySource.get(source.id) ?? [] }))
    },

    /**
     * Begins to read a source: the existing one with this address or file name, or a new one. `isBegun` is false if the
     * source is being read already. @throws AppError `bad-request` if there are too many sources
     */
    begin: (
      assistantId: string,
      wish: Pick<SourceRow, 'kind' | 'url' | 'title'>,
    ): Promise<{ source: SourceRow; isBegun: boolean }> =>
      db.transaction(async (tx) => {
        await lockAssistant(tx, assistantId)
        const rows = await tx
          .select(shownColumns)
          .from(knowledgeSources)
          .where(eq(knowledgeSources.assistantId, assistantId))
        const known = rows.find((row) =>
          wish.url === null ? row.url === null && row.title === wish.title : row.url === wish.url,
        )
        const now = new Date()
        if (known) {
          if (known.status === 'reading' && !isInterrupted(known)) return { source: known, isBegun: false }
          await tx
            .update(knowledgeSources)
            .set({ status: 'reading', problem: null, readAt: now, kind: wish.kind })
            .where(eq(knowledgeSources.id, known.id))
          return { source: await find(tx, assistantId, known.id), isBegun: true }
        }
        if (rows.length >= MAX_SOURCES) {
          const detail = `An assistant can have ${MAX_SOURCES} sources. Remove one first; the answers taken from it stay.`
          throw new AppError('bad-request', { detail })
        }
        const id = `src_${randomUUID()}`
        await tx.insert(knowledgeSources).values({ id, assistantId, ...wish, status: 'reading', createdAt: now })
        return { source: await find(tx, assistantId, id), isBegun: true }
      }),

    /**
     * Stores what was read. Proposals that were found again keep their ids and their decision. Of those not found again,
     * accepted ones are marked as gone, and others are deleted: a page that changes each time would otherwise fill the
     * table.
     */
    finish: (id: string, read: { title: string; text: string; pairs: readonly KnowledgePair[] }): Promise<void> =>
      db.transaction(async (tx) => {
        const [kept] = await tx
          .update(knowledgeSources)
          .set({ title: read.title, text: read.text, status: 'read', problem: null, readAt: new Date() })
          .where(eq(knowledgeSources.id, id))
          .returning({ id: knowledgeSources.id })
        // The source was removed meanwhile.
        if (!kept) return
        const before = await tx.select().from(knowledgeProposals).where(eq(knowledgeProposals.sourceId, id))
        const textOf = (pair: Pick<KnowledgePair, 'question' | 'answer'>) =>
          `${questionKey(pair.question)}\n${pair.answer}`
        const found = new Set(read.pairs.map(textOf))
        const known = new Set(before.map(textOf))
        const isTaken = ({ status }: ProposalRow) => status === 'accepted' || status === 'gone'
        const lost = before.filter((row) => !isTaken(row) && !found.has(textOf(row)))
        if (lost.length > 0) await tx.delete(knowledgeProposals).where(isOneOf(lost))
        const asked = new Set(read.pairs.map(({ question }) => questionKey(question)))
        // A question with another answer is proposed again. A language model may word its questions differently each time.
        const isThere = (row: ProposalRow) => asked.has(questionKey(row.question)) || read.text.includes(row.answer)
        for (const [there, taken] of Map.groupBy(before.filter(isTaken), isThere)) {
          await tx
            .update(knowledgeProposals)
            .set({ status: there ? 'accepted' : 'gone' })
            .where(isOneOf(taken))
        }
        const added = [...read.pairs.entries()].filter(([, pair]) => !known.has(textOf(pair)))
        if (added.length === 0) return
        await tx.insert(knowledgeProposals).values(
          added.map(([position, { question, answer }]) => ({
            id: `prop_${randomUUID()}`,
            sourceId: id,
            position,
            question,
            answer,
          })),
        )
      }),

    async fail(id: string, problem: string): Promise<void> {
      await db
        .update(knowledgeSources)
        .set({ status: 'failed', problem, readAt: new Date() })
        .where(eq(knowledgeSources.id, id))
    },

    /** Idempotent. Answers that were accepted from the source stay in the assistant's knowledge. */
    async remove(assistantId: string, id: string): Promise<void> {
      await db.delete(knowledgeSources).where(ofAssistant(assistantId, id))
    },

    /**
     * Decides proposals, and applies the decision in the same transaction.
     * @param from the statuses of the proposals that may be decided so; others stay as they are
     */
    decide: (
      assistantId: string,
      id: string,
      ids: ProposalIds,
      { from, to }: { from: ProposalRow['status'][]; to: 'accepted' | 'dismissed' },
      apply: (tx: Transaction, source: SourceRow, rows: ProposalRow[]) => Promise<void>,
    ): Promise<void> =>
      db.transaction(async (tx) => {
        const source = await find(tx, assistantId, id)
        const chosen = and(
          eq(knowledgeProposals.sourceId, id),
          inArray(knowledgeProposals.status, from),
          ids === 'all' ? undefined : inArray(knowledgeProposals.id, ids),
        )
        const rows = await tx
          .select()
          .from(knowledgeProposals)
          .where(chosen)
          .orderBy(asc(knowledgeProposals.position))
          .for('update')
        if (rows.length === 0) return
        await apply(tx, source, rows)
        await tx.update(knowledgeProposals).set({ status: to }).where(isOneOf(rows))
      }),
  }
}

function isOneOf(rows: readonly ProposalRow[]) {
  const ids = rows.map(({ id }) => id)
  return inArray(knowledgeProposals.id, ids)
}
