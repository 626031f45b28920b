import type { Context } from 'hono'
import type { AppEnv } from './context.ts'
import { createHash } from 'node:crypto'

export interface Media {
  readonly body: Uint8Array<ArrayBuffer>
  readonly mediaType: string
  /** Quoted, as in the header. */
  readonly etag: string
}

/** Sound or video whose bytes are in the file store. */
interface StoredMedia extends Omit<Media, 'body'> {
  readonly byteLength: number
  /** Called only for the bytes that are sent. Undefined if the file is gone. */
  read(range: { start: number; end: number }): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | undefined>
}

/**
 * Responds with sound or video, or with the requested range, because Safari plays nothing that it can't get in ranges.
 * Clients keep the response and revalidate it each time.
 */
export function answerMedia(c: Context<AppEnv>, { body, mediaType, etag }: Media): Response {
  const plan = planAnswer(c, { byteLength: body.byteLength, mediaType, etag })
  if (!plan.range) return c.body(null, plan.status, plan.headers)
  const { start, end } = plan.range
  return c.body(plan.status === 206 ? body.slice(start, end + 1) : body, plan.status, plan.headers)
}

/**
 * As `answerMedia`, but reads only the bytes that are sent, and none if the client has them already. Undefined if the
 * file is gone.
 */
export async function answerStoredMedia(c: Context<AppEnv>, media: StoredMedia): Promise<Response | undefined> {
  const plan = planAnswer(c, media)
  if (!plan.range) return c.body(null, plan.status, plan.headers)
  const bytes = await media.read(plan.range)
  return bytes && c.body(bytes, plan.status, plan.headers)
}

type AnswerPlan = { headers: Record<string, string> } & (
  | { status: 200 | 206; range: { start: number; end: number } }
  /** A response without a body. */
  | { status: 200 | 206 | 304 | 416; range?: undefined }
)

function planAnswer(c: Context<AppEnv>, { byteLength, mediaType, etag }: Omit<StoredMedia, 'read'>): AnswerPlan {
  const headers: Record<string, string> = {
    'Content-Type': mediaType,
    'Cache-Control': 'no-cache',
    'Accept-Ranges': 'bytes',
    ETag: etag,
  }
  if (isHeldByClient(c, etag)) return { status: 304, headers }
  const asked = isRangeOfThis(c, etag) ? parseRange(c.req.header('Range'), byteLength) : undefined
  if (asked === 'unsatisfiable')
    return { status: 416, headers: { ...headers, 'Content-Range': `bytes */${byteLength}` } }
  const range = asked ?? { start: 0, end: byteLength - 1 }
  headers['Content-Length'] = String(range.end - range.start + 1)
  if (asked) headers['Content-Range'] = `bytes ${range.start}-${range.end}/${byteLength}`
  const status = asked ? 206 : 200
  return c.req.method === 'HEAD' || byteLength === 0 ? { status, headers } : { status, headers, range }
}

/** A client that already has a part asks for the rest of that version only (RFC 9110, 13.1.5). */
function isRangeOfThis(c: Context<AppEnv>, etag: string): boolean {
  const condition = c.req.header('If-Range')
  return condition === undefined || condition === etag
}

/**
 * Parses one range of bytes; both ends are included. Multiple ranges, other units and nonsense are ignored, as RFC 9110
 * (14.2) allows: the response is then the whole.
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

/** An entity tag that changes with the bytes, quoted as it stands in the header. */
export function etagOf(bytes: Uint8Array | string): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}

/** Whether the client already has this version. Compressing proxies turn the tag into a weak one. */
export function isHeldByClient(c: Context<AppEnv>, etag: string): boolean {
  const held = c.req.header('If-None-Match') ?? ''
  return held === '*' || held.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
