import type { Logger } from 'pino'
import { advanceTalk, TALK_POLLING, type TalkCause, type TalkEvent } from '#contract/avatar-steps.ts'
import { causeOfDidError, type DidPicture, type TalkingVideos } from '../../vendors/d-id.ts'
import { VendorError } from '../../vendors/vendor-error.ts'
import type { TalkRecord, TalkStore, TalkSubject } from './talk-store.ts'

export interface TalkDriverDeps {
  store: TalkStore
  videos: TalkingVideos
  /** The picture that is to speak; undefined where it is gone. */
  pictureOf: (subject: TalkSubject) => Promise<DidPicture | undefined>
  /** Keeps a finished video; answers with its id. */
  keepVideo: (talk: TalkRecord, video: { bytes: Uint8Array; mediaType: string }) => Promise<string>
  /** Where the maker can say that something happened. */
  webhookFor: (talkId: string) => string | undefined
  log: Logger
  /** For tests. */
  everyMs?: (panel: TalkRecord['panel']) => number
}

export interface TalkDriver {
  /** Moves a talk on until it is over. A person's own key is needed until the video is ordered, and forgotten then. */
  start(talk: TalkRecord, elevenLabsKey?: string): void
  /** Something may have happened: looks at once instead of at the next turn. */
  nudge(talkId: string): Promise<void>
  /** Takes up the talks that nobody moves: of a process that died. */
  resume(idleMs: number): Promise<void>
  close(): Promise<void>
}

/** Tries of a request whose failure may pass, as D-ID's own SDK makes them. */
const TRIES = 3
const RETRY_MS = 1_000
const MAY_PASS = new Set(['rate-limited', 'unreachable', 'failing', 'timed-out'])

interface Run {
  done: Promise<void>
  /** Ends the wait until the next look. */
  wake: () => void
}

export function createTalkDriver(deps: TalkDriverDeps): TalkDriver {
  const { store, videos, log } = deps
  const everyMs = deps.everyMs ?? ((panel) => TALK_POLLING[panel].everyMs)
  const runs = new Map<string, Run>()
  const life = { closed: false }

  function start(talk: TalkRecord, elevenLabsKey?: string): void {
    if (life.closed || runs.has(talk.id)) return
    // A nudge that comes during a look counts for the next wait.
    let woken = false
    let end: (() => void) | undefined
    const run: Run = {
      done: Promise.resolve(),
      wake: () => {
        woken = true
        end?.()
      },
    }
    const wait = (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(finish, ms)
        timer.unref()
        function finish(): void {
          clearTimeout(timer)
          woken = false
          end = undefined
          resolve()
        }
        end = finish
        if (woken || life.closed) finish()
      })
    runs.set(talk.id, run)
    run.done = drive(talk, elevenLabsKey, wait)
      .catch((error: unknown) => {
        // Given up in the middle of a step, which the next start takes again.
        if (!life.closed) log.error({ err: error, talkId: talk.id }, 'a talking video could not be advanced')
      })
      .finally(() => runs.delete(talk.id))
  }

  async function drive(given: TalkRecord, key: string | undefined, wait: (ms: number) => Promise<void>): Promise<void> {
    let talk: TalkRecord | undefined = given
    while (talk && !life.closed && talk.state.step !== 'done' && talk.state.step !== 'error') {
      if (talk.state.step === 'poll') await wait(everyMs(talk.panel))
      if (life.closed) return
      const event = await doStep(talk, key)
      talk = await store.move(talk, advanceTalk(talk.state, event, talk.panel))
    }
  }

  async function doStep(talk: TalkRecord, key: string | undefined): Promise<TalkEvent> {
    switch (talk.state.step) {
      case 'upload': {
        const picture = await deps.pictureOf(talk)
        if (!picture) return { type: 'failed', cause: 'upload-failed' }
        return attempt(talk, 'upload-failed', key, async () => ({
          type: 'uploaded',
          sourceUrl: await videos.uploadImage(picture),
        }))
      }
      case 'create': {
        const { sourceUrl } = talk.state
        const { id, text, voiceId, format } = talk
        const webhook = deps.webhookFor(id)
        return attempt(talk, 'talk-failed', key, async () => ({
          type: 'created',
          vendorTalkId: await videos.createTalk({
            sourceUrl,
            text,
            voiceId,
            format,
            userData: id,
            ...(webhook === undefined ? {} : { webhook }),
            ...(key === undefined ? {} : { elevenLabsKey: key }),
          }),
        }))
      }
      case 'poll':
        return look(talk, talk.state.vendorTalkId)
      case 'done':
      case 'error':
        return { type: 'polled', outcome: 'pending' }
    }
  }

  /** A look that fails is no failure of the video; the next one may tell. */
  async function look(talk: TalkRecord, vendorTalkId: string): Promise<TalkEvent> {
    try {
      const progress = await videos.readTalk(vendorTalkId)
      if (progress.status === 'failed') return { type: 'failed', cause: progress.cause }
      if (progress.status === 'pending') return { type: 'polled', outcome: 'pending' }
      const video = await videos.download(progress.resultUrl)
      return { type: 'finished', videoId: await deps.keepVideo(talk, video) }
    } catch (error) {
      const what = error instanceof VendorError ? { reason: error.message } : { err: error }
      log.warn({ ...what, talkId: talk.id }, 'a talking video could not be checked')
      const isGone = error instanceof VendorError && error.status === 404
      return isGone ? { type: 'failed', cause: 'rendering-failed' } : { type: 'polled', outcome: 'pending' }
    }
  }

  async function attempt(
    talk: TalkRecord,
    cause: TalkCause,
    key: string | undefined,
    request: () => Promise<TalkEvent>,
  ): Promise<TalkEvent> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await request()
      } catch (error) {
        if (!(error instanceof VendorError)) throw error
        if (tries < TRIES && MAY_PASS.has(error.kind)) {
          await new Promise((resolve) => setTimeout(resolve, Math.min(error.retryAfterMs ?? RETRY_MS, 10_000)))
          continue
        }
        // Says whose refusal it is and why; a stack would only lead here.
        log.warn({ reason: error.message, talkId: talk.id }, 'the maker of talking videos refused')
        return { type: 'failed', cause: causeOfDidError(error, { hasOwnKey: key !== undefined }) ?? cause }
      }
    }
  }

  return {
    start,
    async nudge(talkId) {
      const run = runs.get(talkId)
      if (run) return run.wake()
      const talk = await store.find(talkId)
      // Another process has it in hand, or none: looking once more does no harm.
      if (talk?.state.step === 'poll') {
        start(talk)
        runs.get(talkId)?.wake()
      }
    },
    async resume(idleMs) {
      for (const id of await store.findLeft(new Date(Date.now() - idleMs))) {
        const talk = await store.find(id)
        if (talk) start(talk)
      }
    },
    async close() {
      life.closed = true
      for (const run of runs.values()) run.wake()
      await Promise.all([...runs.values()].map(({ done }) => done))
    },
  }
}
