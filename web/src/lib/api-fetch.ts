import { ApiProblem, unreachable } from './api-problem.ts'
import { prepareStored, readStored, writeStored } from './local-store.ts'
import { endSession } from './session-ended.ts'

/**
 * `fetch` for our own API: sends the session token, and throws an `ApiProblem` for every unsuccessful answer. When the
 * server rejects the session or team token, the token is deleted here, so that the whole site shows the person as
 * signed out.
 */
export async function apiFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  await prepareStored()
  const session = readStored('session')
  const team = readStored('teamToken')
  const headers = new Headers(init.headers)
  if (session !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${session.token}`)
  if (team !== null && !headers.has('voxhall-team')) headers.set('voxhall-team', team.token)

  const response = await fetch(input, { ...init, headers, credentials: 'omit' }).catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw unreachable(cause)
  })
  if (response.ok) return response

  const body = await response.text().catch(() => '')
  // The code that parses errors is loaded with the first error.
  const { problemFrom } = await import('./problem-answer.ts').catch((cause: unknown) => {
    throw unreachable(cause)
  })
  const problem = problemFrom(response.status, body, response.headers)
  if (problem.code === 'unauthenticated') {
    if (session !== null) endSession(session.token)
    if (team !== null && readStored('teamToken')?.token === team.token) {
      writeStored('teamToken', null)
      writeStored('teamAccess', null)
    }
  }
  throw problem
}

/** The error as an `ApiProblem`, or null for any other error, which is a bug of the page. */
export function problemOf(error: unknown): ApiProblem | null {
  return error instanceof ApiProblem ? error : null
}
