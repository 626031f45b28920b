const AUTH_TABS = ['sign-in', 'sign-up', 'teams'] as const

export type AuthTab = (typeof AUTH_TABS)[number]

/**
 * Links to a tab of `/auth`. The tab is passed in the navigation state, so that the address stays plain: `<Link
 * {...authLink('sign-up')}>`.
 */
export function authLink(tab: AuthTab) {
  return { to: '/auth', state: { tab } }
}

/** The tab that a link requested (`authLink`); the sign-in tab without one. */
export function readAuthLink(state: unknown): AuthTab {
  return authTabOf(valueIn(state, 'tab'))
}

export function authTabOf(value: unknown): AuthTab {
  return AUTH_TABS.find((tab) => tab === value) ?? 'sign-in'
}

/** From the form of an own assistant: signing in leads back to the form. */
export const AUTH_AND_BACK = { to: '/auth', state: { tab: 'sign-up', back: 'customize' } } as const

/** For a member of the team whose access has expired during use. */
export const TEAM_ACCESS_AGAIN = { to: '/auth', state: { tab: 'teams', ended: true } } as const

export function isTeamAccessOver(state: unknown): boolean {
  return valueIn(state, 'ended') === true
}

/** Where a person returns after signing in. */
interface WayBack {
  /** The path of a screen of this site. */
  path: string
  /** The assistant whose talk dialog was open there. */
  talkTo?: string
}

/** For a visitor who must sign in before a screen is shown: signing in leads to that screen. */
export function signInAndBackTo(back: WayBack) {
  return { to: '/auth', state: { tab: 'sign-in', back } }
}

/** Where to go after signing in; null for the home page. */
export function wayBackAfterSignIn(state: unknown): WayBack | null {
  const back = valueIn(state, 'back')
  const path = valueIn(back, 'path')
  // Only an address of this site: `//host` and `/\host` lead to other sites.
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return null
  const talkTo = talkToIn(back)
  return talkTo === null ? { path } : { path, talkTo }
}

/** The assistant whose talk dialog is to be reopened on the screen; null for none. */
export function talkToIn(state: unknown): string | null {
  const talkTo = valueIn(state, 'talkTo')
  return typeof talkTo === 'string' ? talkTo : null
}

/** Whether the screen was entered to continue with the form of an own assistant. */
export function leadsToCustomize(state: unknown): boolean {
  return valueIn(state, 'back') === 'customize'
}

function valueIn(state: unknown, name: string): unknown {
  return typeof state === 'object' && state !== null ? (Reflect.get(state, name) as unknown) : undefined
}
