import type { Context } from 'hono'
import type { AppEnv } from './context.ts'
import { isHeldByClient } from './etag.ts'

export interface Media {
  readonly body: Uint8Array<ArrayBuffer>
  readonly mediaType: string
  /** Quoted, as it stands in the header. */
  readonly etag: string
}

/**
 * Answers with sound or video, or the part of it that is asked for: Safari plays nothing that it can't get in ranges.
 * Clients keep it, and ask each time whether it is still the same.
 */
export function answerMedia(c: Context<AppEnv>, { body, mediaType, etag }: Media): Response {
  const headers: Record<string, string> = {
    'Content-Type': mediaType,
    'Cache-Control': 'no-cache',
    'Accept-Ranges': 'bytes',
    ETag: etag,
  }
  if (isHeldByClient(c, etag)) return c.body(null, 304, headers)
  const range = isRangeOfThis(c, etag) ? parseRange(c.req.header('Range'), body.byteLength) : undefined
  if (range === 'unsatisfiable') return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${body.byteLength}` })
  const { start, end } = range ?? { start: 0, end: body.byteLength - 1 }
  headers['Content-Length'] = String(end - start + 1)
  if (range) headers['Content-Range'] = `bytes ${start}-${end}/${body.byteLength}`
  if (c.req.method === 'HEAD') return c.body(null, range ? 206 : 200, headers)
  return range ? c.body(body.slice(start, end + 1), 206, headers) : c.body(body, 200, headers)
}

/** A client that holds a part asks for the rest of that version only (RFC 9110, 13.1.5). */
function isRangeOfThis(c: Context<AppEnv>, etag: string): boolean {
  const condition = c.req.header('If-Range')
  return condition === undefined || condition === etag
}

/**
 * One range of bytes, both ends included. Several at once, other units and nonsense are ignored, as RFC 9110 (14.2)
 * allows: the answer is then the whole.
 */
export function parseRange(
  header: string | undefined,
  length: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (from === '') {
    const last = Math.min(Number(to), length)
    return last === 0 ? 'unsatisfiable' : { start: length - last, end: length - 1 }
  }
  const start = Number(from)
  const end = to === '' ? length - 1 : Math.min(Number(to), length - 1)
  if (to !== '' && Number(to) < start) return undefined
  return start >= length ? 'unsatisfiable' : { start, end }
}
