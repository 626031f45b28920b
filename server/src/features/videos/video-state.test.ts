import { expect, it } from 'vitest'
import { VIDEO_PANELS, VIDEO_POLLING } from '#contract/video-steps.ts'
import type { VideoEvent } from '../../infra/media/video-maker.ts'
import { MAX_ATTEMPTS, nextVideoState, type VideoState } from './video-state.ts'

const queued: VideoState = { step: 'queued' }
const renderingState: VideoState = { step: 'rendering', attempts: 1, speechId: 'speech' }
const submittedState: VideoState = { step: 'submitted', vendorVideoId: 'tlk_1', polls: 4 }
const done: VideoState = { step: 'done', fileId: 'file' }
const failedState: VideoState = { step: 'failed', cause: 'timed-out' }

const rendering: VideoEvent = { type: 'rendering' }
const spoken: VideoEvent = { type: 'rendering', speechId: 'speech' }
const submitted: VideoEvent = { type: 'submitted', vendorVideoId: 'tlk_1' }
const polled: VideoEvent = { type: 'polled' }
const finished: VideoEvent = { type: 'finished', fileId: 'file' }
const failed: VideoEvent = { type: 'failed', cause: 'no-face' }
const noFace: VideoState = { step: 'failed', cause: 'no-face' }

// Every state with every event.
it.each<[VideoState, VideoEvent, VideoState]>([
  [queued, rendering, { step: 'rendering', attempts: 1, speechId: null }],
  [queued, spoken, renderingState],
  [queued, submitted, { ...submittedState, polls: 0 }],
  [queued, polled, queued],
  [queued, finished, queued],
  [queued, failed, noFace],
  [renderingState, rendering, { ...renderingState, attempts: 2 }],
  [renderingState, submitted, { ...submittedState, polls: 0 }],
  [renderingState, polled, renderingState],
  [renderingState, finished, done],
  [renderingState, failed, noFace],
  [submittedState, rendering, { step: 'rendering', attempts: 1, speechId: null }],
  [submittedState, submitted, submittedState],
  [submittedState, polled, { ...submittedState, polls: 5 }],
  [submittedState, finished, done],
  [submittedState, failed, noFace],
  ...[rendering, spoken, submitted, polled, finished, failed].flatMap(
    (event): [VideoState, VideoEvent, VideoState][] => [
      [done, event, done],
      [failedState, event, failedState],
    ],
  ),
])('%j, then %j: %j', (state, event, next) => {
  expect(nextVideoState(state, event, 'talk')).toEqual(next)
})

it.each(VIDEO_PANELS)('a video for the %s panel is given up after thirty polls', (panel) => {
  let state: VideoState = { ...submittedState, polls: 0 }
  for (let look = 1; look < VIDEO_POLLING[panel].times; look += 1) state = nextVideoState(state, polled, panel)
  expect(state).toMatchObject({ step: 'submitted', polls: 29 })
  expect(nextVideoState(state, polled, panel)).toEqual({ step: 'failed', cause: 'timed-out' })
  expect(nextVideoState(state, finished, panel)).toEqual(done)
})

it('a video is given up after the last allowed attempt', () => {
  const last: VideoState = { step: 'rendering', attempts: MAX_ATTEMPTS, speechId: null }
  expect(nextVideoState(last, rendering, 'talk')).toEqual({ step: 'failed', cause: 'rendering-failed' })
  expect(nextVideoState(last, finished, 'talk')).toEqual(done)
})
