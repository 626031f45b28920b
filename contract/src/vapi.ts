import { z } from 'zod'

/** The engine of a call: the built-in one, or Vapi. */
export const CALL_ENGINES = ['builtin', 'vapi'] as const
export type CallEngine = (typeof CALL_ENGINES)[number]

/** What a browser may know of this deployment's vendors: public by their own word. */
export const callEnginesSchema = z.object({
  /** What the voice panel begins with. */
  preferred: z.enum(CALL_ENGINES),
  /** Null where Vapi is switched off: the panel then has no engine switch. */
  vapi: z
    .object({
      apiBase: z.string(),
      /** Null: a person brings a key of their own. */
      publicKey: z.string().nullable(),
      /** Ids at Vapi by ours. Assistants that are missing need an id of the person's own. */
      assistantIds: z.record(z.string(), z.string()),
      /** Own assistants can be called through Vapi too: the web SDK asks this server for the call, at `/api/vapi`. */
      carriesOwn: z.boolean(),
    })
    .nullable(),
  /** Our engine hears any sentence by itself, so that callers need not be offered their browser's recogniser. */
  hearsFreeSpeech: z.boolean(),
  /** D-ID's agent in Healthcare's dialog; null: our own. */
  didAgent: z.object({ scriptUrl: z.string(), clientKey: z.string(), agentId: z.string() }).nullable(),
})

export const startVapiCallRequestSchema = z.object({
  assistantId: z.string().min(1).max(64),
  /** The call runs on the person's own account at Vapi: nothing is counted, and nothing is kept of it here. */
  ownAccount: z.boolean(),
})

/** Vapi's own bounds for `maxDurationSeconds`. */
export const VAPI_MIN_DURATION_SECONDS = 10
export const VAPI_MAX_DURATION_SECONDS = 43_200

export const startVapiCallResponseSchema = z.object({
  /** Null on a person's own account. */
  callId: z.string().nullable(),
  /** Null for a call without a limit of its own. */
  limitMs: z.number().nullable(),
  /** Whether no plan pays for it. */
  isDemo: z.boolean(),
  /** To be handed to Vapi as they are. The metadata says, signed, whose call it is. */
  assistantOverrides: z.object({
    maxDurationSeconds: z.number().int().min(VAPI_MIN_DURATION_SECONDS).max(VAPI_MAX_DURATION_SECONDS),
    metadata: z.record(z.string(), z.string()).optional(),
  }),
})

/** What the web SDK sends to make a call: the permit of `POST /api/own-assistants/{id}/calls/vapi`. */
export const makeOwnVapiCallRequestSchema = z.object({
  assistantOverrides: z.object({ metadata: z.object({ voxhall: z.string().max(300) }) }),
})
/** What the web SDK reads of it. */
export const makeOwnVapiCallResponseSchema = z.object({
  id: z.string(),
  webCallUrl: z.string(),
  transport: z.looseObject({}).nullish(),
})

export const vapiCallStartedRequestSchema = z.object({
  /** The call's id at Vapi. */
  vapiCallId: z.string().regex(/^[\w-]{1,128}$/, 'This is not the id of a Vapi call.'),
})

export type CallEngines = z.infer<typeof callEnginesSchema>
export type StartVapiCallResponse = z.infer<typeof startVapiCallResponseSchema>
