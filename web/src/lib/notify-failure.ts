import { ApiProblem, failureWords, hasCode } from './api-problem.ts'
import { notify, type Notice } from './notify.ts'

/** Tells in a toast that something failed, with the server's message. @param otherwise shown for other errors */
export function notifyFailure(title: string, error: unknown, otherwise = 'Please try again.'): void {
  notify({ kind: 'error', title, description: failureWords(error, otherwise) })
}

/** A toast in the server's words. @param title shown for other errors */
export function failureNotice(error: unknown, title: string): Notice {
  return error instanceof ApiProblem
    ? { kind: 'error', title: error.title, description: error.detail }
    : { kind: 'error', title, description: 'Nothing was changed. Please try again.' }
}

/** Ends or removes something. That it is gone already, for example because an answer was lost, is no failure. */
export async function unlessGone(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!hasCode(error, 'not-found')) throw error
  }
}

/** Does something, and tells in a toast if it fails. @returns whether it succeeded */
export async function attempt(title: string, work: () => Promise<unknown>, otherwise?: string): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    notifyFailure(title, error, otherwise)
    return false
  }
}
