import { describeVideoError, VIDEO_ERROR_TEXTS } from '#contract/video-steps.ts'
import type { Video } from '#contract/videos.ts'
import { problemOf } from '../../lib/api-fetch.ts'
import { awaitVideo } from './videos.ts'

/** How far an assistant's talking video has come (spec section 4). */
export type VideoState =
  | { step: 'creating' }
  | { step: 'ready'; url: string }
  /** There is none to be had here and now; the drawn portrait does. */
  | { step: 'none' }
  /** The spec's text, and what lies behind it. */
  | { step: 'failed'; text: string; detail: string }

export type VideoOutcome = Exclude<VideoState, { step: 'creating' }>

export interface VideoShelfDeps {
  /** Asks the server for the video. @throws ApiProblem */
  order: (assistantId: string) => Promise<Video>
  /** Where the video is now. @throws ApiProblem */
  read: (videoId: string) => Promise<Video>
  wait: (ms: number) => Promise<void>
  nowMs?: () => number
}

export type VideoShelf = ReturnType<typeof createVideoShelf>

/**
 * The videos that this page has: each is ordered once, however often its dialog is opened, and goes on coming while its
 * dialog is closed. What failed is forgotten, so that the next time is another try.
 */
export function createVideoShelf({ order, ...polling }: VideoShelfDeps) {
  const coming = new Map<string, Promise<VideoOutcome>>()
  const there = new Map<string, VideoOutcome>()

  async function make(assistantId: string): Promise<VideoOutcome> {
    let isOrdered = false
    try {
      const video = await order(assistantId)
      isOrdered = true
      const outcome = outcomeOf(await awaitVideo(video, { panel: 'talk', ...polling }))
      if (outcome.step !== 'failed') there.set(assistantId, outcome)
      return outcome
    } catch (error) {
      return outcomeOfError(error, isOrdered)
    } finally {
      coming.delete(assistantId)
    }
  }

  return {
    /** Without asking the server. */
    now: (assistantId: string): VideoState => there.get(assistantId) ?? { step: 'creating' },
    /** Orders the video where it is neither there nor on its way. Never rejects. */
    get(assistantId: string): Promise<VideoOutcome> {
      const known = there.get(assistantId)
      if (known !== undefined) return Promise.resolve(known)
      const outcome = coming.get(assistantId) ?? make(assistantId)
      coming.set(assistantId, outcome)
      return outcome
    },
  }
}

/** Null: it is not waited for any longer. */
function outcomeOf(over: Video | null): VideoOutcome {
  if (over === null) return { step: 'failed', ...describeVideoError('timed-out', 'talk') }
  const { video, error } = over
  if (video !== null) return { step: 'ready', url: video.url }
  // Not on this deployment: trying again would change nothing.
  if (error?.cause === 'no-codecs') return { step: 'none' }
  return { step: 'failed', text: error?.text ?? VIDEO_ERROR_TEXTS.render, detail: error?.detail ?? '' }
}

function outcomeOfError(error: unknown, isOrdered: boolean): VideoOutcome {
  const problem = problemOf(error)
  // The call says it better, with the way on.
  if (problem?.code === 'unreachable' || problem?.code === 'unauthenticated') return { step: 'none' }
  const text = isOrdered ? VIDEO_ERROR_TEXTS.render : VIDEO_ERROR_TEXTS.create
  return { step: 'failed', text, detail: problem?.detail ?? '' }
}
