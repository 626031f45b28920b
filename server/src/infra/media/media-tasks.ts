import type { ErrorCode } from '#contract/errors.ts'
import type { PhotoFace } from '#contract/photo-face.ts'
import type { MouthCue } from '#contract/visemes.ts'

/** Work on pictures and videos, done in a separate process: see `media-process.ts`. */
export type MediaTask = AcceptPhotoTask | DrawPortraitTask | RenderVideoTask

/** Turns the picture in an uploaded form into a clean one: upright, within the size limit, without metadata. */
export interface AcceptPhotoTask {
  task: 'accept-photo'
  /** The unparsed body, and its Content-Type header with the boundary. */
  form: Uint8Array
  contentType: string
  maxBytes: number
  maxSidePx: number
}

export interface DrawPortraitTask {
  task: 'draw-portrait'
  personId: string
  widthPx: number
}

export type VideoFormat = 'webm' | 'mp4'

/** WebM is the default, since VP9 and Opus are royalty-free. */
export const VIDEO_MEDIA_TYPE: Readonly<Record<VideoFormat, string>> = { webm: 'video/webm', mp4: 'video/mp4' }

export interface Speech {
  /** 24 kHz mono, −1…1. */
  samples: Float32Array
  /** In order of time, which is counted from the first sample. */
  cues: readonly MouthCue[]
}

export type TalkingFace =
  | { kind: 'portrait'; personId: string }
  | { kind: 'photo'; picture: Uint8Array; face: PhotoFace }

export interface RenderVideoTask {
  task: 'render-video'
  face: TalkingFace
  speech: Speech
  format: VideoFormat
}

export interface Picture {
  bytes: Uint8Array
  widthPx: number
  heightPx: number
}

export interface RenderedVideo {
  bytes: Uint8Array
  durationMs: number
  /** Processor time over all cores. */
  cpuMs: number
}

export interface MediaReplies {
  'accept-photo': Picture
  'draw-portrait': Picture
  'render-video': RenderedVideo
}

export type MediaReply<Task extends MediaTask> = MediaReplies[Task['task']]

/**
 * `no-codecs`: the optional package for videos is not installed. `undecodable`: the bytes turned out not to be a picture.
 * `too-slow`: the time limit ended the work. `died`: the process ended by itself.
 */
type MediaFailure = 'no-codecs' | 'undecodable' | 'too-slow' | 'died' | 'failed'

export class MediaError extends Error {
  override readonly name = 'MediaError'
  readonly kind: MediaFailure

  constructor(kind: MediaFailure, message: string, options?: ErrorOptions) {
    super(`${kind}: ${message}`, options)
    this.kind = kind
  }
}

export type FromMedia =
  | { ok: true; reply: MediaReplies[MediaTask['task']] }
  | { ok: false; kind: MediaFailure; message: string }
  | { ok: false; refusal: { code: ErrorCode; detail: string } }
