import type { KnowledgePair } from '#contract/own-knowledge.ts'

export type DocumentKind = 'web' | 'pdf' | 'docx' | 'text'

/** A page or file on its way to be read. */
export interface RawDocument {
  kind: DocumentKind
  bytes: Uint8Array
  /** Of a page's or text's encoding, where the server named one. */
  charset?: string | undefined
}

/** What was read of it. */
export interface ReadDocument {
  /** Of a page, and of a file that names one; empty where there is none. */
  title: string
  language?: string | undefined
  text: string
  /** Questions with answers that the document itself marks as such. */
  pairs: KnowledgePair[]
}

/** Of text, in characters. What comes after is not read. */
export const TEXT_MAX_LENGTH = 200_000

/** The kind of a file, by its first bytes. Undefined where it is none of these. */
export function kindOf(bytes: Uint8Array): 'pdf' | 'docx' | 'old-word' | 'text' | undefined {
  const head = Buffer.from(bytes.subarray(0, 1_024))
  if (head.includes('%PDF-')) return 'pdf'
  if (head.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]))) return 'docx'
  if (head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) return 'old-word'
  const isWide = head[0] === 0xff && head[1] === 0xfe
  return !isWide && head.includes(0) ? undefined : 'text'
}

/** A file that is called a PDF or a Word file and is something else was damaged, or renamed: its text is nothing to read out. */
export function isMisnamed(name: string, kind: DocumentKind): boolean {
  const extension = /\.(pdf|docx)$/i.exec(name)?.[1]?.toLowerCase()
  return extension !== undefined && extension !== kind
}
