/**
 * PostgreSQL's codes for a server that starts, stops or is full (classes 08, 53 and 57P0x), and the system's for a
 * connection that could not be made or broke.
 */
const UNREACHABLE_CODES = /^(08\w{3}|53\w{3}|57P0[1-3]|ECONNREFUSED|ECONNRESET|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EPIPE)$/
/** The driver's own failures have no code. */
const UNREACHABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Cannot use a pool after calling end|PGlite is clos)/
/** PostgreSQL's codes for data that it does not take (classes 22 and 54) and for rows that don't belong (class 23). */
const REFUSED_CODES = /^(22|23|54)\w{3}$/

/** Whether the database did not answer, as the error or one of its causes says: trying again later can help. */
export function isDatabaseUnreachable(error: unknown): boolean {
  return causesOf(error).some(
    (cause) => UNREACHABLE_CODES.test(codeOf(cause)) || UNREACHABLE_MESSAGES.test(cause.message),
  )
}

/** Whether the database refused the data itself, so that trying again can't help. */
export function isDataRefused(error: unknown): boolean {
  return causesOf(error).some((cause) => REFUSED_CODES.test(codeOf(cause)))
}

function causesOf(error: unknown, depth = 5): Error[] {
  return error instanceof Error && depth > 0 ? [error, ...causesOf(error.cause, depth - 1)] : []
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
