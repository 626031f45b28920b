import { VIDEO_POLLING, type VideoPanel } from '#contract/video-steps.ts'
import type { Video } from '#contract/videos.ts'
import type { InferRequestType } from 'hono/client'
import { api } from '../../lib/api.ts'
import { ApiProblem } from '../../lib/api-problem.ts'
import { successBody } from '../../lib/success-body.ts'

type VideoOrder = Omit<InferRequestType<typeof api.api.videos.$post>['json'], 'format'>

/** Asks the server for a talking video that this browser can play. @throws ApiProblem */
export function orderVideo(order: VideoOrder, init: RequestInit = {}, headers: Record<string, string> = {}) {
  const json = { ...order, format: playableFormat() }
  return successBody(api.api.videos.$post({ json }, { init, headers }))
}

/** Where the video is now. @throws ApiProblem */
export function readVideo(id: string, signal: AbortSignal): Promise<Video> {
  return successBody(api.api.videos[':id'].$get({ param: { id } }, { init: { signal } }))
}

function playableFormat(): 'webm' | 'mp4' {
  return document.createElement('video').canPlayType('video/webm; codecs="vp09.00.10.08, opus"') === '' ? 'mp4' : 'webm'
}

export interface AwaitVideoOptions {
  panel: VideoPanel
  /** Where the video is now. @throws ApiProblem */
  read: (videoId: string) => Promise<Video>
  /** May reject, which ends it all. */
  wait: (ms: number) => Promise<void>
  onLook?: (video: Video) => void
  nowMs?: () => number
}

/** However short a time the server names, it is not asked more often. */
const AT_MOST_EVERY_MS = 500

/**
 * Asks for a talking video until it is over, as often as the server says; in vain, for as long as the specification gives
 * it: so many times at its own interval (section 9), or more often within the same total time. Null: that time is up.
 * @throws ApiProblem where the server is out of reach, knows the viewer no longer or the video not at all
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
      // A look that fails is no failure of the video; the next one may tell.
      if (!(error instanceof ApiProblem) || error.status < 500) throw error
    }
  }
  return now
}
