import { z } from 'zod'
import { VendorError } from './vendor-error.ts'
import { callVendor, readJson, readText, type VendorCall } from './vendor-http.ts'

export const VAPI_BASE_URL = 'https://api.vapi.ai'

const NAME = 'vapi'
const ANSWER_BYTES = 20_000_000
const PATIENCE = { firstByteMs: 15_000, betweenMs: 15_000, wholeMs: 60_000 }

/** A date and time with an offset, as Vapi writes it. */
const moment = z.iso.datetime({ offset: true })

const metadata = z.record(z.string(), z.unknown()).nullish()

/**
 * One entry of `artifact.messages`. The list also holds tool calls and the system prompt, which do not belong to the
 * record.
 */
const messageSchema = z.looseObject({
  role: z.string(),
  message: z.string().nullish(),
  secondsFromStart: z.number().nullish(),
})

/** The fields of a call that we read, in every message that contains a call. */
export const vapiCallSchema = z.looseObject({
  id: z.string().min(1).max(200),
  status: z.string().nullish(),
  endedReason: z.string().nullish(),
  startedAt: moment.nullish(),
  endedAt: moment.nullish(),
  monitor: z.looseObject({ controlUrl: z.string().nullish() }).nullish(),
  artifact: z.looseObject({ messages: z.array(messageSchema).nullish() }).nullish(),
  assistantOverrides: z.looseObject({ metadata }).nullish(),
  assistant: z.looseObject({ metadata }).nullish(),
})
export type VapiCall = z.infer<typeof vapiCallSchema>

const assistantSchema = z.looseObject({ id: z.string().min(1), metadata })
export type VapiAssistant = z.infer<typeof assistantSchema>

/** What the server can do at Vapi with its private key. Every method may throw `VendorError`. */
export type VapiApi = ReturnType<typeof createVapiApi>

/** Uses plain HTTP: six requests do not justify an SDK of 47 megabytes. */
export function createVapiApi({ privateKey, baseUrl }: { privateKey: string; baseUrl: string | undefined }) {
  const ask = <Answer>(
    schema: z.ZodType<Answer>,
    method: NonNullable<VendorCall['method']>,
    path: string,
    json?: object,
  ): Promise<Answer> => askVapi(schema, { key: privateKey, baseUrl }, path, { method, json })

  return {
    /** Undefined if no call has this id. */
    findCall: (id: string): Promise<VapiCall | undefined> =>
      unlessMissing(ask(vapiCallSchema, 'GET', `/call/${encodeURIComponent(id)}`)),
    listAssistants: (): Promise<VapiAssistant[]> => ask(z.array(assistantSchema), 'GET', '/assistant?limit=1000'),
    createAssistant: (body: object): Promise<VapiAssistant> => ask(assistantSchema, 'POST', '/assistant', body),
    /** Undefined if no assistant has this id. */
    updateAssistant: (id: string, body: object): Promise<VapiAssistant | undefined> =>
      unlessMissing(ask(assistantSchema, 'PATCH', `/assistant/${encodeURIComponent(id)}`, body)),
  }
}

/** The fields of a new call that the web SDK reads. */
const webCallSchema = z.object({
  id: z.string().min(1).max(200),
  webCallUrl: z.url(),
  transport: z.looseObject({}).nullish(),
})
export type VapiWebCall = z.infer<typeof webCallSchema>

/** Creates a call for a browser, as the web SDK would, but keeps the assistant's definition on the server. */
export function createVapiWebCall(
  { publicKey, baseUrl }: { publicKey: string; baseUrl: string | undefined },
  json: object,
): Promise<VapiWebCall> {
  return askVapi(webCallSchema, { key: publicKey, baseUrl }, '/call/web', { json })
}

async function askVapi<Answer>(
  schema: z.ZodType<Answer>,
  { key, baseUrl = VAPI_BASE_URL }: { key: string; baseUrl: string | undefined },
  path: string,
  call: Pick<VendorCall, 'method' | 'json'>,
): Promise<Answer> {
  const reply = await callVendor({
    vendor: NAME,
    url: `${baseUrl.replace(/\/+$/, '')}${path}`,
    headers: { Authorization: `Bearer ${key}` },
    patience: PATIENCE,
    ...call,
  })
  return readJson(NAME, schema, reply, ANSWER_BYTES)
}

/**
 * Asks Vapi to end a call, through the control address that Vapi gave for it. Needs no key.
 * @throws {VendorError}
 */
export async function endVapiCall(controlUrl: string): Promise<void> {
  const reply = await callVendor({
    vendor: NAME,
    url: controlUrl,
    headers: {},
    json: { type: 'end-call' },
    patience: PATIENCE,
  })
  await readText(reply.bytes, 10_000)
}

async function unlessMissing<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof VendorError && error.status === 404) return undefined
    throw error
  }
}
