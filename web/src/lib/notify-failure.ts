import { ApiProblem, failureWords } from './api-problem.ts'
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
