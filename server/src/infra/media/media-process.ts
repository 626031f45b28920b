import { AppError } from '#contract/errors.ts'
import { messageOf } from '../error-facts.ts'
import { acceptPhoto } from './accept-photo.ts'
import { MediaError, type FromMedia, type MediaReplies, type MediaTask, type ToMedia } from './media-tasks.ts'
import { drawPortraitPicture } from './pictures.ts'
import { renderVideo } from './render-video.ts'

/**
 * The entry point of the process behind `createMedia`. Native code decodes untrusted bytes here, so that a crash ends
 * only this process. It does one task at a time and exits together with its parent.
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
    return { id, ok: false, kind, message: messageOf(error) }
  }
}

process.on('disconnect', () => process.exit(0))
// Ctrl-C reaches every process of the terminal. The parent ends this one when its work is no longer needed.
process.on('SIGINT', () => {})
process.on('message', (message: ToMedia) => {
  void answer(message).then((reply) => process.send?.(reply))
})
