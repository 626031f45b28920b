import type { Logger } from 'pino'
import type { Database } from '../../infra/db/client.ts'
import { createPublicFetch, type PublicFetch } from '../../infra/http/public-fetch.ts'
import type { PairProposer } from '../../vendors/openai-pairs.ts'
import type { Assistants } from '../assistants/assistants.ts'
import { createDocumentReader } from './reading/document-reader.ts'
import { createKnowledgeRoutes, SOURCE_FILES_PATH } from './routes.ts'
import { createSourceStore } from './source-store.ts'
import { createSources } from './sources.ts'

export interface KnowledgeDeps {
  db: Database
  assistants: Pick<Assistants, 'inAddress' | 'knowledgeOf' | 'addKnowledge' | 'removeKnowledge'>
  /** For tests: replaces the function that reaches public addresses only. */
  fetchPublic?: PublicFetch | undefined
  proposeByModel?: PairProposer | undefined
  log: Logger
}

/** Reads pages and files and proposes answers from them, which the owner accepts or dismisses. */
export function createKnowledge({ db, assistants, fetchPublic, proposeByModel, log }: KnowledgeDeps) {
  const sources = createSources({
    store: createSourceStore(db),
    reader: createDocumentReader(),
    assistants,
    fetchPublic: fetchPublic ?? createPublicFetch({ allowLoopback: false }),
    proposeByModel,
    log,
  })
  return {
    routes: createKnowledgeRoutes(sources, assistants),
    largeBodyPaths: [SOURCE_FILES_PATH],
    /** Resolves once all readings that have begun are over. For tests. */
    settled: () => sources.settled(),
    close: () => sources.close(),
  }
}
