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
  assistants: Pick<Assistants, 'owned' | 'knowledgeOf' | 'addKnowledge'>
  /** Replaces the one that reaches public addresses only, for tests. */
  fetchPublic?: PublicFetch | undefined
  proposeByModel?: PairProposer | undefined
  log: Logger
}

/** Knowledge from what is there: pages and files are read, and propose answers that the owner takes over or not. */
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
    routes: createKnowledgeRoutes({ sources, assistants }),
    largeBodyPaths: [SOURCE_FILES_PATH],
    /** Resolves once all readings that began have ended, for tests. */
    settled: () => sources.settled(),
    close: () => sources.close(),
  }
}
