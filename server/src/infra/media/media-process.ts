import { AppError } from '#contract/errors.ts'
import { acceptPhoto } from './accept-photo.ts'
import type { FromMedia, MediaReplies, MediaTask, ToMedia } from './media-tasks.ts'
import { MediaError } from './media-tasks.ts'
import { drawPortraitPicture } from './pictures.ts'
import { renderVideo } from './render-video.ts'

/**
 * The process behind `createMedia`: native code reads strangers' bytes here, so that what brings it down brings down
 * nothing else. It takes one task after the other and goes when its parent does.
 */
async function work(task: MediaTask): Promise<MediaReplies[MediaTask['task']]> {
  switch (task.task) {
    case 'accept-photo':
      return acceptPhoto(task)
    case 'draw-portrait':
      return drawPortraitPicture(task)
    case 'render-video':
      return renderVideo(task)
  }
}

async function answer({ id, work: task }: ToMedia): Promise<FromMedia> {
  try {
    return { id, ok: true, reply: await work(task) }
  } catch (error) {
    if (error instanceof AppError) return { id, ok: false, refusal: { code: error.code, detail: error.detail } }
    const kind = error instanceof MediaError ? error.kind : 'failed'
    return { id, ok: false, kind, message: error instanceof Error ? error.message : String(error) }
  }
}

process.on('disconnect', () => process.exit(0))
// Ctrl-C reaches every process of a terminal; this one is ended by its parent, once its work is no longer wanted.
process.on('SIGINT', () => {})
process.on('message', (message: ToMedia) => {
  void answer(message).then((reply) => process.send?.(reply))
})
