import { expect, it } from 'vitest'
import {
  advanceTalk,
  describeTalkError,
  TALK_CAUSES,
  TALK_ERROR_TEXTS,
  TALK_PANELS,
  TALK_POLLING,
} from './avatar-steps.ts'
import type { TalkEvent, TalkState } from './avatar-steps.ts'

const upload: TalkState = { step: 'upload' }
const create: TalkState = { step: 'create', sourceUrl: 's3://picture' }
const poll: TalkState = { step: 'poll', vendorTalkId: 'tlk_1', polls: 4 }
const done: TalkState = { step: 'done', videoId: 'video' }
const error: TalkState = { step: 'error', cause: 'timed-out' }

const uploaded: TalkEvent = { type: 'uploaded', sourceUrl: 's3://picture' }
const created: TalkEvent = { type: 'created', vendorTalkId: 'tlk_1' }
const pending: TalkEvent = { type: 'polled', outcome: 'pending' }
const finished: TalkEvent = { type: 'finished', videoId: 'video' }
const failed: TalkEvent = { type: 'failed', cause: 'rendering-failed' }
const broken: TalkState = { step: 'error', cause: 'rendering-failed' }

// Every state with every event.
it.each<[TalkState, TalkEvent, TalkState]>([
  [upload, uploaded, create],
  [upload, created, upload],
  [upload, pending, upload],
  [upload, finished, upload],
  [upload, failed, broken],
  [create, uploaded, create],
  [create, created, { ...poll, polls: 0 }],
  [create, pending, create],
  [create, finished, create],
  [create, failed, broken],
  [poll, uploaded, poll],
  [poll, created, poll],
  [poll, pending, { ...poll, polls: 5 }],
  [poll, finished, done],
  [poll, failed, broken],
  ...[uploaded, created, pending, finished, failed].flatMap((event): [TalkState, TalkEvent, TalkState][] => [
    [done, event, done],
    [error, event, error],
  ]),
])('%j, then %j: %j', (state, event, next) => {
  expect(advanceTalk(state, event, 'talk')).toEqual(next)
})

it.each(TALK_PANELS)('the %s panel gives up after thirty looks', (panel) => {
  let state: TalkState = { step: 'poll', vendorTalkId: 'tlk_1', polls: 0 }
  for (let look = 1; look < TALK_POLLING[panel].times; look += 1) state = advanceTalk(state, pending, panel)
  expect(state).toMatchObject({ step: 'poll', polls: 29 })
  expect(advanceTalk(state, pending, panel)).toEqual({ step: 'error', cause: 'timed-out' })
  expect(advanceTalk(state, finished, panel)).toEqual(done)
})

it.each(TALK_CAUSES)('%s is told in the words of the spec', (cause) => {
  expect(Object.values(TALK_ERROR_TEXTS)).toContain(describeTalkError(cause, 'talk').text)
  expect(describeTalkError(cause, 'test').text).toBe('Failed to generate talking video. Please try again.')
})
