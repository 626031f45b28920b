import { z } from 'zod'

/** The engine of a call: the built-in one, or Vapi. */
export const CALL_ENGINES = ['builtin', 'vapi'] as const
export type CallEngine = (typeof CALL_ENGINES)[number]

/** What a browser may know about this deployment's vendors. All of these values are public. */
export const callEnginesSchema = z.object({
  /** The engine that the voice panel selects at first. */
  preferred: z.enum(CALL_ENGINES),
  /** Null when Vapi is switched off; the voice panel then offers no choice of engines. */
  vapi: z
    .object({
      apiBase: z.string(),
      /** Null when a person has to bring their own key. */
      publicKey: z.string().nullable(),
      /**
       * Vapi's assistant ids by our assistant ids. For assistants that are missing here, a person has to bring their
       * own id.
       */
      assistantIds: z.record(z.string(), z.string()),
      /**
       * Whether own assistants can be called through Vapi as well. The web SDK then creates the call on this server, at
       * `/api/vapi`.
       */
      carriesOwn: z.boolean(),
    })
    .nullable(),
  /** True when the engine recognises any sentence. Otherwise callers are offered their browser's recogniser. */
  hearsFreeSpeech: z.boolean(),
  /** The D-ID agent shown in Healthcare's dialog; null for our own assistant. */
  didAgent: z.object({ scriptUrl: z.string(), clientKey: z.string(), agentId: z.string() }).nullable(),
})

export const startVapiCallRequestSchema = z.object({
  assistantId: z.string().min(1).max(64),
  /** True when the call runs on the person's own Vapi account: this server neither meters nor stores it. */
  ownAccount: z.boolean(),
})

/** The range that Vapi accepts for `maxDurationSeconds`. */
export const VAPI_MIN_DURATION_SECONDS = 10
export const VAPI_MAX_DURATION_SECONDS = 43_200

export const startVapiCallResponseSchema = z.object({
  /** Null on the person's own account. */
  callId: z.string().nullable(),
  /** Null for a call without a limit of its own. */
  limitMs: z.number().nullable(),
  /** True when no plan pays for the call. */
  isDemo: z.boolean(),
  /** To be passed to Vapi unchanged. The signed metadata names the owner of the call. */
  assistantOverrides: z.object({
    maxDurationSeconds: z.number().int().min(VAPI_MIN_DURATION_SECONDS).max(VAPI_MAX_DURATION_SECONDS),
    metadata: z.record(z.string(), z.string()).optional(),
  }),
})

/**
 * The request by which the web SDK creates a call; it carries the permit from `POST
 * /api/own-assistants/{id}/calls/vapi`.
 */
export const makeOwnVapiCallRequestSchema = z.object({
  assistantOverrides: z.object({ metadata: z.object({ voxhall: z.string().max(300) }) }),
})
/** The fields of the answer that the web SDK reads. */
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
