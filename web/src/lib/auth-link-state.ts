import * as z from 'zod/mini'

export const authTabSchema = z.enum(['sign-in', 'sign-up', 'teams'])

export type AuthTab = z.infer<typeof authTabSchema>

const authLinkStateSchema = z.object({ tab: authTabSchema })

/** The tab that a link requested (`authLink`); the sign-in tab without one. */
export function readAuthLink(state: unknown): AuthTab {
  return authLinkStateSchema.safeParse(state).data?.tab ?? 'sign-in'
}
