// What is known of a thrown value, which may be anything.

/** An error and its causes, the outermost first. */
export function causesOf(error: unknown, most = 5): Error[] {
  return error instanceof Error && most > 0 ? [error, ...causesOf(error.cause, most - 1)] : []
}

/** The code of the system or of a driver, such as `ENOENT` or `53100`; empty for an error without one. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
