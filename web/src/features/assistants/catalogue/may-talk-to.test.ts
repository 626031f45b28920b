import { CATALOGUE } from '#contract/catalogue.ts'
import { expect, test } from 'vitest'
import { mayTalkTo } from './may-talk-to.ts'

test('talking is offered only to people who may talk, and only with available assistants', () => {
  for (const assistant of CATALOGUE) {
    expect(mayTalkTo(assistant, true)).toBe(assistant.isAvailable)
    expect(mayTalkTo({ ...assistant, isAvailable: false }, true)).toBe(false)
    expect(mayTalkTo(assistant, false)).toBe(false)
  }
})
