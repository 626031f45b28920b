import { describeVideoError } from '#contract/video-steps.ts'
import type { Video } from '#contract/videos.ts'
import type { PhotoFace } from '#contract/photo-face.ts'
import { problemOf } from '../../../../lib/api-fetch.ts'
import { pause } from '../../../../lib/pause.ts'
import { awaitVideo, orderVideo, readVideo } from '../../../videos/videos.ts'
import type { ChosenPhoto, KeptPhoto } from '../photo.ts'
import { keyHeader, type TextToSay } from './say-text.ts'
import { uploadPhoto } from '../send-assistant.ts'

/** The steps of making a talking video; each is also shown to the person. */
export type VideoStep = 'photo' | 'upload' | 'create' | 'poll'

export type TalkingVideo = NonNullable<Video['video']>
type VideoError = NonNullable<Video['error']>

export interface VideoWish extends TextToSay {
  photo: ChosenPhoto
  photoFace: PhotoFace | null
}

/** Photos that were already uploaded: each is uploaded once, however many videos are made of it. */
const sent = new WeakMap<ChosenPhoto, KeptPhoto>()

async function photoIdOf(photo: ChosenPhoto): Promise<string> {
  const kept = sent.get(photo) ?? (await uploadPhoto(photo))
  sent.set(photo, kept)
  return kept.photoId
}

/**
 * Makes a video in which the photo says the text, and waits for it.
 * @throws ApiProblem, or PhotoRefused when this browser can no longer read the picture
 */
export async function makeTalkingVideo(
  wish: VideoWish,
  onStep: (step: VideoStep) => void,
  signal: AbortSignal,
): Promise<{ video: TalkingVideo } | { error: VideoError }> {
  onStep('photo')
  const ordered = await order(wish, signal).catch((error: unknown) => {
    if (problemOf(error)?.status !== 404 || !sent.delete(wish.photo)) throw error
    // The photo may be gone: the server keeps photos of unsubmitted forms for two days only. It is uploaded again.
    return order(wish, signal)
  })
  const over = await awaitVideo(ordered, {
    panel: 'test',
    read: (id) => readVideo(id, signal),
    wait: (ms) => pause(ms, signal),
    onLook: ({ status }) => (status === 'done' || status === 'error' ? undefined : onStep(status)),
  })
  if (over === null) return { error: { cause: 'timed-out', ...describeVideoError('timed-out', 'test') } }
  if (over.video !== null) return { video: over.video }
  if (over.error !== null) return { error: over.error }
  throw new Error('A video is over without one.')
}

async function order(wish: VideoWish, signal: AbortSignal): Promise<Video> {
  const { photo, photoFace, text, voiceId, provider, apiKey } = wish
  const photoId = await photoIdOf(photo)
  signal.throwIfAborted()
  const request = { photoId, photoFace, text, voiceId, provider, panel: 'test' as const }
  return orderVideo(request, { signal }, keyHeader(provider, apiKey))
}
