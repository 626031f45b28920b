import mammoth from 'mammoth'
import type { ReadDocument } from './document.ts'
import { readMarkup } from './page-text.ts'
import { ReadingError } from './reading-error.ts'
import { readZip, storedZip } from './zip.ts'

/** Of the parts that are read, inflated. A thousand pages of text take a third of it. */
const MAX_INFLATED_BYTES = 30 * 1024 * 1024

/** Pictures and fonts are left out. @throws {ReadingError} */
export async function readDocx(bytes: Uint8Array): Promise<ReadDocument> {
  const parts = readZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    wanted: (name) => /\.(?:xml|rels)$/i.test(name),
    maxBytes: MAX_INFLATED_BYTES,
  })
  if (!parts.has('word/document.xml')) throw new ReadingError('not-text')
  try {
    // The archive is packed anew from what was checked: another reader might find other parts in the original.
    const { value } = await mammoth.convertToHtml(
      { buffer: storedZip(parts) },
      { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
    )
    return { title: '', ...readMarkup(value) }
  } catch (error) {
    throw error instanceof ReadingError ? error : new ReadingError('broken', error)
  }
}
