import { CATALOGUE } from '#contract/catalogue.ts'
import { expect, test } from 'vitest'
import { mayTalkTo } from './may-talk-to.ts'

test('only people who may talk are offered to, and only with those who are available', () => {
  for (const assistant of CATALOGUE) {
    expect(mayTalkTo(assistant, true)).toBe(assistant.isAvailable)
    expect(mayTalkTo({ ...assistant, isAvailable: false }, true)).toBe(false)
    expect(mayTalkTo(assistant, false)).toBe(false)
  }
})
