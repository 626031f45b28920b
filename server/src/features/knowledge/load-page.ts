import type { PublicAnswer, PublicFetch } from '../../infra/http/public-fetch.ts'
import { kindOf, type RawDocument } from './reading/document.ts'
import { ReadingError } from './reading/reading-error.ts'

const MAX_BYTES = 2 * 1024 * 1024
const TIMEOUT_MS = 10_000
const MAX_REDIRECTS = 5

/** Fetches a public page or PDF. @throws {PublicFetchError | ReadingError}, or the signal's abort reason */
export async function loadPage(fetchPublic: PublicFetch, url: string, signal: AbortSignal): Promise<RawDocument> {
  const answer = await fetchPublic({
    url,
    headers: { Accept: 'text/html,application/xhtml+xml,text/plain,application/pdf;q=0.9' },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    maxRedirects: MAX_REDIRECTS,
    signal,
  })
  refuseFailed(answer)
  return documentOf(answer)
}

function refuseFailed({ status }: PublicAnswer): void {
  if (status >= 200 && status < 300) return
  if (status >= 500) throw new ReadingError('server-failed')
  throw new ReadingError([401, 403, 407, 429, 451].includes(status) ? 'closed' : 'not-found')
}

function documentOf({ headers, body: bytes }: PublicAnswer): RawDocument {
  const [mediaType = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const type = mediaType.trim()
  const charset = /charset\s*=\s*"?([\w-]+)/.exec(parameters.join(';'))?.[1]
  const kind = kindOf(bytes)
  if (kind === 'pdf') return { kind, bytes }
  if (kind !== 'text') throw new ReadingError('not-text')
  const isMarkup = type === '' && /^\s*</.test(bytes.toString('latin1', 0, 200))
  if (type === 'text/html' || type === 'application/xhtml+xml' || isMarkup) return { kind: 'web', bytes, charset }
  if (type === '' || type === 'text/plain' || type === 'text/markdown') return { kind: 'text', bytes, charset }
  throw new ReadingError('not-text')
}
