import type { VideoCause } from '#contract/video-steps.ts'
import type { VoiceId } from '#contract/voices.ts'
import type { TalkingFace, VideoFormat } from './media-tasks.ts'

/** A maker of talking videos: this server (features/videos/built-in) or D-ID (vendors/d-id-maker.ts). */
export interface VideoMaker {
  readonly path: 'built-in' | 'd-id'
  /**
   * Makes one video and reports each step. The next step begins only when the last one has been saved. If the maker
   * fails, it reports `failed`, or `rendering` or `polled` once more and then retries until the caller stops iterating.
   * It throws when the server shuts down and for errors of our own.
   */
  make(order: VideoOrder, desk: VideoDesk): AsyncGenerator<VideoEvent, void, void>
}

export interface VideoOrder {
  id: string
  text: string
  voiceId: VoiceId
  format: VideoFormat
  /** A person's own ElevenLabs key, used for this order alone and never stored. */
  elevenLabsKey?: string | undefined
  /**
   * Where an earlier process stopped: the vendor's id of the video, or the file of the speech made with a person's own
   * key.
   */
  vendorVideoId?: string | undefined
  speechId?: string | undefined
}

/** Services of the server that a maker uses while it makes a video. */
export interface VideoDesk {
  /** Undefined if the photo has been deleted meanwhile. */
  readFace(): Promise<TalkingFace | undefined>
  /** Stores a file for the video's owner and returns its id. Undefined if the request has been deleted meanwhile. */
  keep(kind: 'video' | 'speech', bytes: Uint8Array, mediaType: string): Promise<string | undefined>
  /** Resolves when the vendor should be polled again or its webhook has arrived. Rejects when the server shuts down. */
  waitForLook(): Promise<void>
  webhookUrl: string | undefined
}

export type VideoEvent =
  /** An attempt begins. `speechId` is the file of a speech made with a person's own key. */
  | { type: 'rendering'; speechId?: string }
  | { type: 'submitted'; vendorVideoId: string }
  /** The vendor was polled, and the video is not ready yet. */
  | { type: 'polled' }
  | { type: 'finished'; fileId: string }
  | { type: 'failed'; cause: VideoCause }
