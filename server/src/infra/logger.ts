import { pino, type Logger, type LoggerOptions } from 'pino'
import type { PinoPretty } from 'pino-pretty'
import { describeStorageFault, storageFaultOf } from './db/storage-fault.ts'
import { isDatabaseUnreachable } from './db/failure-kinds.ts'
import { causesOf, codeOf } from './error-facts.ts'
import type { Env } from '../config/env.ts'

/** Keys whose values must never be logged, at whatever depth of a line they occur. */
const SECRET_KEYS = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'authorization',
  'cookie',
  'secret',
  'apiKey',
]

const UNREACHABLE =
  'The database does not answer. What was saved before is kept; requests are refused meanwhile. Check that PostgreSQL is running and that DATABASE_URL is right; the server continues by itself once it answers.'

interface LoggedError {
  type: string
  message: string
  code?: string
  stack?: string
  cause?: LoggedError
}

/** Separate from `createLogger` so that tests can use it. */
export function loggerOptions(level: string): LoggerOptions {
  return {
    level,
    base: undefined,
    redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[hidden]' },
    serializers: { err: serialiseError },
  }
}

/**
 * Writes JSON lines to standard output; in local mode, readable lines if standard output is a terminal. If the reader of
 * the output has ended, lines are lost and the service continues.
 */
export async function createLogger(env: Pick<Env, 'LOG_LEVEL' | 'localMode'>): Promise<Logger> {
  const options = loggerOptions(env.LOG_LEVEL)
  process.stdout.on('error', () => undefined)
  // A development dependency: where it is not installed, the lines are JSON.
  const pretty = env.localMode && process.stdout.isTTY ? await importPretty() : undefined
  // Not pino's own destination, which at the end of the process retries without end to write to a closed pipe.
  return pino(options, pretty?.({ ignore: 'requestId', sync: true }) ?? process.stdout)
}

function importPretty(): Promise<typeof PinoPretty | undefined> {
  return import('pino-pretty').then(
    (module) => module.PinoPretty,
    () => undefined,
  )
}

/**
 * Describes an error without the data that it was about. A failed query's error contains the parameters, in its message
 * too, and they may be what a person said. PostgreSQL's `detail` quotes rows, so only its code and message are kept.
 */
function serialiseError(error: unknown): unknown {
  // The operator can fix these faults, and a stack would not say more than these words.
  const fault = storageFaultOf(error)
  if (fault) return { type: fault, message: describeStorageFault(fault) }
  if (isDatabaseUnreachable(error)) {
    // The message of the innermost cause is the system's or the driver's, without the query.
    return { type: 'database-unreachable', message: UNREACHABLE, cause: causesOf(error).at(-1)?.message ?? '' }
  }
  if (error instanceof Error) return describeError(error, 4)
  // pg-boss reports plain objects with the fields of an error.
  const isErrorLike = typeof error === 'object' && error !== null && 'message' in error
  return {
    type: typeof error,
    message: isErrorLike ? String(error.message) : 'something other than an error was thrown',
  }
}

function describeError(error: Error, depth: number): LoggedError {
  const isQuery = 'query' in error && typeof error.query === 'string'
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? []
  return {
    type: error.name,
    message: isQuery ? `Failed query: ${String(error.query)}` : error.message,
    ...(codeOf(error) && { code: codeOf(error) }),
    stack: frames.join('\n'),
    ...(error.cause instanceof Error && depth > 0 ? { cause: describeError(error.cause, depth - 1) } : {}),
  }
}
