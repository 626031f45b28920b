/** The message when no answer arrived. */
const UNREACHABLE = {
  title: 'No connection',
  detail: 'The server could not be reached. Nothing was lost: check your connection and try again.',
}

/** A failed request, with a message that may be shown. */
export class ApiProblem extends Error {
  /** The HTTP status; 0 when no answer arrived. */
  readonly status: number
  /** A code of the server's error table, `unreachable`, or `unknown`. */
  readonly code: string
  readonly title: string
  readonly detail: string
  /** For support: identifies the request in the server's log. */
  readonly requestId: string | null

  constructor(facts: Pick<ApiProblem, 'status' | 'code' | 'title' | 'detail' | 'requestId' | 'cause'>) {
    super(`${facts.status} ${facts.code}: ${facts.detail}`, { cause: facts.cause })
    this.name = 'ApiProblem'
    this.status = facts.status
    this.code = facts.code
    this.title = facts.title
    this.detail = facts.detail
    this.requestId = facts.requestId
  }
}

/** Whether a request failed with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): error is ApiProblem {
  return error instanceof ApiProblem && codes.includes(error.code)
}

/** Whether a request failed because its address is malformed or names nothing that is there. */
export function isNotFound(error: unknown): boolean {
  return hasCode(error, 'not-found', 'bad-request')
}

/** Whether a save was refused because something else was saved since its content was read. */
export function isConflict(error: unknown): boolean {
  return hasCode(error, 'changed-meanwhile')
}

export function unreachable(cause: unknown): ApiProblem {
  return new ApiProblem({ status: 0, code: 'unreachable', ...UNREACHABLE, requestId: null, cause })
}

/** The message of a failed request, or `otherwise` for other errors. What was refused needs no title: the detail says why. */
export function failureWords(error: unknown, otherwise: string): string {
  if (hasCode(error, 'bad-request')) return error.detail
  return error instanceof ApiProblem ? `${error.title}. ${error.detail}` : otherwise
}
