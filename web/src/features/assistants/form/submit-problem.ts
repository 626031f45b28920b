import { ApiProblem } from '../../../lib/api-problem.ts'
import { PhotoRefused } from './photo.ts'

/** Why a form could not be sent; `field` is the field at fault, or null if there is none. */
interface SubmitProblem {
  field: 'photo' | null
  message: string
}

/** Codes by which the server refuses a picture. */
const OF_PHOTO = /^(photo-|payload-too-large$)/

export function submitProblemOf(error: unknown): SubmitProblem {
  if (error instanceof PhotoRefused) return { field: 'photo', message: error.message }
  if (!(error instanceof ApiProblem)) {
    return { field: null, message: 'It could not be sent. Everything you wrote is kept; please try again.' }
  }
  if (error.code === 'not-found') {
    return {
      field: null,
      message: 'This assistant has been deleted, so nothing could be saved. What you wrote is still here.',
    }
  }
  const message = `${error.title}. ${error.detail}`
  return { field: OF_PHOTO.test(error.code) ? 'photo' : null, message }
}
