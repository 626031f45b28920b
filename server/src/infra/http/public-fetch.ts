import { lookup as lookUp, Resolver } from 'node:dns/promises'
import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { PassThrough, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { callbackify } from 'node:util'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import ipaddr from 'ipaddr.js'
import { codeOf } from '../error-facts.ts'

/** Why an address from an untrusted person was not fetched, in words for that person. */
export const PUBLIC_FETCH_PROBLEMS = {
  'not-web': 'That is not a web address that can be fetched. It must begin with https:// or http://.',
  'not-public': 'That address is not open to the public internet.',
  port: 'That address names a port that is not allowed. Web addresses without a port work.',
  'no-name': 'There is no server with that name. Check the address.',
  'name-silent': 'The name in that address could not be looked up. Check it, and try again later.',
  unreachable: 'The server at that address could not be reached.',
  'timed-out': 'The server at that address took too long.',
  'too-large': 'The answer from that address is too large.',
  redirected: 'That address redirects too often, or to an address that is not allowed. Enter the final address.',
  broken: 'The answer from that address could not be read.',
} as const
type PublicFetchProblem = keyof typeof PUBLIC_FETCH_PROBLEMS

export class PublicFetchError extends Error {
  readonly problem: PublicFetchProblem

  constructor(problem: PublicFetchProblem, cause?: unknown) {
    super(PUBLIC_FETCH_PROBLEMS[problem], { cause })
    this.name = 'PublicFetchError'
    this.problem = problem
  }
}

export interface PublicRequest {
  url: string
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string
  /** For the whole exchange: DNS, connecting, redirects, and the last byte of the body. */
  timeoutMs: number
  /** Limits the body of the response, after decompression. */
  maxBytes: number
  /** Whether a longer body fails the request or is cut at the limit. */
  whenLonger?: 'fail' | 'cut'
  /** Only GET requests follow redirects; each new address is checked like the first one. */
  maxRedirects?: number
  signal?: AbortSignal | undefined
}

export interface PublicAnswer {
  /** The final address, after redirects. */
  url: string
  /** Any status except a redirect that was followed. */
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** @throws {PublicFetchError}, or the abort reason of the request's signal */
export type PublicFetch = (request: PublicRequest) => Promise<PublicAnswer>

export interface PublicFetchOptions {
  /** Lets requests reach this machine, on any port. For development and tests. */
  allowLoopback: boolean
  /** Replaces DNS in tests. */
  resolve?: (hostname: string) => Promise<{ address: string; family: number }[]>
}

const LOCAL_NAME = /^(?:.+\.)?localhost$/i
/** For all attempts at all name servers. Shorter than the callers' limits, so that they can report what went wrong. */
const NAME_TIMEOUT_MS = 4_000
const NO_SUCH_NAME = ['ENOTFOUND', 'ENODATA', 'EBADNAME']

/**
 * Asks the name servers directly. The operating system's look-up would occupy one of libuv's four threads, which files
 * and compression need too, so a few names whose servers never answer could stall the whole server.
 */
export function createNameLookup({
  timeoutMs = NAME_TIMEOUT_MS,
  servers,
}: { timeoutMs?: number; servers?: string[] } = {}) {
  return async (hostname: string): Promise<{ address: string; family: number }[]> => {
    if (LOCAL_NAME.test(hostname)) return lookUp(hostname, { all: true })
    const resolver = new Resolver()
    if (servers) resolver.setServers(servers)
    const timer = setTimeout(() => resolver.cancel(), timeoutMs)
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    clearTimeout(timer)
    const found = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ]
    if (found.length > 0) return found
    const reason: unknown = four.status === 'rejected' ? four.reason : undefined
    throw new PublicFetchError(NO_SUCH_NAME.includes(codeOf(reason)) ? 'no-name' : 'name-silent', reason)
  }
}

const ALLOWED_PORTS = [80, 443]

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * The only way to fetch addresses from untrusted people. A name is resolved once for each connection, and the connection
 * goes to the checked addresses. Since the name is not resolved again, DNS rebinding has no effect.
 */
export function createPublicFetch({ allowLoopback, ...given }: PublicFetchOptions): PublicFetch {
  const resolveName = given.resolve ?? createNameLookup()

  /** @throws {PublicFetchError} */
  function checkAddress(address: string, port: number): void {
    const kind = addressKind(address)
    if (kind === 'loopback' && allowLoopback) return
    if (kind !== 'public') throw new PublicFetchError('not-public')
    if (!ALLOWED_PORTS.includes(port)) throw new PublicFetchError('port')
  }

  /** Returns all addresses of the name, since Node's connections try each of them by default. */
  function lookupFor(port: number): LookupFunction {
    const checked = async (hostname: string, _options: unknown) => {
      const found = await resolveName(hostname)
      for (const { address } of found) checkAddress(address, port)
      return found
    }
    return callbackify(checked)
  }

  function open(url: URL, { method = 'GET', headers, body }: PublicRequest, signal: AbortSignal) {
    const isTls = url.protocol === 'https:'
    const port = Number(url.port) || (isTls ? 443 : 80)
    const hostname = url.hostname.replace(/^\[|\]$/g, '')
    // Node resolves no literal address, so it is checked here. URL has normalised decimal, octal and hexadecimal forms.
    if (ipaddr.isValid(hostname)) checkAddress(hostname, port)
    const bytes = body === undefined ? undefined : Buffer.from(body)
    const options: RequestOptions = {
      method,
      // No keep-alive, so that no connection is reused for another name.
      agent: false,
      signal,
      lookup: lookupFor(port),
      headers: {
        'User-Agent': 'Voxhall',
        'Accept-Encoding': 'gzip, deflate, br',
        ...headers,
        ...(bytes && { 'Content-Length': String(bytes.length) }),
      },
    }
    return new Promise<IncomingMessage>((resolve, reject) => {
      const request = (isTls ? requestHttps : requestHttp)(url, options, resolve)
      request.on('error', reject)
      request.end(bytes)
    })
  }

  async function follow(request: PublicRequest, signal: AbortSignal): Promise<PublicAnswer> {
    let url = webAddress(request.url)
    for (let redirectsLeft = request.maxRedirects ?? 0; ; redirectsLeft -= 1) {
      const message = await open(url, request, signal)
      try {
        const status = message.statusCode ?? 0
        if (!REDIRECTS.has(status)) {
          return { url: url.href, status, headers: message.headers, body: await readBody(message, request, signal) }
        }
        const next = URL.parse(message.headers.location ?? '', url.href)
        if (redirectsLeft <= 0 || request.method === 'POST' || !next) throw new PublicFetchError('redirected')
        url = webAddress(next.href)
      } finally {
        message.destroy()
      }
    }
  }

  return async (request) => {
    const timeout = AbortSignal.timeout(request.timeoutMs)
    const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout
    try {
      return await follow(request, signal)
    } catch (error) {
      request.signal?.throwIfAborted()
      if (timeout.aborted) throw new PublicFetchError('timed-out', error)
      throw error instanceof PublicFetchError ? error : new PublicFetchError('unreachable', error)
    }
  }
}

/** Of all IPv6 addresses, only these are given out for the public internet (RFC 4291, section 2.4). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')
/** Looks public, but answers every virtual machine at Azure with facts about that machine. */
const AZURE_HOST = '168.63.129.16'

/** What an IPv4 or IPv6 address is. An IPv4-mapped IPv6 address is what its IPv4 address is. */
export function addressKind(address: string): 'public' | 'loopback' | 'other' {
  if (!ipaddr.isValid(address)) return 'other'
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  if (range === 'loopback') return 'loopback'
  const isGlobal = parsed instanceof ipaddr.IPv6 ? parsed.match(GLOBAL_IPV6) : parsed.toString() !== AZURE_HOST
  return range === 'unicast' && isGlobal ? 'public' : 'other'
}

/** @throws {PublicFetchError} */
function webAddress(text: string): URL {
  const url = URL.parse(text)
  const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
  // Credentials in the address would be sent to its server and shown wherever the address is shown.
  if (!isWeb || url.username !== '' || url.password !== '') throw new PublicFetchError('not-web')
  return url
}

const DECOMPRESSORS = new Map<string, () => Transform>([
  ['', () => new PassThrough()],
  ['identity', () => new PassThrough()],
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

function decompressor(encoding: string | undefined): Transform {
  const create = DECOMPRESSORS.get(encoding?.trim().toLowerCase() ?? '')
  if (!create) throw new PublicFetchError('broken')
  return create()
}

async function readBody(
  message: IncomingMessage,
  { maxBytes, whenLonger = 'fail' }: PublicRequest,
  signal: AbortSignal,
): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  let isCut = false
  const collect = async (bytes: AsyncIterable<Buffer>) => {
    for await (const part of bytes) {
      length += part.length
      parts.push(part)
      if (length <= maxBytes) continue
      if (whenLonger === 'fail') throw new PublicFetchError('too-large')
      isCut = true
      return
    }
  }
  try {
    await pipeline(message, decompressor(message.headers['content-encoding']), collect, { signal })
  } catch (error) {
    if (!isCut) throw error instanceof PublicFetchError ? error : new PublicFetchError('broken', error)
  }
  return Buffer.concat(parts).subarray(0, maxBytes)
}
