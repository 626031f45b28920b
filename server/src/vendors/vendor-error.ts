export type VendorErrorKind =
  | 'key-refused' // the key is unknown, or does not permit the request
  | 'no-credit' // the account has no credit left
  | 'rate-limited' // too many requests at once
  | 'refused' // the vendor does not accept the request
  | 'unreachable' // the connection failed or broke
  | 'failing' // the vendor reports a failure of its own
  | 'timed-out' // the vendor did not answer in time
  | 'unreadable' // the answer does not have the agreed form

interface VendorErrorOptions {
  status?: number | undefined
  /** The vendor's own error code. Dropped unless it is a plain identifier. */
  code?: string | undefined
  retryAfterMs?: number | undefined
  cause?: unknown
}

/**
 * Holds only the status and the code of the vendor's answer: errors are logged, and vendors quote keys and people's words
 * in their messages.
 */
export class VendorError extends Error {
  override readonly name = 'VendorError'
  readonly vendor: string
  readonly kind: VendorErrorKind
  readonly status: number | undefined
  readonly vendorCode: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(vendor: string, kind: VendorErrorKind, options: VendorErrorOptions = {}) {
    const code = options.code !== undefined && /^[a-z][\w.-]{0,63}$/i.test(options.code) ? options.code : undefined
    const facts = [options.status, code].filter((fact) => fact !== undefined).join(' ')
    super(`${vendor}: ${kind}${facts === '' ? '' : ` (${facts})`}`, { cause: options.cause })
    this.vendor = vendor
    this.kind = kind
    this.status = options.status
    this.vendorCode = code
    this.retryAfterMs = options.retryAfterMs
  }
}

/** The kind of failure that an HTTP status usually means; vendors that use a status differently override it. */
export function kindOfStatus(status: number): VendorErrorKind {
  if (status === 401 || status === 403) return 'key-refused'
  if (status === 402) return 'no-credit'
  if (status === 429) return 'rate-limited'
  if (status === 408 || status === 425 || status >= 500) return 'failing'
  return 'refused'
}

/** Reads `Retry-After`, which holds seconds or a date. */
export function retryAfterMsOf(headers: Headers, nowMs: number = Date.now()): number | undefined {
  const value = headers.get('retry-after')?.trim()
  if (!value) return undefined
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1_000
  const atMs = Date.parse(value)
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs)
}
