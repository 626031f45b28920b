import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { VIDEO_POLLING, type VideoPanel } from '#contract/video-steps.ts'
import type { TalkingFace } from '../../infra/media/media-tasks.ts'
import type { VideoDesk, VideoEvent, VideoMaker } from '../../infra/media/video-maker.ts'
import { isOver, nextVideoState } from './video-state.ts'
import type { VideoRecord, VideoStore, VideoSubject } from './video-store.ts'

export interface VideoRunnerDeps {
  store: VideoStore
  maker: VideoMaker
  /** Undefined if the photo is gone. */
  readFace: (subject: VideoSubject) => Promise<TalkingFace | undefined>
  /** Stores a file and returns its id. */
  keep: (video: VideoRecord, kind: 'video' | 'speech', bytes: Uint8Array, mediaType: string) => Promise<string>
  discard: (fileId: string) => Promise<void>
  webhookUrlOf: (videoId: string) => string | undefined
  log: Logger
  /** For tests: replaces the polling intervals of the spec. */
  pollEveryMs?: ((panel: VideoPanel) => number) | undefined
}

interface Run {
  done: Promise<void>
  /** Ends the wait for the next poll. */
  wake: () => void
}

/** Drives each video of this process to its end: applies the maker's events to the state and saves every step. */
export function createVideoRunner(deps: VideoRunnerDeps) {
  const { store, maker, log } = deps
  const everyMs = deps.pollEveryMs ?? ((panel) => VIDEO_POLLING[panel].everyMs)
  const runs = new Map<string, Run>()
  const closing = new AbortController()

  function start(video: VideoRecord, elevenLabsKey?: string): void {
    if (closing.signal.aborted || runs.has(video.id)) return
    const alarm = createAlarm(closing.signal)
    const desk: VideoDesk = {
      readFace: () => deps.readFace(video),
      async keep(kind, bytes, mediaType) {
        if (await store.find(video.id)) return deps.keep(video, kind, bytes, mediaType)
        log.info({ videoId: video.id }, 'a talking video was finished after its request was deleted')
        return undefined
      },
      waitForLook: () => alarm.wait(everyMs(video.panel)),
      webhookUrl: deps.webhookUrlOf(video.id),
    }
    const done = drive(video, elevenLabsKey, desk)
      .catch((error: unknown) => {
        // An error during shutdown is no fault: the next start repeats the interrupted step.
        if (!closing.signal.aborted)
          log.error({ err: error, videoId: video.id }, 'a talking video could not be advanced')
      })
      .finally(() => runs.delete(video.id))
    runs.set(video.id, { done, wake: alarm.ring })
  }

  async function drive(given: VideoRecord, elevenLabsKey: string | undefined, desk: VideoDesk): Promise<void> {
    let video = given
    for await (const event of eventsOf(given, elevenLabsKey, desk)) {
      // During shutdown no attempt begins, but speech that has been stored is still recorded in the state.
      if (closing.signal.aborted && event.type === 'rendering' && event.speechId === undefined) return
      const next = nextVideoState(video.state, event, video.panel)
      const moved = await store.move(video, next)
      if (!moved && event.type === 'finished') await deps.discard(event.fileId)
      if (isOver(next) && video.state.step === 'rendering' && video.state.speechId) {
        await deps.discard(video.state.speechId)
      }
      if (!moved || isOver(next) || closing.signal.aborted) return
      video = moved
    }
  }

  function eventsOf({ state, ...video }: VideoRecord, elevenLabsKey: string | undefined, desk: VideoDesk) {
    const speechId = state.step === 'rendering' ? (state.speechId ?? undefined) : undefined
    const vendorVideoId = state.step === 'submitted' ? state.vendorVideoId : undefined
    const isKeyLost = video.isOwnVoice && [elevenLabsKey, speechId, vendorVideoId].every((given) => given === undefined)
    if (isKeyLost) return [{ type: 'failed', cause: 'key-lost' }] satisfies VideoEvent[]
    const { id, text, voiceId, format } = video
    return maker.make({ id, text, voiceId, format, elevenLabsKey, vendorVideoId, speechId }, desk)
  }

  return {
    /** `elevenLabsKey` is needed only until the text has been spoken, and is never stored. */
    start,
    /** Polls the vendor at once, since something may have changed there. */
    async nudge(videoId: string): Promise<void> {
      const video = runs.has(videoId) ? undefined : await store.find(videoId)
      // Another process may be working on the video. Polling twice does no harm, since only one of them saves the result.
      if (video?.state.step === 'submitted') start(video)
      runs.get(videoId)?.wake()
    },
    /** Continues videos that no process has confirmed for `idleMs`, and confirms those of this process. */
    async resume(idleMs: number): Promise<void> {
      await store.beat([...runs.keys()])
      for (const video of await store.findLeft(new Date(Date.now() - idleMs))) start(video)
    },
    async close(): Promise<void> {
      closing.abort(new Error('the server is shutting down'))
      await Promise.all([...runs.values()].map(({ done }) => done))
    },
  }
}

/** A wait that can be cut short. If it is rung before a wait begins, that wait ends at once. */
function createAlarm(signal: AbortSignal) {
  let rung = Promise.withResolvers<void>()
  return {
    ring: () => rung.resolve(),
    async wait(ms: number): Promise<void> {
      const stop = new AbortController()
      const timer = delay(ms, undefined, { ref: false, signal: AbortSignal.any([signal, stop.signal]) })
      try {
        await Promise.race([timer, rung.promise])
      } finally {
        stop.abort()
        rung = Promise.withResolvers()
      }
    },
  }
}
