import { describeVideoError, VIDEO_ERROR_TEXTS } from '#contract/video-steps.ts'
import type { Video } from '#contract/videos.ts'
import { problemOf } from '../../lib/api-fetch.ts'
import { awaitVideo, type AwaitVideoOptions } from './videos.ts'

/** The state of an assistant's talking video (spec section 4). */
export type VideoState =
  | { step: 'creating' }
  | { step: 'ready'; url: string }
  /** No video is available; the drawn portrait is used. */
  | { step: 'none' }
  /** The specification's text, and the cause. */
  | { step: 'failed'; text: string; detail: string }

type VideoOutcome = Exclude<VideoState, { step: 'creating' }>

export interface VideoShelfDeps extends Pick<AwaitVideoOptions, 'read' | 'wait' | 'nowMs'> {
  /**
   * Orders the video from the server.
   * @throws ApiProblem
   */
  order: (assistantId: string) => Promise<Video>
}

/**
 * The videos of this page. Each is ordered once, however often its dialog is opened, and is still being made while the
 * dialog is closed. Failed ones are forgotten, so that the next opening tries again.
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
    /** The present state, without a request to the server. */
    now: (assistantId: string): VideoState => there.get(assistantId) ?? { step: 'creating' },
    /** Orders the video unless it is ready or being made. Never rejects. */
    get(assistantId: string): Promise<VideoOutcome> {
      const known = there.get(assistantId)
      if (known !== undefined) return Promise.resolve(known)
      const outcome = coming.get(assistantId) ?? make(assistantId)
      coming.set(assistantId, outcome)
      return outcome
    },
  }
}

/** @param over null when waiting was given up */
function outcomeOf(over: Video | null): VideoOutcome {
  if (over === null) return { step: 'failed', ...describeVideoError('timed-out', 'talk') }
  const { video, error } = over
  if (video !== null) return { step: 'ready', url: video.url }
  // This deployment makes no videos, so trying again would not help.
  if (error?.cause === 'no-codecs') return { step: 'none' }
  return { step: 'failed', text: error?.text ?? VIDEO_ERROR_TEXTS.render, detail: error?.detail ?? '' }
}

function outcomeOfError(error: unknown, isOrdered: boolean): VideoOutcome {
  const problem = problemOf(error)
  // The call panel reports these problems itself, with a way to resolve them.
  if (problem?.code === 'unreachable' || problem?.code === 'unauthenticated') return { step: 'none' }
  const text = isOrdered ? VIDEO_ERROR_TEXTS.render : VIDEO_ERROR_TEXTS.create
  return { step: 'failed', text, detail: problem?.detail ?? '' }
}
