import type { KnowledgePair } from '#contract/own-knowledge.ts'

type DocumentKind = 'web' | 'pdf' | 'docx' | 'text'

/** A page or file as fetched or uploaded. */
export interface RawDocument {
  kind: DocumentKind
  bytes: Uint8Array
  /** The character encoding that a server declared for a page or text. */
  charset?: string | undefined
}

/** The content of a document after reading. */
export interface ReadDocument {
  /** The title of a page, or of a file that declares one; otherwise empty. */
  title: string
  language?: string | undefined
  text: string
  /** Questions and answers that the document marks up as such. */
  pairs: KnowledgePair[]
}

/** Text after this many characters is not read. */
export const TEXT_MAX_LENGTH = 200_000

/** The kind of a file by its first bytes, since its name proves nothing. Undefined for any other kind. */
export function kindOf(bytes: Uint8Array): 'pdf' | 'docx' | 'old-word' | 'text' | undefined {
  const head = Buffer.from(bytes.subarray(0, 1_024))
  if (head.includes('%PDF-')) return 'pdf'
  if (head.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]))) return 'docx'
  if (head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) return 'old-word'
  const isWide = head[0] === 0xff && head[1] === 0xfe
  return !isWide && head.includes(0) ? undefined : 'text'
}

/** Whether a file has the name of a PDF or Word file but another content: it is damaged or renamed, so its text is useless. */
export function isMisnamed(name: string, kind: DocumentKind): boolean {
  const extension = /\.(pdf|docx)$/i.exec(name)?.[1]?.toLowerCase()
  return extension !== undefined && extension !== kind
}
