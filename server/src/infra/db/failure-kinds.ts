import { causesOf, codeOf } from '../error-facts.ts'

/**
 * PostgreSQL's codes for a server that is starting, stopping or overloaded (classes 08, 53 and 57P0x), and the system's
 * codes for a connection that failed or broke.
 */
const UNREACHABLE_CODES = /^(08\w{3}|53\w{3}|57P0[1-3]|ECONNREFUSED|ECONNRESET|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EPIPE)$/
/** Failures of the driver itself carry no code. */
const UNREACHABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Cannot use a pool after calling end|PGlite is clos)/
/** PostgreSQL's codes for invalid data (classes 22 and 54) and for violated constraints (class 23). */
const REFUSED_CODES = /^(22|23|54)\w{3}$/
/** PostgreSQL's codes for text with a NUL character, and for a date that is out of its range or that it cannot read. */
const UNSTORABLE_CODES = /^22(021|P05|007|008)$/

/** Whether the error, or one of its causes, means that the database did not answer. Trying again later may then help. */
export function isDatabaseUnreachable(error: unknown): boolean {
  return causesOf(error).some(
    (cause) => UNREACHABLE_CODES.test(codeOf(cause)) || UNREACHABLE_MESSAGES.test(cause.message),
  )
}

/** Whether the database refused the data itself, so that trying again can't help. */
export function isDataRefused(error: unknown): boolean {
  return causesOf(error).some((cause) => REFUSED_CODES.test(codeOf(cause)))
}

/** Whether the request contains a text or a date that the database cannot represent. */
export function isUnstorable(error: unknown): boolean {
  return causesOf(error).some((cause) => UNSTORABLE_CODES.test(codeOf(cause)))
}
