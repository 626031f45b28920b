import { z } from 'zod'
import { parseJson } from '../infra/json.ts'
import { readEvents } from './event-stream.ts'
import { VendorError } from './vendor-error.ts'
import { callVendor, readText, type VendorCall, type VendorRefusal, type VendorReply } from './vendor-http.ts'

export const OPENAI_BASE_URL = 'https://api.openai.com/v1'

/** A server with OpenAI's HTTP API, and the settings for one part of a call. */
export interface OpenAiEndpoint {
  /** With the API version: `http://localhost:11434/v1`. */
  baseUrl: string
  apiKey?: string | undefined
  /** If undefined, the first model that the server lists. */
  model?: string | undefined
  /** Limit for the first byte of an answer, and for the pause between two pieces of it. */
  timeoutMs: number
}

const WHOLE_MS = 60_000
const MODELS_BYTES = 1_000_000
export const OPENAI = 'openai'

const errorBody = z.union([
  z.object({ error: z.object({ code: z.string().nullish(), type: z.string().nullish() }) }),
  // Early versions of Ollama sent this form.
  z.object({ error: z.string() }),
])

type OpenAiCall = Pick<VendorCall, 'method' | 'signal' | 'json' | 'form'>

/** @throws {VendorError} */
export function callOpenAi(endpoint: OpenAiEndpoint, path: string, call: OpenAiCall): Promise<VendorReply> {
  return callVendor({
    vendor: OPENAI,
    url: `${endpoint.baseUrl.replace(/\/+$/, '')}${path}`,
    headers: endpoint.apiKey ? { Authorization: `Bearer ${endpoint.apiKey}` } : {},
    patience: { firstByteMs: endpoint.timeoutMs, betweenMs: endpoint.timeoutMs, wholeMs: WHOLE_MS },
    readRefusal,
    ...call,
  })
}

export function unreadable(): VendorError {
  return new VendorError(OPENAI, 'unreadable')
}

/** A stream that stopped in the middle, although the connection was closed properly. */
export function brokenOff(): VendorError {
  return new VendorError(OPENAI, 'unreachable', { code: 'broken-off' })
}

/**
 * The chunks of a streamed answer; null for the mark with which most servers end a stream.
 * @throws {VendorError}
 */
export async function* readChunks<Chunk>(
  { bytes }: VendorReply,
  schema: z.ZodType<Chunk>,
): AsyncGenerator<Chunk | null> {
  for await (const event of readEvents(OPENAI, bytes)) {
    if (event.trim() === '[DONE]') return yield null
    const body = parseJson(event)
    // An error within a stream comes after a successful HTTP status.
    if (typeof body === 'object' && body !== null && 'error' in body && body.error) {
      throw new VendorError(OPENAI, 'failing', { code: readRefusal(0, body).code })
    }
    const chunk = schema.safeParse(body)
    if (!chunk.success) throw unreadable()
    yield chunk.data
  }
}

/**
 * Checks that the server answers and accepts the key. A server without a list of models passes.
 * @throws {VendorError}
 */
export async function checkOpenAi(endpoint: OpenAiEndpoint): Promise<void> {
  try {
    const { bytes } = await callOpenAi(endpoint, '/models', { method: 'GET' })
    await readText(bytes, MODELS_BYTES)
  } catch (error) {
    if (!(error instanceof VendorError && error.kind === 'refused')) throw error
  }
}

/** If no model is configured, looks it up once; a failed lookup is repeated at the next use. */
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
    .safeParse(parseJson(await readText(reply.bytes, MODELS_BYTES)))
  const [first] = list.data?.data ?? []
  if (!first) throw new VendorError(OPENAI, 'refused', { code: 'no-model' })
  return first.id
}

function readRefusal(_status: number, body: unknown): VendorRefusal {
  const { error } = errorBody.safeParse(body).data ?? {}
  const code = typeof error === 'object' ? (error.code ?? error.type ?? undefined) : undefined
  // OpenAI also sends 429 for an account without credit, where waiting does not help.
  return code === 'insufficient_quota' ? { kind: 'no-credit', code } : { code }
}
