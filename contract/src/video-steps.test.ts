import { expect, it } from 'vitest'
import { describeVideoError, VIDEO_CAUSES, VIDEO_ERROR_TEXTS, type VideoCause } from './video-steps.ts'

it.each(VIDEO_CAUSES)('the error text for %s is one from the specification', (cause) => {
  expect(Object.values(VIDEO_ERROR_TEXTS)).toContain(describeVideoError(cause, 'talk').text)
  expect(describeVideoError(cause, 'test').text).toBe('Failed to generate talking video. Please try again.')
})

it.each<[VideoCause, string]>([
  ['upload-failed', 'Failed to create talking avatar. Please try again.'],
  ['talk-failed', 'Failed to create talking avatar. Please try again.'],
  ['rendering-failed', 'Avatar creation failed. Please try again.'],
  ['timed-out', 'Avatar creation failed. Please try again.'],
])('%s is told as: %s', (cause, text) => {
  expect(describeVideoError(cause, 'talk').text).toBe(text)
})
