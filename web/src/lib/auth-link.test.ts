import { expect, test } from 'vitest'
import { AUTH_AND_BACK, authLink, leadsToCustomize } from './auth-link.ts'
import { readAuthLink } from './auth-link-state.ts'

test('a link opens the tab that it means', () => {
  for (const tab of ['sign-in', 'sign-up', 'teams'] as const) expect(readAuthLink(authLink(tab).state)).toBe(tab)
  expect(readAuthLink(AUTH_AND_BACK.state)).toBe('sign-up')
})

test.each([null, undefined, 'sign-up', { tab: 'crm' }, {}])(
  'without a link, or with %j for one, it is signing in',
  (state) => {
    expect(readAuthLink(state)).toBe('sign-in')
  },
)

test('only the link of the form of an own assistant leads back to it', () => {
  expect(leadsToCustomize(AUTH_AND_BACK.state)).toBe(true)
  for (const state of [null, undefined, 'customize', {}, { back: 'elsewhere' }, authLink('sign-up').state]) {
    expect(leadsToCustomize(state), JSON.stringify(state)).toBe(false)
  }
})
