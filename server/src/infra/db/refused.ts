/** PostgreSQL's codes for data that it does not take (classes 22 and 54) and for rows that don't belong (class 23). */
const CODES = /^(22|23|54)\w{3}$/

/** Whether the database refused the data itself, so that trying again can't help. */
export function isDataRefused(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if ('code' in cause && typeof cause.code === 'string' && CODES.test(cause.code)) return true
  }
  return false
}
