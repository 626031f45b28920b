import type { KnowledgePair } from '#contract/own-knowledge.ts'
import { answerInOwnProcess } from '../../../infra/answer-parent.ts'
import { TEXT_MAX_LENGTH, type RawDocument, type ReadDocument } from './document.ts'
import { ReadingError, type ReadingProblem } from './reading-error.ts'

const PAIR_MAX_LENGTH = 5_000

/** The process's only message. */
export type FromReader = { ok: true; document: ReadDocument } | { ok: false; problem: ReadingProblem }

/** Runs in the process behind `createDocumentReader`: reads one untrusted document with the library for its kind. */
async function read({ kind, bytes, charset }: RawDocument): Promise<ReadDocument> {
  switch (kind) {
    case 'pdf':
      return (await import('./read-pdf.ts')).readPdf(bytes)
    case 'docx':
      return (await import('./read-docx.ts')).readDocx(bytes)
    case 'web':
      return (await import('./page-text.ts')).readPage(decoded(bytes, charset ?? declaredCharset(bytes)))
    case 'text':
      return { title: '', text: decoded(bytes, charset), pairs: [] }
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

async function answer(raw: RawDocument): Promise<FromReader> {
  try {
    const document = await read(raw)
    const text = document.text.replaceAll('\0', '').toWellFormed().slice(0, TEXT_MAX_LENGTH).trim()
    if (text === '' && document.pairs.length === 0) return { ok: false, problem: 'empty' }
    return { ok: true, document: { ...document, text, pairs: document.pairs.slice(0, 500).map(shortened) } }
  } catch (error) {
    return { ok: false, problem: error instanceof ReadingError ? error.problem : 'broken' }
  }
}

answerInOwnProcess(answer)
