import { expect, it } from 'vitest'
import { describeVideoError, VIDEO_CAUSES, VIDEO_ERROR_TEXTS } from './video-steps.ts'

it.each(VIDEO_CAUSES)('the error text for %s is one from the specification', (cause) => {
  expect(Object.values(VIDEO_ERROR_TEXTS)).toContain(describeVideoError(cause, 'talk').text)
  expect(describeVideoError(cause, 'test').text).toBe('Failed to generate talking video. Please try again.')
})
