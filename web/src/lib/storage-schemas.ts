import * as z from 'zod/mini'

/** What each stored value must look like. Loaded only where something is stored: see `local-store.ts`. */
const session = z.object({
  /** Sent as `Authorization: Bearer …`. */
  token: z.string().check(z.minLength(1)),
  user: z.object({ id: z.string(), email: z.string(), displayName: z.string() }),
  /** When the server last said that the session is good, in ms since 1970. */
  checkedAtMs: z.number(),
})

const teamToken = z.object({
  /** Sent as `Voxhall-Team: …`. */
  token: z.string().check(z.minLength(1)),
  expiresAt: z.string(),
})

const checkoutVisit = z.string().check(z.regex(/^[\w-]{8,64}$/))

const entered = z.string().check(z.minLength(1), z.maxLength(500))

export const STORED_SCHEMAS = {
  session,
  teamToken,
  teamAccess: z.literal('true'),
  checkoutVisit,
  vapiKey: entered,
  vapiAssistantId: entered,
}
