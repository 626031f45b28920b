import { z } from 'zod'
import { VendorError, type VendorErrorKind } from './vendor-error.ts'
import { callVendor, parsed, readText, type VendorCall, type VendorReply } from './vendor-http.ts'

export const OPENAI_BASE_URL = 'https://api.openai.com/v1'

/** Any server that speaks OpenAI's HTTP API, and what one part of a call asks of it. */
export interface OpenAiEndpoint {
  /** With its version: `http://localhost:11434/v1`. */
  baseUrl: string
  apiKey?: string | undefined
  /** Undefined: the first one that the server lists. */
  model?: string | undefined
  /** For the first sign of an answer. */
  timeoutMs: number
}

const WHOLE_MS = 60_000
const MODELS_BYTES = 1_000_000
const NAME = 'openai'

const errorBody = z.union([
  z.object({ error: z.object({ code: z.string().nullish(), type: z.string().nullish() }) }),
  // Ollama's early form.
  z.object({ error: z.string() }),
])

export type OpenAiCall = Pick<VendorCall, 'method' | 'signal'> & { json?: unknown; form?: FormData }

/** @throws {VendorError} */
export function callOpenAi(endpoint: OpenAiEndpoint, path: string, call: OpenAiCall): Promise<VendorReply> {
  const { json, form, ...rest } = call
  const body = json === undefined ? form : JSON.stringify(json)
  return callVendor({
    vendor: NAME,
    url: `${endpoint.baseUrl.replace(/\/+$/, '')}${path}`,
    headers: {
      ...(endpoint.apiKey ? { Authorization: `Bearer ${endpoint.apiKey}` } : {}),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    patience: { firstByteMs: endpoint.timeoutMs, betweenMs: endpoint.timeoutMs, wholeMs: WHOLE_MS },
    readRefusal,
    ...rest,
    ...(body === undefined ? {} : { body }),
  })
}

export function unreadable(): VendorError {
  return new VendorError(NAME, 'unreadable')
}

/** A stream that stopped in the middle, though the connection ended in order. */
export function brokenOff(): VendorError {
  return new VendorError(NAME, 'unreachable', { code: 'broken-off' })
}

/** An error that comes as a part of a stream, where the status was good already. */
export function failedMidway(body: unknown): VendorError {
  const { code } = readRefusal(0, body)
  return new VendorError(NAME, 'failing', { code })
}

/** Whether the server answers and takes the key. A server without a list of models counts as good. @throws {VendorError} */
export async function checkOpenAi(endpoint: OpenAiEndpoint): Promise<void> {
  try {
    const { bytes } = await callOpenAi(endpoint, '/models', { method: 'GET' })
    await readText(bytes, MODELS_BYTES)
  } catch (error) {
    if (!(error instanceof VendorError && error.kind === 'refused')) throw error
  }
}

/** Looks the model up once where none is named; a failed lookup is tried again at the next use. */
export function modelOf(endpoint: OpenAiEndpoint): (signal?: AbortSignal) => Promise<string> {
  let found: string | undefined
  return async (signal) => {
    found ??= endpoint.model ?? (await firstModel(endpoint, signal))
    return found
  }
}

async function firstModel(endpoint: OpenAiEndpoint, signal: AbortSignal | undefined): Promise<string> {
  const reply = await callOpenAi(endpoint, '/models', { method: 'GET', signal })
  const list = z
    .object({ data: z.array(z.object({ id: z.string() })).min(1) })
    .safeParse(parsed(await readText(reply.bytes, MODELS_BYTES)))
  const [first] = list.data?.data ?? []
  if (!first) throw new VendorError(NAME, 'refused', { code: 'no-model' })
  return first.id
}

function readRefusal(_status: number, body: unknown): { kind?: VendorErrorKind; code?: string | undefined } {
  const { error } = errorBody.safeParse(body).data ?? {}
  const code = typeof error === 'object' ? (error.code ?? error.type ?? undefined) : undefined
  // OpenAI says 429 for an empty account too, and waiting does not fill it.
  return code === 'insufficient_quota' ? { kind: 'no-credit', code } : { code }
}
