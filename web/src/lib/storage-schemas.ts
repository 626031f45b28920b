import * as z from 'zod/mini'

/** The schema of each stored value. Loaded only when something is stored: see `local-store.ts`. */
const session = z.object({
  /** Sent as `Authorization: Bearer …`. */
  token: z.string().check(z.minLength(1)),
  user: z.object({ id: z.string(), email: z.string(), displayName: z.string() }),
  /** When the server last confirmed the session, in ms since 1970. */
  checkedAtMs: z.number(),
})

const teamToken = z.object({
  /** Sent as `Voxhall-Team: …`. */
  token: z.string().check(z.minLength(1)),
  expiresAt: z.string(),
})

const ownPlans = z.object({
  /** The account that the plans belong to. */
  viewerId: z.string(),
  /** Whether any plan allows calls. */
  hasPlan: z.boolean(),
  /** Plan ids of contract/src/plans.ts; plans agreed in person have none. */
  planIds: z.array(z.string()),
  readAtMs: z.number(),
})

const checkoutVisit = z.string().check(z.regex(/^[\w-]{8,64}$/))

const entered = z.string().check(z.minLength(1), z.maxLength(500))

const secret = z.string().check(z.minLength(1), z.maxLength(200))

export const STORED_SCHEMAS = {
  session,
  teamToken,
  teamAccess: z.literal('true'),
  signUpSecret: secret,
  deviceTokens: z.array(secret).check(z.maxLength(5)),
  pendingClaim: z.object({ token: secret, keptAtMs: z.number() }),
  ownPlans,
  checkoutVisit,
  vapiKey: entered,
  vapiAssistantId: entered,
  ears: z.enum(['browser', 'server']),
}
