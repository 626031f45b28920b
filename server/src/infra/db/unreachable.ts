/**
 * PostgreSQL's codes for a server that starts, stops or is full (classes 08, 53 and 57P0x), and the system's for a
 * connection that could not be made or broke.
 */
const CODES = /^(08\w{3}|53\w{3}|57P0[1-3]|ECONNREFUSED|ECONNRESET|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EPIPE)$/
/** The driver's own failures have no code. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Cannot use a pool after calling end|PGlite is clos)/

/** Whether an error, or what caused it, is that the database does not answer: then trying again later can help. */
export function isDatabaseUnreachable(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if ('code' in cause && typeof cause.code === 'string' && CODES.test(cause.code)) return true
    if (MESSAGES.test(cause.message)) return true
  }
  return false
}
