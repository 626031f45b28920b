import * as z from 'zod/mini'

/**
 * Everything that the site keeps in the browser's local storage, in one place. `teamAccess` is named by the product's
 * specification and read by other tools, hence its bare name and plain text.
 */
export const signedInUserSchema = z.object({
  id: z.string(),
  email: z.string(),
  displayName: z.string(),
})

export const storedSessionSchema = z.object({
  /** Sent as `Authorization: Bearer …`. */
  token: z.string().check(z.minLength(1)),
  user: signedInUserSchema,
  /** When the server last said that the session is good, in ms since 1970. */
  checkedAtMs: z.number(),
})

export const storedTeamTokenSchema = z.object({
  /** Sent as `Voxhall-Team: …`. */
  token: z.string().check(z.minLength(1)),
  expiresAt: z.string(),
})

export const STORED = {
  session: { key: 'voxhall.session', format: 'json', schema: storedSessionSchema },
  /** Only a hint for the interface; the server decides by the team token. */
  teamAccess: { key: 'teamAccess', format: 'text', schema: z.literal('true') },
  teamToken: { key: 'voxhall.teamToken', format: 'json', schema: storedTeamTokenSchema },
} as const satisfies Record<string, { key: string; format: 'json' | 'text'; schema: z.ZodMiniType }>

export type StoredName = keyof typeof STORED
export type Stored<Name extends StoredName> = z.infer<(typeof STORED)[Name]['schema']>
export type SignedInUser = z.infer<typeof signedInUserSchema>
