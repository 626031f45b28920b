import { z } from 'zod'
import type { VendorErrorKind } from './vendor-error.ts'
import { callVendor, type VendorCall, type VendorRefusal, type VendorReply } from './vendor-http.ts'

export const ELEVENLABS_BASE_URL = 'https://api.elevenlabs.io'

export interface ElevenLabsEndpoint {
  /** Without the API version: `https://api.eu.residency.elevenlabs.io`. */
  baseUrl: string
  apiKey: string
  timeoutMs: number
}

const WHOLE_MS = 60_000
export const ELEVENLABS = 'elevenlabs'

/**
 * ElevenLabs has three forms of `detail`: an object with `code` or, formerly, `status`; a list from its web framework;
 * and plain text.
 */
const refusalSchema = z.object({ detail: z.object({ code: z.string().nullish(), status: z.string().nullish() }) })

const KINDS: Readonly<Record<string, VendorErrorKind>> = {
  // Sent with status 401, as if the key were wrong.
  quota_exceeded: 'no-credit',
  insufficient_credits: 'no-credit',
  // The key or its plan does not allow the request.
  only_for_creator: 'key-refused',
  subscription_required: 'key-refused',
  too_many_concurrent_requests: 'rate-limited',
  system_busy: 'rate-limited',
}

type ElevenLabsCall = Pick<VendorCall, 'method' | 'json' | 'signal'>

/** @throws {VendorError} */
export function callElevenLabs(endpoint: ElevenLabsEndpoint, path: string, call: ElevenLabsCall): Promise<VendorReply> {
  return callVendor({
    vendor: ELEVENLABS,
    url: `${endpoint.baseUrl.replace(/\/+$/, '')}${path}`,
    headers: { 'xi-api-key': endpoint.apiKey },
    patience: { firstByteMs: endpoint.timeoutMs, betweenMs: endpoint.timeoutMs, wholeMs: WHOLE_MS },
    readRefusal,
    ...call,
  })
}

function readRefusal(_status: number, body: unknown): VendorRefusal {
  const detail = refusalSchema.safeParse(body).data?.detail
  const code = detail?.code ?? detail?.status ?? undefined
  return { code, kind: code === undefined ? undefined : KINDS[code] }
}
