import type { Logger } from 'pino'
import type { AcceptProposals, KnowledgeSource, ProposalIds } from '#contract/knowledge-sources.ts'
import { ORIGIN_TITLE_MAX_LENGTH } from '#contract/own-assistant-limits.ts'
import { questionKey, type KnowledgePair } from '#contract/own-knowledge.ts'
import { createPlaces } from '../../infra/http/places.ts'
import { PublicFetchError, type PublicFetch } from '../../infra/http/public-fetch.ts'
import type { PairProposer } from '../../vendors/openai-pairs.ts'
import type { Assistants } from '../assistants/assistants.ts'
import { loadPage } from './load-page.ts'
import { proposalsOf, tidied } from './proposals.ts'
import { isMisnamed, kindOf, type RawDocument, type ReadDocument } from './reading/document.ts'
import type { DocumentReader } from './reading/document-reader.ts'
import { READING_PROBLEMS, ReadingError } from './reading/reading-error.ts'
import { isInterrupted, type ProposalRow, type SourceRow, type SourceStore } from './source-store.ts'

/** Concurrent readings, including those that wait. */
const PLACES = 30
const PLACES_EACH = 5

interface SourcesDeps {
  store: SourceStore
  reader: DocumentReader
  assistants: Pick<Assistants, 'knowledgeOf' | 'addKnowledge' | 'removeKnowledge'>
  fetchPublic: PublicFetch
  /** A language model that finds questions and answers in texts; without it, rules find them. */
  proposeByModel?: PairProposer | undefined
  log: Logger
}

export type Sources = ReturnType<typeof createSources>

/** Reads sources in the background, and carries out the owner's decisions about their proposals. */
export function createSources({ store, reader, assistants, fetchPublic, proposeByModel, log }: SourcesDeps) {
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()
  const places = createPlaces({
    places: PLACES,
    placesEach: PLACES_EACH,
    tooManyWords: 'Your other sources are still being read. Please wait a moment and try again.',
  })

  async function pairsOf(document: ReadDocument, title: string): Promise<KnowledgePair[]> {
    const byRules = proposalsOf(document, title)
    if (!proposeByModel || document.text === '') return byRules
    try {
      const byModel = await proposeByModel(document.text, closing.signal)
      // Answers that the document itself marks up are taken verbatim.
      if (byModel.length > 0) return tidied([...document.pairs, ...byModel])
    } catch (error) {
      closing.signal.throwIfAborted()
      log.warn({ err: error }, 'the model proposed no questions; rules did')
    }
    return byRules
  }

  async function readInto(userId: string, source: SourceRow, load: () => Promise<RawDocument>): Promise<void> {
    try {
      const document = await reader.read(await load(), userId, closing.signal)
      const title = titleOf(source, document)
      const pairs = await pairsOf(document, title)
      if (pairs.length === 0) throw new ReadingError('no-answers')
      await store.finish(source.id, { title, text: document.text, pairs })
    } catch (error) {
      const isTheirs = error instanceof ReadingError || error instanceof PublicFetchError
      if (!isTheirs && !closing.signal.aborted) log.error({ err: error, sourceId: source.id }, 'a source was not read')
      await store.fail(source.id, isTheirs ? error.message : READING_PROBLEMS.interrupted)
    }
  }

  async function begin(
    userId: string,
    assistantId: string,
    wish: Pick<SourceRow, 'kind' | 'url' | 'title'>,
    load: () => Promise<RawDocument>,
  ): Promise<KnowledgeSource> {
    const leave = places.take(userId)
    try {
      const { source, isBegun } = await store.begin(assistantId, wish)
      if (!isBegun) {
        leave()
        return shown(source, [], new Map())
      }
      const reading = readInto(userId, source, load)
        .catch((error: unknown) => log.error({ err: error, sourceId: source.id }, 'a source could not be kept'))
        .finally(() => {
          leave()
          underWay.delete(reading)
        })
      underWay.add(reading)
      return shown(source, [], new Map())
    } catch (error) {
      leave()
      throw error
    }
  }

  const beginPage = (userId: string, assistantId: string, url: string) =>
    begin(userId, assistantId, { kind: 'web', url, title: nameOf(url) }, () =>
      loadPage(fetchPublic, url, closing.signal),
    )

  /** The assistant's knowledge by `questionKey`. The first pair with a question counts. */
  async function answersOf(userId: string, assistantId: string): Promise<Answers> {
    const { pairs } = await assistants.knowledgeOf(userId, assistantId)
    return new Map(pairs.toReversed().map((pair) => [questionKey(pair.question), pair]))
  }

  return {
    async list(userId: string, assistantId: string): Promise<KnowledgeSource[]> {
      const answers = await answersOf(userId, assistantId)
      return (await store.list(assistantId)).map(({ source, proposals }) => shown(source, proposals, answers))
    },

    /** Adding a page a second time reads it again. */
    addPage: (userId: string, assistantId: string, url: string) =>
      beginPage(userId, assistantId, URL.parse(url)?.href ?? url),

    /** A file with the same name replaces the earlier one. @throws {ReadingError} for an unsupported kind of file */
    addFile(userId: string, assistantId: string, name: string, bytes: Uint8Array): Promise<KnowledgeSource> {
      const kind = kindOf(bytes)
      if (kind === undefined || kind === 'old-word') throw new ReadingError(kind ?? 'not-text')
      if (isMisnamed(name, kind)) throw new ReadingError('misnamed')
      return begin(userId, assistantId, { kind, url: null, title: name }, async () => ({ kind, bytes }))
    },

    /** Undefined for a file, since uploaded files are not stored. @throws AppError `not-found` */
    async readAgain(userId: string, assistantId: string, id: string): Promise<KnowledgeSource | undefined> {
      const { url } = await store.find(assistantId, id)
      return url === null ? undefined : beginPage(userId, assistantId, url)
    },

    remove: (assistantId: string, id: string) => store.remove(assistantId, id),

    /** Adds the chosen answers to the assistant's draft. @throws AppError `bad-request` if they don't fit */
    async accept(userId: string, assistantId: string, id: string, { ids, edits }: AcceptProposals): Promise<void> {
      const answers = await answersOf(userId, assistantId)
      await store.decide(assistantId, id, ids, { from: ['proposed'], to: 'accepted' }, (tx, { title, url }, rows) => {
        const pairs = rows.map((row) => {
          const question = answers.get(questionKey(row.question))?.question ?? row.question
          return { question, answer: row.answer, ...edits[row.id], source: { title, url } }
        })
        return assistants.addKnowledge(tx, userId, assistantId, pairs)
      })
    },

    /** Named answers that are gone from the source are no longer reported; the assistant keeps giving them. */
    dismiss: (assistantId: string, id: string, ids: ProposalIds): Promise<void> =>
      store.decide(
        assistantId,
        id,
        ids,
        { from: ids === 'all' ? ['proposed'] : ['proposed', 'gone'], to: 'dismissed' },
        async () => {},
      ),

    /** Removes answers that are gone from the source from the assistant's draft. */
    withdraw: (userId: string, assistantId: string, id: string, ids: string[]): Promise<void> =>
      store.decide(assistantId, id, ids, { from: ['gone'], to: 'dismissed' }, (tx, source, rows) => {
        const questions = new Set(rows.map(({ question }) => questionKey(question)))
        return assistants.removeKnowledge(
          tx,
          userId,
          assistantId,
          (pair) => isFrom(source, pair) && questions.has(questionKey(pair.question)),
        )
      }),

    /** Resolves once all readings that have begun are over. For tests. */
    async settled(): Promise<void> {
      await Promise.all(underWay)
    },

    async close(): Promise<void> {
      closing.abort(new Error('the server is closing'))
      await Promise.all(underWay)
    },
  }
}

function nameOf(url: string): string {
  return (URL.parse(url)?.host || url).slice(0, ORIGIN_TITLE_MAX_LENGTH)
}

/** A file keeps its name as title; a page gets its own title, if it has one. */
function titleOf({ url, title }: SourceRow, document: ReadDocument): string {
  if (url === null) return title
  return document.title.slice(0, ORIGIN_TITLE_MAX_LENGTH).trim() || nameOf(url)
}

type Answers = ReadonlyMap<string, KnowledgePair>

/** A page may have changed its title since. */
function isFrom({ url, title }: Pick<SourceRow, 'url' | 'title'>, { source }: KnowledgePair): boolean {
  return source !== undefined && source.url === url && (url !== null || source.title === title)
}

/** The source without proposals that the assistant's knowledge already contains word for word. */
function shown(source: SourceRow, rows: readonly ProposalRow[], answers: Answers): KnowledgeSource {
  const { id, kind, url, title, readAt } = source
  const isStuck = isInterrupted(source)
  const proposals = rows.flatMap(({ id: proposalId, question, answer, status }) => {
    if (status !== 'proposed') return []
    const replaces = answers.get(questionKey(question))?.answer ?? null
    return replaces !== answer ? [{ id: proposalId, question, answer, replaces }] : []
  })
  const gone = rows.flatMap(({ id: proposalId, question, status }) => {
    const pair = status === 'gone' ? answers.get(questionKey(question)) : undefined
    return pair && isFrom(source, pair) ? [{ id: proposalId, question: pair.question, answer: pair.answer }] : []
  })
  return {
    id,
    kind,
    url,
    title,
    status: isStuck ? 'failed' : source.status,
    problem: isStuck ? READING_PROBLEMS.interrupted : source.problem,
    readAt: readAt?.toISOString() ?? null,
    accepted: rows.filter(({ status }) => status === 'accepted' || status === 'gone').length,
    proposals,
    gone,
  }
}
