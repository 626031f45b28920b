import mammoth from 'mammoth'
import type { ReadDocument } from './document.ts'
import { readMarkup } from './page-text.ts'
import { ReadingError } from './reading-error.ts'
import { readZip } from './zip.ts'

/** Limit on the inflated parts that are read. A thousand pages of text take a third of this. */
const MAX_INFLATED_BYTES = 30 * 1024 * 1024

/** Reads the text, without pictures and fonts. @throws {ReadingError} */
export async function readDocx(bytes: Uint8Array): Promise<ReadDocument> {
  const parts = readZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    wanted: (name) => /\.(?:xml|rels)$/i.test(name),
    maxBytes: MAX_INFLATED_BYTES,
  })
  if (!parts.has('word/document.xml')) throw new ReadingError('not-text')
  try {
    // Given the original archive, mammoth's own ZIP reader might find other parts in it than those that were checked. Its
    // types leave out that it takes an opened archive.
    const file = {
      exists: (name: string) => parts.has(name),
      read: async (name: string, encoding?: string) =>
        encoding === undefined ? parts.get(name) : new TextDecoder(encoding).decode(parts.get(name)),
    }
    const { value } = await mammoth.convertToHtml({ file } as never, {
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      externalFileAccess: false,
    })
    return { title: '', ...readMarkup(value) }
  } catch (error) {
    throw error instanceof ReadingError ? error : new ReadingError('broken', error)
  }
}
