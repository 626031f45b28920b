import { parentPort, workerData } from 'node:worker_threads'
import type { KnowledgePair } from '#contract/own-knowledge.ts'
import { TEXT_MAX_LENGTH, type RawDocument, type ReadDocument } from './document.ts'
import { ReadingError, type ReadingProblem } from './reading-error.ts'

const PAIR_MAX_LENGTH = 5_000

/** What the thread says before it goes. */
export type FromReader = { ok: true; document: ReadDocument } | { ok: false; problem: ReadingProblem }

/** The thread behind `createDocumentReader`: it reads one document of strangers, with what its kind needs, and ends. */
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
    // Not what it says it is: in the encoding of older programs every byte is a letter.
    return new TextDecoder(charset === undefined ? 'windows-1252' : 'utf-8').decode(bytes)
  }
}

/** More than is ever kept of one; the server's own thread copies what this one says. */
function shortened({ question, answer: given }: KnowledgePair): KnowledgePair {
  return { question: question.slice(0, PAIR_MAX_LENGTH), answer: given.slice(0, PAIR_MAX_LENGTH) }
}

async function answer(): Promise<FromReader> {
  try {
    const document = await read(workerData as RawDocument)
    const text = document.text.replaceAll('\0', '').toWellFormed().slice(0, TEXT_MAX_LENGTH).trim()
    if (text === '' && document.pairs.length === 0) return { ok: false, problem: 'empty' }
    return { ok: true, document: { ...document, text, pairs: document.pairs.slice(0, 500).map(shortened) } }
  } catch (error) {
    return { ok: false, problem: error instanceof ReadingError ? error.problem : 'broken' }
  }
}

parentPort?.postMessage(await answer())
