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

export function leadsToAccount(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'back' in state && state.back === 'account'
}

/** Whether a screen was entered to go on with that form. */
export function leadsToCustomize(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'back' in state && state.back === 'customize'
}
