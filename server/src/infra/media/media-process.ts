import { AppError } from '#contract/errors.ts'
import { answerParent } from '../answer-parent.ts'
import { messageOf } from '../error-facts.ts'
import { acceptPhoto } from './accept-photo.ts'
import { MediaError, type FromMedia, type MediaReplies, type MediaTask } from './media-tasks.ts'
import { drawPortraitPicture } from './pictures.ts'
import { renderVideo } from './render-video.ts'

/**
 * The entry point of the process behind `createMedia`. Native code decodes untrusted bytes here, so that a crash ends
 * only this process.
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

async function answer(task: MediaTask): Promise<FromMedia> {
  try {
    return { ok: true, reply: await work(task) }
  } catch (error) {
    if (error instanceof AppError) return { ok: false, refusal: { code: error.code, detail: error.detail } }
    const kind = error instanceof MediaError ? error.kind : 'failed'
    return { ok: false, kind, message: messageOf(error) }
  }
}

answerParent(answer)
