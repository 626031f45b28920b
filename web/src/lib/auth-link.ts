import type { AuthTab } from './auth-link-state.ts'

/** Which tab of `/auth` a link means travels beside the address, which stays plain: `<Link {...authLink('sign-up')}>`. */
export function authLink(tab: AuthTab) {
  return { to: '/auth', state: { tab } }
}

/** The same from the form of an own assistant: signing in leads back to it. */
export const AUTH_AND_BACK = { to: '/auth', state: { tab: 'sign-up', back: 'customize' } } as const

/** For a member of the team whose access has ended while it was used. */
export const TEAM_ACCESS_AGAIN = { to: '/auth', state: { tab: 'teams', ended: true } } as const

export function isTeamAccessOver(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'ended' in state && state.ended === true
}

/** Where signing in leads back to. */
export interface WayBack {
  /** A screen of this site. */
  path: string
  /** The assistant whose talk dialog was open there. */
  talkTo?: string
}

/** For a visitor who must sign in before a screen is shown: signing in leads there. */
export function signInAndBackTo(back: WayBack) {
  return { to: '/auth', state: { tab: 'sign-in', back } }
}

/** The screen after signing in; null for the site's root. */
export function wayBackAfterSignIn(state: unknown): WayBack | null {
  const back = valueIn(state, 'back')
  const path = valueIn(back, 'path')
  // An address of this site and of no other: `//host` and `/\\host` are others.
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return null
  const talkTo = talkToIn(back)
  return talkTo === null ? { path } : { path, talkTo }
}

/** The assistant whose talk dialog was open on the screen that is returned to; null for none. */
export function talkToIn(state: unknown): string | null {
  const talkTo = valueIn(state, 'talkTo')
  return typeof talkTo === 'string' ? talkTo : null
}

/** Whether a screen was entered to go on with that form. */
export function leadsToCustomize(state: unknown): boolean {
  return valueIn(state, 'back') === 'customize'
}

function valueIn(state: unknown, name: string): unknown {
  return typeof state === 'object' && state !== null ? (Reflect.get(state, name) as unknown) : undefined
}
