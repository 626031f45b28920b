import type { AuthTab } from './auth-link-state.ts'

/** Which tab of `/auth` a link means travels beside the address, which stays plain: `<Link {...authLink('sign-up')}>`. */
export function authLink(tab: AuthTab) {
  return { to: '/auth', state: { tab } }
}

/** The same for somebody who is filling in the form of an own assistant: signing in leads back to it. */
export const AUTH_AND_BACK = { to: '/auth', state: { tab: 'sign-up', back: 'customize' } } as const

/** Whether a screen was entered to go on with that form. */
export function leadsToCustomize(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'back' in state && state.back === 'customize'
}
