import { readKnowledgeCsv, type ReadCsv } from '#contract/own-knowledge-csv.ts'
import type { KnowledgePair } from '#contract/own-knowledge.ts'

const MAX_BYTES = 1024 * 1024

/** Reads a CSV file of questions and answers. */
export async function readCsvFile(file: Blob, known: readonly KnowledgePair[]): Promise<ReadCsv> {
  if (file.size > MAX_BYTES) return refused('The file is larger than 1 MB. Save only the questions and answers.')
  const text = decode(new Uint8Array(await file.arrayBuffer()))
  return text === null
    ? refused('That is not a CSV file. In your spreadsheet, choose “Save as” or “Download”, then CSV.')
    : readKnowledgeCsv(text, known)
}

function refused(message: string): ReadCsv {
  return { pairs: [], problems: [{ line: 1, message }] }
}

/**
 * Spreadsheets save as UTF-8, older ones on Windows as Windows-1252. Null when the file is not text, such as a
 * workbook.
 */
function decode(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
