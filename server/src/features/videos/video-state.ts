import { VIDEO_POLLING, type VideoCause, type VideoPanel, type VideoStatus } from '#contract/video-steps.ts'
import type { VideoEvent } from '../../infra/media/video-maker.ts'

/**
 * The life of a talking video. The row in the database is the truth: after a restart the maker goes on from its state.
 *
 *              rendering, 3 times at most
 *                  ┌────┐
 *                  ▼    │
 *   queued ──▶ rendering ─┬──▶ done        built in
 *     │                   │
 *     └─────▶ submitted ──┴──▶ failed      D-ID
 *                  ▲    │
 *                  └────┘
 *              polled, 30 times at most
 *
 * Every state before the end may fail. Where the configured maker has changed between two starts, `rendering` and
 * `submitted` lead to each other.
 */
export type VideoState =
  | { step: 'queued' }
  | { step: 'rendering'; attempts: number; speechId: string | null }
  | { step: 'submitted'; vendorVideoId: string; polls: number }
  | { step: 'done'; fileId: string }
  | { step: 'failed'; cause: VideoCause }

type VideoStep = VideoState['step']

/** A video during which the process has died this often is given up. */
export const MAX_ATTEMPTS = 3

/** The next state. An event that does not fit the state, being repeated or late, leaves it unchanged. */
export function nextVideoState(state: VideoState, event: VideoEvent, panel: VideoPanel): VideoState {
  if (isOver(state)) return state
  switch (event.type) {
    case 'rendering': {
      const { attempts, speechId } = state.step === 'rendering' ? state : { attempts: 0, speechId: null }
      if (attempts >= MAX_ATTEMPTS) return { step: 'failed', cause: 'rendering-failed' }
      return { step: 'rendering', attempts: attempts + 1, speechId: event.speechId ?? speechId }
    }
    case 'submitted':
      return state.step === 'submitted' ? state : { step: 'submitted', vendorVideoId: event.vendorVideoId, polls: 0 }
    case 'polled': {
      if (state.step !== 'submitted') return state
      const polls = state.polls + 1
      return polls >= VIDEO_POLLING[panel].times ? { step: 'failed', cause: 'timed-out' } : { ...state, polls }
    }
    case 'finished':
      return state.step === 'queued' ? state : { step: 'done', fileId: event.fileId }
    case 'failed':
      return { step: 'failed', cause: event.cause }
  }
}

export function isOver(state: VideoState): state is Extract<VideoState, { step: 'done' | 'failed' }> {
  return state.step === 'done' || state.step === 'failed'
}

/** The spec's names of the states, which pages receive. */
export const VIDEO_STATUS: Readonly<Record<VideoStep, VideoStatus>> = {
  queued: 'create',
  rendering: 'poll',
  submitted: 'poll',
  done: 'done',
  failed: 'error',
}
