import { expect, it } from 'vitest'
import { describeTalkError, TALK_CAUSES, TALK_ERROR_TEXTS } from './avatar-steps.ts'

it.each(TALK_CAUSES)('%s is told in the words of the spec', (cause) => {
  expect(Object.values(TALK_ERROR_TEXTS)).toContain(describeTalkError(cause, 'talk').text)
  expect(describeTalkError(cause, 'test').text).toBe('Failed to generate talking video. Please try again.')
})
