import { deserialize, serialize } from 'node:v8'
import type { Logger } from 'pino'
import type { VideoCause } from '#contract/video-steps.ts'
import type { Media } from '../../../infra/media/media.ts'
import { MediaError, VIDEO_MEDIA_TYPE, type Speech } from '../../../infra/media/media-tasks.ts'
import type { VideoDesk, VideoEvent, VideoMaker, VideoOrder } from '../../../infra/media/video-maker.ts'
import type { FileLibrary } from '../../../infra/storage/file-library.ts'
import { VendorError } from '../../../vendors/vendor-error.ts'
import { SpeechTooLongError } from '../../../voice/tts/whole-speech.ts'
import type { SpeechDeps } from '../../speech/speech.ts'

interface BuiltInMakerDeps {
  media: Media
  speech: SpeechDeps
  library: Pick<FileLibrary, 'find' | 'read'>
  log: Logger
  /** Aborted when the server shuts down, which ends the rendering; the next start begins it again. */
  signal: AbortSignal
}

/** Renders talking videos in the media process, one after the other in the order of the requests. */
export function createBuiltInMaker({ media, speech, library, log, signal }: BuiltInMakerDeps): VideoMaker {
  let queue = Promise.resolve()

  /** Resolves when it is this video's turn, with a function that lets the next one begin. */
  async function takeTurn(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = queue
    queue = before.then(() => promise)
    await before
    return resolve
  }

  async function* make(order: VideoOrder, desk: VideoDesk): AsyncGenerator<VideoEvent, void, void> {
    const endTurn = await takeTurn()
    try {
      let own: { speechId: string; speech: Speech } | undefined
      if (order.elevenLabsKey !== undefined) {
        const spoken = await sayWithKey(order, order.elevenLabsKey)
        if (typeof spoken === 'string') return yield { type: 'failed', cause: spoken }
        const speechId = await desk.keep('speech', serialize(spoken), 'application/octet-stream')
        if (speechId === undefined) return
        own = { speechId, speech: spoken }
      }
      for (;;) {
        yield { type: 'rendering', ...(own ? { speechId: own.speechId } : {}) }
        const event = await render(order, own?.speech, desk)
        if (event === 'deleted') return
        if (event) return yield event
      }
    } finally {
      endTurn()
    }
  }

  /** Renders one video. Undefined if another attempt may succeed. */
  async function render(
    { id, text, voiceId, format, speechId }: VideoOrder,
    own: Speech | undefined,
    desk: VideoDesk,
  ): Promise<VideoEvent | 'deleted' | undefined> {
    try {
      const face = await desk.readFace()
      if (!face) return { type: 'failed', cause: 'upload-failed' }
      const spoken = own ?? (await readSpeech(speechId)) ?? (await speech.say({ text, voiceId }))
      const task = { task: 'render-video', face, speech: spoken, format } as const
      const { bytes, durationMs, cpuMs } = await media.run(task, { signal })
      const fileId = await desk.keep('video', bytes, VIDEO_MEDIA_TYPE[format])
      if (fileId === undefined) return 'deleted'
      log.info({ videoId: id, videoMs: durationMs, cpuMs }, 'talking video made')
      return { type: 'finished', fileId }
    } catch (error) {
      signal.throwIfAborted()
      const cause = finalCause(error)
      if (cause === undefined) log.warn({ err: error, videoId: id }, 'an attempt to make a talking video failed')
      else log.warn({ reason: String(error), videoId: id }, 'a talking video could not be made')
      return cause && { type: 'failed', cause }
    }
  }

  async function sayWithKey(line: VideoOrder, apiKey: string): Promise<Speech | VideoCause> {
    try {
      const { samples, cues } = await speech.sayWithKey({ text: line.text, voiceId: line.voiceId }, apiKey)
      return { samples, cues }
    } catch (error) {
      log.warn({ reason: String(error) }, 'a text could not be spoken with a person’s own key')
      if (error instanceof SpeechTooLongError) return 'too-long'
      if (!(error instanceof VendorError)) throw error
      return error.kind === 'key-refused' || error.kind === 'no-credit' ? error.kind : 'talk-failed'
    }
  }

  async function readSpeech(speechId: string | undefined): Promise<Speech | undefined> {
    const file = speechId === undefined ? undefined : await library.find(speechId)
    const bytes = file && (await library.read(file))
    // `make` serialised this value.
    return bytes && (deserialize(bytes) as Speech)
  }

  return { path: 'built-in', make }
}

/** The cause of a failure that no further attempt would change; otherwise undefined. */
function finalCause(error: unknown): VideoCause | undefined {
  if (error instanceof SpeechTooLongError) return 'too-long'
  if (!(error instanceof MediaError)) return undefined
  return error.kind === 'no-codecs' ? 'no-codecs' : error.kind === 'undecodable' ? 'rendering-failed' : undefined
}
