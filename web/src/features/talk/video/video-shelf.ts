import { TALK_ERROR_TEXTS } from '#contract/avatar-steps.ts'
import type { Talk } from '#contract/avatars.ts'
import { problemOf } from '../../../lib/api-fetch.ts'

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
  order: (assistantId: string) => Promise<Talk>
  /** Where the video is now. @throws ApiProblem */
  read: (talkId: string) => Promise<Talk>
  wait: (ms: number) => Promise<void>
}

export interface VideoShelf {
  /** Without asking anybody. */
  now(assistantId: string): VideoState
  /** Orders the video where it is neither there nor on its way. Never rejects. */
  get(assistantId: string): Promise<VideoOutcome>
}

/**
 * The videos that this page has: each is ordered once, however often its dialog is opened, and goes on coming while its
 * dialog is closed. What failed is forgotten, so that the next time is another try.
 */
export function createVideoShelf({ order, read, wait }: VideoShelfDeps): VideoShelf {
  const coming = new Map<string, Promise<VideoOutcome>>()
  const there = new Map<string, VideoOutcome>()

  async function make(assistantId: string): Promise<VideoOutcome> {
    try {
      let talk = await order(assistantId)
      while (talk.askAgainMs !== null) {
        await wait(talk.askAgainMs)
        talk = await read(talk.id)
      }
      const outcome = outcomeOf(talk)
      if (outcome.step !== 'failed') there.set(assistantId, outcome)
      return outcome
    } catch (error) {
      return outcomeOfError(error)
    } finally {
      coming.delete(assistantId)
    }
  }

  return {
    now: (assistantId) => there.get(assistantId) ?? { step: 'creating' },
    get(assistantId) {
      const known = there.get(assistantId)
      if (known !== undefined) return Promise.resolve(known)
      const outcome = coming.get(assistantId) ?? make(assistantId)
      coming.set(assistantId, outcome)
      return outcome
    },
  }
}

function outcomeOf({ video, error }: Talk): VideoOutcome {
  if (video !== null) return { step: 'ready', url: video.url }
  // Not on this deployment: trying again would change nothing.
  if (error?.cause === 'no-codecs') return { step: 'none' }
  return { step: 'failed', text: error?.text ?? TALK_ERROR_TEXTS.render, detail: error?.detail ?? '' }
}

function outcomeOfError(error: unknown): VideoOutcome {
  const problem = problemOf(error)
  // The call says it better, with the way on.
  if (problem?.code === 'unreachable' || problem?.code === 'unauthenticated') return { step: 'none' }
  return { step: 'failed', text: TALK_ERROR_TEXTS.create, detail: problem?.detail ?? '' }
}
