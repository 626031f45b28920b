import { failureWords } from './api-problem.ts'
import { notify } from './notify.ts'

/** Tells in a toast that something failed, with the server's message. @param otherwise shown for other errors */
export function notifyFailure(title: string, error: unknown, otherwise = 'Please try again.'): void {
  notify({ kind: 'error', title, description: failureWords(error, otherwise) })
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
