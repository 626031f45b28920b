import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { VideoCause } from '#contract/video-steps.ts'
import type { TalkingFace } from '../infra/media/media-tasks.ts'
import type { VideoDesk, VideoEvent, VideoMaker, VideoOrder } from '../infra/media/video-maker.ts'
import { causeOfDidError, type Did, type DidPicture } from './d-id.ts'
import { VendorError } from './vendor-error.ts'

/** Attempts at a request whose failure may be temporary, as many as D-ID's own SDK makes. */
const TRIES = 3
const RETRY_MS = 1_000
const MAX_RETRY_MS = 10_000
const MAY_PASS: ReadonlySet<string> = new Set(['rate-limited', 'unreachable', 'failing', 'timed-out'])

interface DidMakerDeps {
  did: Did
  /** Renders a drawn portrait as a PNG; D-ID accepts pictures only. */
  drawPortrait: (personId: string) => Promise<Uint8Array>
  log: Logger
  /** Aborts the waits between attempts when the server shuts down. */
  signal?: AbortSignal | undefined
}

/** Has D-ID make talking videos: uploads the picture, orders the video, and polls until it is done. */
export function createDidMaker({ did, drawPortrait, log, signal }: DidMakerDeps): VideoMaker {
  async function* make(order: VideoOrder, desk: VideoDesk): AsyncGenerator<VideoEvent, void, void> {
    let { vendorVideoId } = order
    if (vendorVideoId === undefined) {
      const event = await submit(order, desk)
      yield event
      if (event.type !== 'submitted') return
      vendorVideoId = event.vendorVideoId
    }
    for (;;) {
      await desk.waitForLook()
      const event = await look(order.id, vendorVideoId, desk)
      if (event === 'deleted') return
      yield event
      if (event.type !== 'polled') return
    }
  }

  async function submit(order: VideoOrder, desk: VideoDesk) {
    const { id, text, voiceId, elevenLabsKey } = order
    const face = await desk.readFace()
    if (!face) return { type: 'failed', cause: 'upload-failed' } as const
    const picture = await pictureOf(face)
    const source = await attempt(order, 'upload-failed', () => did.uploadImage(picture))
    if ('cause' in source) return source
    const talk = { text, voiceId, userData: id, webhook: desk.webhookUrl, elevenLabsKey }
    const ordered = await attempt(order, 'talk-failed', () => did.createTalk({ sourceUrl: source.result, ...talk }))
    return 'cause' in ordered ? ordered : ({ type: 'submitted', vendorVideoId: ordered.result } as const)
  }

  async function pictureOf(face: TalkingFace): Promise<DidPicture> {
    return face.kind === 'photo'
      ? { bytes: new Uint8Array(face.picture), mediaType: 'image/jpeg' }
      : { bytes: new Uint8Array(await drawPortrait(face.personId)), mediaType: 'image/png' }
  }

  async function attempt(
    order: VideoOrder,
    cause: VideoCause,
    request: () => Promise<string>,
  ): Promise<{ result: string } | { type: 'failed'; cause: VideoCause }> {
    for (let tries = 1; ; tries += 1) {
      try {
        return { result: await request() }
      } catch (error) {
        if (!(error instanceof VendorError)) throw error
        if (tries < TRIES && MAY_PASS.has(error.kind)) {
          await delay(Math.min(error.retryAfterMs ?? RETRY_MS, MAX_RETRY_MS), undefined, { signal })
          continue
        }
        // The message has the refusal and its reason. A stack trace would only point here, so it is not logged.
        log.warn({ reason: error.message, videoId: order.id }, 'D-ID refused a talking video')
        // The upload needs D-ID's key alone.
        const hasOwnKey = cause === 'talk-failed' && order.elevenLabsKey !== undefined
        return { type: 'failed', cause: causeOfDidError(error, { hasOwnKey }) ?? cause }
      }
    }
  }

  /** A failed poll does not fail the video: the next poll may succeed. */
  async function look(id: string, vendorVideoId: string, desk: VideoDesk): Promise<VideoEvent | 'deleted'> {
    try {
      const progress = await did.readTalk(vendorVideoId)
      if (progress.status === 'failed') return { type: 'failed', cause: progress.cause }
      if (progress.status === 'pending') return { type: 'polled' }
      const { bytes, mediaType } = await did.download(progress.resultUrl)
      const fileId = await desk.keep('video', bytes, mediaType)
      return fileId === undefined ? 'deleted' : { type: 'finished', fileId }
    } catch (error) {
      const reason = error instanceof VendorError ? { reason: error.message } : { err: error }
      log.warn({ ...reason, videoId: id }, 'a talking video could not be checked')
      const isGone = error instanceof VendorError && error.status === 404
      return isGone ? { type: 'failed', cause: 'rendering-failed' } : { type: 'polled' }
    }
  }

  return { path: 'd-id', make }
}
