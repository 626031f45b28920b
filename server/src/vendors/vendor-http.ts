import type { z } from 'zod'
import { parseJson } from '../infra/json.ts'
import { kindOfStatus, retryAfterMsOf, VendorError, type VendorErrorKind } from './vendor-error.ts'

/** The longest waits for a vendor. Time in which the reader itself has paused does not count. */
interface VendorPatience {
  /** From the request until the first byte of the answer's body. */
  firstByteMs: number
  /** Between two pieces of the body. */
  betweenMs: number
  /** The sum of all waits. */
  wholeMs: number
}

export interface VendorCall {
  /** The vendor's name, for errors. */
  vendor: string
  url: string
  headers: Record<string, string>
  method?: 'GET' | 'POST' | 'DELETE' | 'PATCH'
  json?: unknown
  form?: FormData | undefined
  patience: VendorPatience
  signal?: AbortSignal | undefined
  /** Replaces the network in tests. */
  fetch?: typeof fetch | undefined
  /** Reads the vendor's own error body; fields that it leaves out are derived from the status. */
  readRefusal?: (status: number, body: unknown) => VendorRefusal
}

export interface VendorRefusal {
  kind?: VendorErrorKind | undefined
  code?: string | undefined
}

export interface VendorReply {
  headers: Headers
  /** In lower case, without parameters. */
  contentType: string
  /**
   * The caller must read this to its end or stop its iteration, which closes the connection.
   * @throws {VendorError} or the signal's reason
   */
  bytes: AsyncIterable<Uint8Array>
}

const REFUSAL_BYTES = 16_384

/**
 * Sends one request to a vendor's server, with a limit on every wait.
 * @throws {VendorError} for every failure of the vendor; the signal's reason once it is aborted
 */
export async function callVendor(call: VendorCall): Promise<VendorReply> {
  const { vendor, signal, patience } = call
  const abort = new AbortController()
  let waitedMs = 0

  /** Waits for one step of the vendor, at most `limitMs` and at most for the rest of the total limit. */
  async function wait<Result>(limitMs: number, thing: () => Promise<Result>): Promise<Result> {
    const startedAtMs = performance.now()
    const timer = setTimeout(
      () => abort.abort(new VendorError(vendor, 'timed-out')),
      Math.max(0, Math.min(limitMs, patience.wholeMs - waitedMs)),
    )
    try {
      return await thing()
    } catch (error) {
      signal?.throwIfAborted()
      const reason: unknown = abort.signal.reason
      throw reason instanceof VendorError
        ? reason
        : new VendorError(vendor, 'unreachable', { cause: plainCause(error) })
    } finally {
      clearTimeout(timer)
      waitedMs += performance.now() - startedAtMs
    }
  }

  async function* read(response: Response): AsyncGenerator<Uint8Array> {
    const reader = response.body?.getReader()
    try {
      if (!reader) return
      for (let isFirst = true; ; isFirst = false) {
        const limitMs = isFirst ? patience.firstByteMs - waitedMs : patience.betweenMs
        const { done, value } = await wait(limitMs, () => reader.read())
        if (done) return
        yield value
      }
    } finally {
      abort.abort()
    }
  }

  try {
    const sent = await encoded(call)
    const response = await wait(patience.firstByteMs, () =>
      // Following a redirect would send the key to another server.
      (call.fetch ?? fetch)(call.url, {
        method: call.method ?? 'POST',
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, abort.signal]) : abort.signal,
        ...sent,
      }),
    )
    const contentType = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
    if (response.ok) return { headers: response.headers, contentType, bytes: read(response) }
    const { status, headers } = response
    const body = parseJson(await readText(read(response), REFUSAL_BYTES).catch(() => ''))
    const own = call.readRefusal?.(status, body)
    throw new VendorError(vendor, own?.kind ?? kindOfStatus(status), {
      status,
      code: own?.code,
      retryAfterMs: retryAfterMsOf(headers),
    })
  } catch (error) {
    abort.abort()
    throw error
  }
}

/** A form is encoded before sending: Node crashes the process if a form is aborted while it is being sent. */
async function encoded({ headers, json, form }: VendorCall): Promise<Pick<RequestInit, 'headers' | 'body'>> {
  if (json !== undefined) {
    return { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(json) }
  }
  if (!form) return { headers }
  const whole = new Response(form)
  const contentType = whole.headers.get('content-type') ?? ''
  return { headers: { ...headers, 'Content-Type': contentType }, body: new Uint8Array(await whole.arrayBuffer()) }
}

/** The text, cut off after about `maxBytes`. */
export async function readText(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for await (const part of bytes) {
    text += decoder.decode(part, { stream: true })
    length += part.length
    if (length >= maxBytes) break
  }
  return text
}

/** @throws {VendorError} `unreadable` if the answer does not match the schema */
export async function readJson<Answer>(
  vendor: string,
  schema: z.ZodType<Answer>,
  { bytes }: Pick<VendorReply, 'bytes'>,
  maxBytes: number,
): Promise<Answer> {
  const answer = schema.safeParse(parseJson(await readText(bytes, maxBytes)))
  if (!answer.success) throw new VendorError(vendor, 'unreadable', { cause: answer.error })
  return answer.data
}

/** Keeps only the code of a connection error: its message can contain the address and a key in it. */
function plainCause(error: unknown): Error {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'the connection broke'
  return new Error(code)
}
