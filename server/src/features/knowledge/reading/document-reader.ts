import { createOwnThreads, ThreadError } from '../../../infra/own-thread.ts'
import type { RawDocument, ReadDocument } from './document.ts'
import type { FromReader } from './reader-worker.ts'
import { ReadingError } from './reading-error.ts'

export type DocumentReader = ReturnType<typeof createDocumentReader>

/** Reads untrusted documents, each in a thread of its own with limits on time and memory. */
export function createDocumentReader() {
  const threads = createOwnThreads<FromReader>({
    module: new URL('./reader-worker.ts', import.meta.url),
    timeoutMs: 15_000,
    heapMb: 256,
    threads: 2,
  })

  return {
    /** @param ownerId whose document it is @throws {ReadingError}, or the signal's abort reason */
    async read(document: RawDocument, ownerId: string, signal: AbortSignal): Promise<ReadDocument> {
      const answer = await threads.run(document, ownerId, signal).catch((error: unknown) => {
        throw error instanceof ThreadError ? new ReadingError(error.fault, error) : error
      })
      if (!answer.ok) throw new ReadingError(answer.problem)
      return answer.document
    },
  }
}
