import { expect, test } from 'vitest'
import {
  AUTH_AND_BACK,
  authLink,
  leadsToCustomize,
  readAuthLink,
  signInAndBackTo,
  talkToIn,
  wayBackAfterSignIn,
} from './auth-link.ts'

test('a link opens the tab it was made for', () => {
  for (const tab of ['sign-in', 'sign-up', 'teams'] as const) expect(readAuthLink(authLink(tab).state)).toBe(tab)
  expect(readAuthLink(AUTH_AND_BACK.state)).toBe('sign-up')
})

test.each([null, undefined, 'sign-up', { tab: 'crm' }, {}])(
  'without a valid link state, as with %j, the tab is sign-in',
  (state) => {
    expect(readAuthLink(state)).toBe('sign-in')
  },
)

test('only the link in the form of an own assistant leads back to the form', () => {
  expect(leadsToCustomize(AUTH_AND_BACK.state)).toBe(true)
  for (const state of [null, undefined, 'customize', {}, { back: 'elsewhere' }, authLink('sign-up').state]) {
    expect(leadsToCustomize(state), JSON.stringify(state)).toBe(false)
  }
})

test('signing in leads back to a screen of this site, and to the dialog that was open there', () => {
  const back = { path: '/pricing?from=mail', talkTo: 'finance' }
  expect(wayBackAfterSignIn(signInAndBackTo(back).state)).toEqual(back)
  expect(wayBackAfterSignIn(signInAndBackTo({ path: '/account' }).state)).toEqual({ path: '/account' })
  expect(talkToIn({ talkTo: 'finance' })).toBe('finance')
  for (const state of [null, undefined, 'finance', {}, { talkTo: 7 }]) expect(talkToIn(state)).toBeNull()
})

test.each([null, {}, authLink('sign-in').state, AUTH_AND_BACK.state, { back: { path: 7 } }])(
  'without a way back, as in %j, there is no return address',
  (state) => expect(wayBackAfterSignIn(state)).toBeNull(),
)

test.each(['//elsewhere.example', '/\\elsewhere.example', 'https://elsewhere.example', 'javascript:alert(1)', ''])(
  'a way back to %j is refused',
  (path) => expect(wayBackAfterSignIn({ back: { path } })).toBeNull(),
)
