import { z } from '@hono/zod-openapi'
import { CSV_BYTE_ORDER_MARK, csvLine, type CsvValue } from '#contract/csv.ts'

/** Describes an answer that is a CSV file. */
export function csv(description: string) {
  return { description, content: { 'text/csv': { schema: z.string() } } }
}

export function csvHeaders(fileName: string) {
  return {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${fileName}"`,
  }
}

/**
 * Writes a list as CSV. Reads the next page only when the client has taken the previous one, so that a list of any length
 * takes no more memory than a page.
 * @param readPage reads the page at a cursor, or the first page; its `next` is null on the last page
 */
export function csvStream(
  columns: readonly string[],
  readPage: (cursor: string | undefined) => Promise<{ rows: readonly (readonly CsvValue[])[]; next: string | null }>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let cursor: string | undefined
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(CSV_BYTE_ORDER_MARK + csvLine(columns)))
    },
    async pull(controller) {
      const { rows, next } = await readPage(cursor)
      if (rows.length > 0) controller.enqueue(encoder.encode(rows.map(csvLine).join('')))
      if (next === null) controller.close()
      else cursor = next
    },
  })
}
