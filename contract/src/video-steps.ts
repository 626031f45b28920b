/**
 * A talking video as pages see it (spec section 4): `upload → create → poll → done | error`. Free of zod, so that pages
 * load it early. The lifecycle on the server is in server/src/features/videos/video-state.ts.
 */

export const VIDEO_STATUSES = ['upload', 'create', 'poll', 'done', 'error'] as const
export type VideoStatus = (typeof VIDEO_STATUSES)[number]

/** The causes of failure in spec section 8, and further ones that a person can act on. */
export const VIDEO_CAUSES = [
  'upload-failed',
  'talk-failed',
  'rendering-failed',
  'timed-out',
  'rejected',
  'no-face',
  'too-long',
  'key-refused',
  'key-lost',
  'no-credit',
  'no-codecs',
] as const
export type VideoCause = (typeof VIDEO_CAUSES)[number]

/** Where the video is shown. The Talk dialog polls rarely, the Test panel more often (spec section 9). */
export const VIDEO_PANELS = ['talk', 'test'] as const
export type VideoPanel = (typeof VIDEO_PANELS)[number]

export const VIDEO_POLLING: Readonly<Record<VideoPanel, { everyMs: number; times: number }>> = {
  talk: { everyMs: 10_000, times: 30 },
  test: { everyMs: 2_000, times: 30 },
}

/** The wording of spec section 8. */
export const VIDEO_ERROR_TEXTS = {
  create: 'Failed to create talking avatar. Please try again.',
  render: 'Avatar creation failed. Please try again.',
  test: 'Failed to generate talking video. Please try again.',
} as const

/** The texts of a failure: the wording of the specification, and the reason. */
export function describeVideoError(cause: VideoCause, panel: VideoPanel): { text: string; detail: string } {
  const { isRendering, detail } = CAUSES[cause]
  const text =
    panel === 'test' ? VIDEO_ERROR_TEXTS.test : isRendering ? VIDEO_ERROR_TEXTS.render : VIDEO_ERROR_TEXTS.create
  return { text, detail }
}

const CAUSES: Readonly<Record<VideoCause, { isRendering: boolean; detail: string }>> = {
  'upload-failed': { isRendering: false, detail: 'The picture could not be uploaded.' },
  'talk-failed': { isRendering: false, detail: 'The video could not be requested.' },
  'rendering-failed': { isRendering: true, detail: 'The video could not be made.' },
  'timed-out': { isRendering: true, detail: 'It took too long.' },
  rejected: { isRendering: true, detail: 'The picture or the text was refused by the service. Choose another one.' },
  'no-face': {
    isRendering: true,
    detail: 'No face was found in the picture. Choose one that shows it from the front.',
  },
  'key-refused': { isRendering: false, detail: 'The key was not accepted. It was not kept.' },
  'too-long': { isRendering: true, detail: 'Said aloud, the text takes more than a minute. Please shorten it.' },
  'key-lost': {
    isRendering: false,
    detail: 'The server was restarted, and it does not keep your key. Please try again.',
  },
  'no-credit': { isRendering: false, detail: 'The account with the service has no credit left.' },
  'no-codecs': { isRendering: true, detail: 'This server has no video codecs. Voice calls work as usual.' },
}
