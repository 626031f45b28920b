import type { KnowledgePair } from '#contract/own-knowledge.ts'
import { answerParent, watchMemory } from '../../../infra/answer-parent.ts'
import { TEXT_MAX_LENGTH, type RawDocument, type ReadDocument } from './document.ts'
import { ReadingError, type ReadingProblem } from './reading-error.ts'

const PAIR_MAX_LENGTH = 5_000

/** The process's only message. */
export type FromReader = { ok: true; document: ReadDocument } | { ok: false; problem: ReadingProblem }

/** The function that reads a kind of document, with the library that it needs. */
async function readerOf(
  kind: RawDocument['kind'],
): Promise<(raw: RawDocument) => ReadDocument | Promise<ReadDocument>> {
  switch (kind) {
    case 'pdf': {
      const { readPdf } = await import('./read-pdf.ts')
      return ({ bytes }) => readPdf(bytes)
    }
    case 'docx': {
      const { readDocx } = await import('./read-docx.ts')
      return ({ bytes }) => readDocx(bytes)
    }
    case 'web': {
      const { readPage } = await import('./page-text.ts')
      return ({ bytes, charset }) => readPage(decoded(bytes, charset ?? declaredCharset(bytes)))
    }
    case 'text':
      return ({ bytes, charset }) => ({ title: '', text: decoded(bytes, charset), pairs: [] })
  }
}

function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 2_048)).toString('latin1')
  return /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i.exec(head)?.[1]
}

function decoded(bytes: Uint8Array, charset: string | undefined): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder(charset ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    // The bytes are not in the declared encoding. In windows-1252, an encoding of older programs, almost every byte is a
    // character.
    return new TextDecoder(charset === undefined ? 'windows-1252' : 'utf-8').decode(bytes)
  }
}

/** Shortens a pair to somewhat more than is ever stored, since the server has to unpack this process's message. */
function shortened({ question, answer: given }: KnowledgePair): KnowledgePair {
  return { question: question.slice(0, PAIR_MAX_LENGTH), answer: given.slice(0, PAIR_MAX_LENGTH) }
}

/** Runs in the process behind `createDocumentReader`: reads one untrusted document. */
async function answer(raw: RawDocument): Promise<FromReader> {
  try {
    const read = await readerOf(raw.kind)
    watchMemory()
    const document = await read(raw)
    const text = document.text.replaceAll('\0', '').toWellFormed().slice(0, TEXT_MAX_LENGTH).trim()
    if (text === '' && document.pairs.length === 0) return { ok: false, problem: 'empty' }
    return { ok: true, document: { ...document, text, pairs: document.pairs.slice(0, 500).map(shortened) } }
  } catch (error) {
    return { ok: false, problem: error instanceof ReadingError ? error.problem : 'broken' }
  }
}

answerParent(answer)
