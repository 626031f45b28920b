import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress'
import { getMimeType } from 'hono/utils/mime'
import { AppError } from '#contract/errors.ts'
import { FALLBACK_PAGE, isScreenPath } from '#contract/screens.ts'
import type { AppEnv } from './context.ts'
import { isHeldByClient } from './media.ts'
import { type FindPageHead, withPageHead, withPublicOrigin } from './page-head.ts'
import { inlineScriptHashes } from './security-headers.ts'

const INDEX = '/index.html'

/** Brotli at its best quality takes a second for one or two megabytes: too long for a large file while a client waits. */
const MAX_BYTES_AT_BEST = 64_000

type Bytes = Uint8Array<ArrayBuffer>

interface StaticFile {
  readonly body: Bytes
  readonly mediaType: string
  readonly etag: string
  readonly cacheControl: string
  /** Compresses the file when it is first asked for, and keeps the result. */
  readonly encode: ((encoding: Encoding) => Promise<Bytes>) | undefined
}

type Encoding = 'br' | 'gzip'

export interface WebPages {
  /** Answers what the API did not: files, prerendered pages, the fallback page for the app's own addresses, else 404. */
  readonly handler: MiddlewareHandler<AppEnv>
  readonly scriptHashes: readonly string[]
}

/**
 * Serves the built site from memory: it has only a few megabytes, and no address can then reach any other file. Undefined
 * if the site has not been built.
 * @param publicUrl the site's public address, which the pages contain
 * @param findHead finds the head of pages that are not known when the site is built
 */
export function loadWebPages(
  clientDir: string,
  publicUrl: string,
  findHead: FindPageHead = async () => undefined,
): WebPages | undefined {
  if (!existsSync(clientDir)) return undefined
  const files = readFiles(clientDir, publicUrl, readCompressed(join(clientDir, '..', 'brotli')))
  const hashes = new Set<string>()
  for (const [path, file] of files) {
    if (path.endsWith('.html'))
      for (const hash of inlineScriptHashes(Buffer.from(file.body).toString())) hashes.add(hash)
  }
  const handler: MiddlewareHandler<AppEnv> = async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
    const path = decodePath(c.req.path)
    // Redirects `/pricing/index.html` to `/pricing`, since the app finds its screen by the address.
    if (path.endsWith(INDEX) && files.has(path)) return c.redirect(path.slice(0, -INDEX.length) || '/', 301)
    const file = files.get(path) ?? files.get(`${path.replace(/\/$/, '')}${INDEX}`)
    if (file) return respond(c, file, 200)
    const fallback = files.get(FALLBACK_PAGE)
    // A missing script or picture must be a 404, because a page in its place would hide the error. Only a navigation gets
    // the page.
    const isFile = extname(path) !== '' && !isScreenPath(path)
    if (!fallback || (isFile && c.req.header('Accept')?.includes('text/html') !== true)) return next()
    if (!isScreenPath(path)) return respond(c, fallback, 404)
    const head = await findHead(path).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not-found') return 'missing' as const
      // The page itself shows the failure.
      c.var.log.error({ err: error }, 'an assistant’s page could not be looked up')
      return undefined
    })
    if (head === 'missing') return respond(c, fallback, 404)
    if (head === undefined) return respond(c, fallback, 200)
    return respond(c, fileOf('.html', Buffer.from(withPageHead(Buffer.from(fallback.body).toString(), head))), 200)
  }
  return { handler, scriptHashes: [...hashes] }
}

async function respond(c: Context<AppEnv>, file: StaticFile, status: 200 | 404): Promise<Response> {
  const encoding = file.encode ? acceptedEncoding(c.req.header('Accept-Encoding')) : undefined
  const etag = encoding ? `"${file.etag}-${encoding}"` : `"${file.etag}"`
  const headers: Record<string, string> = {
    'Content-Type': file.mediaType,
    'Cache-Control': status === 200 ? file.cacheControl : 'no-store',
    ETag: etag,
  }
  if (file.encode) headers['Vary'] = 'Accept-Encoding'
  if (status === 200 && isHeldByClient(c, etag)) return c.body(null, 304, headers)
  if (encoding) headers['Content-Encoding'] = encoding
  const body = encoding && file.encode ? await file.encode(encoding) : file.body
  headers['Content-Length'] = String(body.byteLength)
  if (c.req.method === 'HEAD') return c.body(null, status, headers)
  return c.body(body, status, headers)
}

/** Files that the build has compressed (web/vite/compressed-files.ts), keyed by the hash of their uncompressed content. */
function readCompressed(folder: string): ReadonlyMap<string, Bytes> {
  if (!existsSync(folder)) return new Map()
  return new Map(
    readdirSync(folder).map((name) => [name.replace(/\.br$/, ''), new Uint8Array(readFileSync(join(folder, name)))]),
  )
}

function readFiles(
  clientDir: string,
  publicUrl: string,
  compressed: ReadonlyMap<string, Bytes>,
): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  for (const entry of readdirSync(clientDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const fullPath = join(entry.parentPath, entry.name)
    const path = `/${relative(clientDir, fullPath).split(sep).join('/')}`
    const extension = extname(path)
    const bytes = readFileSync(fullPath)
    const body = new Uint8Array(
      extension === '.html' ? Buffer.from(withPublicOrigin(bytes.toString(), publicUrl)) : bytes,
    )
    // Vite puts a hash of the content into the names below /assets/.
    const cacheControl = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
    files.set(path, { ...fileOf(extension, body, compressed), cacheControl })
  }
  return files
}

function fileOf(extension: string, body: Bytes, compressed: ReadonlyMap<string, Bytes> = new Map()): StaticFile {
  const hash = createHash('sha256').update(body).digest()
  const brotli = compressed.get(hash.toString('hex'))
  const mediaType = getMimeType(extension) ?? 'application/octet-stream'
  const isCompressible = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(mediaType)
  return {
    body,
    mediaType,
    etag: hash.toString('base64url').slice(0, 22),
    cacheControl: 'no-cache',
    encode: isCompressible && body.byteLength > 512 ? encoder(body, brotli) : undefined,
  }
}

function encoder(body: Bytes, brotli: Bytes | undefined): (encoding: Encoding) => Promise<Bytes> {
  const done: Partial<Record<Encoding, Promise<Bytes>>> = brotli ? { br: Promise.resolve(brotli) } : {}
  return (encoding) => (done[encoding] ??= compress(body, encoding))
}

async function compress(body: Bytes, encoding: Encoding): Promise<Bytes> {
  if (encoding === 'gzip') return new Uint8Array(await promisify(gzip)(body, { level: 9 }))
  const quality = body.byteLength > MAX_BYTES_AT_BEST ? 8 : constants.BROTLI_MAX_QUALITY
  return new Uint8Array(
    await promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  )
}

function acceptedEncoding(header: string | undefined): Encoding | undefined {
  const accepted = new Set(
    (header ?? '').split(',').flatMap((part) => {
      const [name = '', quality = ''] = part.trim().split(';')
      return /q=0(\.0*)?$/.test(quality.trim()) ? [] : [name.trim().toLowerCase()]
    }),
  )
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') ? 'gzip' : undefined
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
