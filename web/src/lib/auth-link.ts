import * as z from 'zod/mini'

export const authTabSchema = z.enum(['sign-in', 'sign-up', 'teams'])

export type AuthTab = z.infer<typeof authTabSchema>

/** Which tab of `/auth` a link means; carried beside the address, which stays plain. */
const authLinkStateSchema = z.object({ tab: authTabSchema })

/** For `<Link {...authLink('sign-up')}>`. */
export function authLink(tab: AuthTab) {
  return { to: '/auth', state: { tab } }
}

/** The tab that a link asked for; signing in where none did. */
export function readAuthLink(state: unknown): AuthTab {
  const read = authLinkStateSchema.safeParse(state)
  return read.success ? read.data.tab : 'sign-in'
}
