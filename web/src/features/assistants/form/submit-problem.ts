import { failureWords } from '../../../lib/api-problem.ts'
import { problemOf } from '../../../lib/api-fetch.ts'
import { PhotoRefused } from './photo.ts'

/** Codes by which the server refuses a picture. */
const OF_PHOTO = /^(photo-|payload-too-large$)/

/** Why a form could not be sent, and the field at fault; `root` when it is none. */
export function submitProblemOf(error: unknown): { field: 'photo' | 'root'; message: string } {
  if (error instanceof PhotoRefused) return { field: 'photo', message: error.message }
  const code = problemOf(error)?.code ?? ''
  const message =
    code === 'not-found'
      ? 'This assistant has been deleted, so nothing could be saved. What you wrote is still here.'
      : failureWords(error, 'It could not be sent. Everything you wrote is kept; please try again.')
  return { field: OF_PHOTO.test(code) ? 'photo' : 'root', message }
}
