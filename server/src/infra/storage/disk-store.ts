import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { glob, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ReadableStream as NodeStream } from 'node:stream/web'
import { codeOf } from '../error-facts.ts'
import { checkedKey, type FileStore } from './file-store.ts'

/** Stores files below one folder. Writes are atomic: a file exists completely or not at all. */
export function createDiskStore(folder: string): FileStore {
  const pathOf = (key: string): string => join(folder, checkedKey(key))

  return {
    async put(key, bytes) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const draft = `${path}.${randomUUID()}.draft`
      try {
        const file = await open(draft, 'wx', 0o600)
        try {
          await file.writeFile(bytes)
          // Without this, a power cut after the rename could leave an empty file under the name.
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    get: (key) => unlessMissing(async () => new Uint8Array(await readFile(pathOf(key)))),
    async stream(key, { start, end }) {
      const path = pathOf(key)
      if (!(await unlessMissing(() => stat(path)))) return undefined
      // The same class as the global one, whose type lacks `from`.
      return NodeStream.from(partOf(path, start, end)) as ReadableStream<Uint8Array<ArrayBuffer>>
    },
    async clearDrafts(before) {
      // Deleted one at a time, since the folder may hold very many files.
      for await (const path of glob('**/*.draft', { cwd: folder })) {
        const draft = join(folder, path)
        const { mtimeMs } = await stat(draft).catch(() => ({ mtimeMs: Infinity }))
        if (mtimeMs < before.getTime()) await rm(draft, { force: true })
      }
    },
    async delete(key) {
      await rm(pathOf(key), { force: true })
    },
  }
}

/** Opens the file on the first read, so that a body that is never read, as for a HEAD request, leaves no file open. */
async function* partOf(path: string, start: number, end: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  yield* createReadStream(path, { start, end })
}

async function unlessMissing<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await read()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
