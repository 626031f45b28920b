import { VIDEO_POLLING, type VideoPanel } from '#contract/video-steps.ts'
import type { Video } from '#contract/videos.ts'
import type { InferRequestType } from 'hono/client'
import { api, successBody } from '../../lib/api.ts'
import { ApiProblem } from '../../lib/api-problem.ts'

type VideoOrder = Omit<InferRequestType<typeof api.api.videos.$post>['json'], 'format'>

/**
 * Orders a talking video in a format that this browser can play.
 * @throws ApiProblem
 */
export function orderVideo(order: VideoOrder, init: RequestInit = {}, headers: Record<string, string> = {}) {
  const json = { ...order, format: playableFormat() }
  return successBody(api.api.videos.$post({ json }, { init, headers }))
}

/**
 * Reads the state of the video.
 * @throws ApiProblem
 */
export function readVideo(id: string, signal: AbortSignal): Promise<Video> {
  return successBody(api.api.videos[':id'].$get({ param: { id } }, { init: { signal } }))
}

function playableFormat(): 'webm' | 'mp4' {
  return document.createElement('video').canPlayType('video/webm; codecs="vp09.00.10.08, opus"') === '' ? 'mp4' : 'webm'
}

export interface AwaitVideoOptions {
  panel: VideoPanel
  /**
   * Reads the state of the video.
   * @throws ApiProblem
   */
  read: (videoId: string) => Promise<Video>
  /** A rejection ends the polling. */
  wait: (ms: number) => Promise<void>
  onLook?: (video: Video) => void
  nowMs?: () => number
}

/** The shortest interval, even if the server asks for a shorter one. */
const AT_MOST_EVERY_MS = 500

/**
 * Polls for a talking video until it is done or has failed, at the interval that the server asks for. Gives up after
 * the specification's total time: a number of polls at a fixed interval (section 9). Returns null then.
 * @throws ApiProblem when the server is unreachable, or no longer knows the viewer or the video
 */
export async function awaitVideo(video: Video, options: AwaitVideoOptions): Promise<Video | null> {
  const { panel, read, wait, onLook, nowMs = () => performance.now() } = options
  const { everyMs, times } = VIDEO_POLLING[panel]
  const endsAtMs = nowMs() + everyMs * times
  let now = video
  while (now.askAgainMs !== null) {
    onLook?.(now)
    const pauseMs = Math.max(AT_MOST_EVERY_MS, now.askAgainMs)
    if (nowMs() + pauseMs > endsAtMs) return null
    await wait(pauseMs)
    try {
      now = await read(now.id)
    } catch (error) {
      // A failed request does not mean that the video has failed; the next one may succeed.
      if (!(error instanceof ApiProblem) || error.status < 500) throw error
    }
  }
  return now
}
