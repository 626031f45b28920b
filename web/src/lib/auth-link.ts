import type { AuthTab } from './auth-link-state.ts'

/** Which tab of `/auth` a link means travels beside the address, which stays plain: `<Link {...authLink('sign-up')}>`. */
export function authLink(tab: AuthTab) {
  return { to: '/auth', state: { tab } }
}
