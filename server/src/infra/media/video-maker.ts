import type { VideoCause } from '#contract/video-steps.ts'
import type { VoiceId } from '#contract/voices.ts'
import type { TalkingFace, VideoFormat } from './media-tasks.ts'

/** A maker of talking videos: this server (features/videos/built-in) or D-ID (vendors/d-id-maker.ts). */
export interface VideoMaker {
  readonly path: 'built-in' | 'd-id'
  /**
   * Makes one video and reports each step; it goes on to the next step when the last one has been saved. A failure of the
   * maker is the event `failed` or another `rendering` or `polled`, after which it tries again until the caller stops
   * asking. It throws when the server shuts down and for faults of our own.
   */
  make(order: VideoOrder, desk: VideoDesk): AsyncGenerator<VideoEvent, void, void>
}

export interface VideoOrder {
  id: string
  text: string
  voiceId: VoiceId
  format: VideoFormat
  /** A person's own key to ElevenLabs, for this order alone. It is never stored. */
  elevenLabsKey?: string | undefined
  /** Where an earlier process stopped: the vendor's id of the video, or the file of the speech made with a person's key. */
  vendorVideoId?: string | undefined
  speechId?: string | undefined
}

/** What the server does for a maker while it makes a video. */
export interface VideoDesk {
  /** Undefined when the photo has been deleted meanwhile. */
  readFace(): Promise<TalkingFace | undefined>
  /** Stores a file for the video's owner; answers with its id. Undefined when the request has been deleted meanwhile. */
  keep(kind: 'video' | 'speech', bytes: Uint8Array, mediaType: string): Promise<string | undefined>
  /** Until the next look at the vendor is due, or its webhook has called. Rejects when the server shuts down. */
  waitForLook(): Promise<void>
  webhookUrl: string | undefined
}

export type VideoEvent =
  /** An attempt begins. With the file of the speech, where a person's own key has spoken it. */
  | { type: 'rendering'; speechId?: string }
  | { type: 'submitted'; vendorVideoId: string }
  /** The vendor was asked, and the video is not over. */
  | { type: 'polled' }
  | { type: 'finished'; fileId: string }
  | { type: 'failed'; cause: VideoCause }
