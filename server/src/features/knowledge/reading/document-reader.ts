import { ProcessError } from '../../../infra/child-process.ts'
import { createOwnProcesses } from '../../../infra/own-process.ts'
import type { RawDocument, ReadDocument } from './document.ts'
import type { FromReader } from './reader-process.ts'
import { ReadingError } from './reading-error.ts'

export type DocumentReader = ReturnType<typeof createDocumentReader>

/** Reads untrusted documents, each in a process of its own with limits on time and memory. */
export function createDocumentReader() {
  const processes = createOwnProcesses<FromReader>({
    module: new URL('./reader-process.ts', import.meta.url),
    timeoutMs: 15_000,
    heapMb: 256,
    processes: 2,
  })

  return {
    /** @param ownerId whose document it is @throws {ReadingError}, or the signal's abort reason */
    async read(document: RawDocument, ownerId: string, signal: AbortSignal): Promise<ReadDocument> {
      const answer = await processes.run(document, ownerId, signal).catch((error: unknown) => {
        throw error instanceof ProcessError ? new ReadingError(error.fault, error) : error
      })
      if (!answer.ok) throw new ReadingError(answer.problem)
      return answer.document
    },
  }
}
