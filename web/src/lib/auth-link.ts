import type { AuthTab } from './auth-link-state.ts'

/** Which tab of `/auth` a link means travels beside the address, which stays plain: `<Link {...authLink('sign-up')}>`. */
export function authLink(tab: AuthTab) {
  return { to: '/auth', state: { tab } }
}

/** The same for somebody who is filling in the form of an own assistant: signing in leads back to it. */
export const AUTH_AND_BACK = { to: '/auth', state: { tab: 'sign-up', back: 'customize' } } as const

/** For a member of the team whose access has ended while it was used. */
export const TEAM_ACCESS_AGAIN = { to: '/auth', state: { tab: 'teams', ended: true } } as const

export function isTeamAccessOver(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'ended' in state && state.ended === true
}

/** For somebody who has to sign in before their account is shown: signing in leads there. */
export const AUTH_FOR_ACCOUNT = { to: '/auth', state: { tab: 'sign-in', back: 'account' } } as const

/** The same for their own assistants. */
export const AUTH_FOR_ASSISTANTS = { to: '/auth', state: { tab: 'sign-in', back: 'assistants' } } as const

/** Screens of one's own that signing in leads back to. */
const OWN_SCREENS: Readonly<Record<string, string>> = { account: '/account', assistants: '/assistants' }

/** Where somebody goes who has signed in; null for the site's root. */
export function ownScreenAfterSignIn(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('back' in state)) return null
  return typeof state.back === 'string' && Object.hasOwn(OWN_SCREENS, state.back)
    ? (OWN_SCREENS[state.back] ?? null)
    : null
}

/** Whether a screen was entered to go on with that form. */
export function leadsToCustomize(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'back' in state && state.back === 'customize'
}
