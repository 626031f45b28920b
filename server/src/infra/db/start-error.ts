import { causesOf, codeOf } from '../error-facts.ts'
import { describeStartStorageFault, storageFaultOf } from './storage-fault.ts'
import { isDatabaseUnreachable } from './failure-kinds.ts'

/** The database cannot be opened at the start. The message tells the operator what was kept and what to do. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError'
}

/** PostgreSQL's codes for a refused login (class 28), a missing database and missing privileges. */
const ADVICE: readonly [RegExp, string][] = [
  [/^28/, 'refuses the user or the password. Check DATABASE_URL'],
  [/^3D000$/, 'has no database of that name. Create it, or check DATABASE_URL'],
  [/^42501$/, 'does not let this user create tables. Give the user the right to create in the database'],
  [/^(57P03|53300)$/, 'has no free connection, or is just starting. Wait a little'],
]

/** The error for a PostgreSQL that could not be reached or migrated. It names the address without the password. */
export function postgresStartError(error: unknown, url: string): unknown {
  const { host, pathname } = URL.parse(url) ?? { host: '', pathname: '' }
  const name = `The PostgreSQL at ${host}${pathname}`
  const code = firstCodeOf(error)
  const advice = ADVICE.find(([pattern]) => pattern.test(code))?.[1]
  if (advice) return startError(`${name} ${advice}, then start again. Nothing was changed.`, error)
  const fault = storageFaultOf(error)
  if (fault === 'read-only') {
    const words = 'can only be read, as a standby can. Name the primary in DATABASE_URL'
    return startError(`${name} ${words}, then start again. Nothing was changed.`, error)
  }
  if (fault === 'disk-full') {
    return startError(
      `${name} has no space left on its disk. Free some, then start again. What was saved is kept.`,
      error,
    )
  }
  if (!isUnreachable(code, error)) return error
  const why = error instanceof Error && error.message !== '' ? `: ${error.message}` : ''
  return startError(
    `${name} does not answer${why}. Nothing was changed. Check that it is running and that DATABASE_URL is right, then start again.`,
    error,
  )
}

/** The error for a data folder that could not be written to before the database was opened. */
export function folderStartError(error: unknown, dataDir: string): unknown {
  if (error instanceof DatabaseStartError) return error
  const fault = storageFaultOf(error)
  if (fault) return startError(describeStartStorageFault(fault, dataDir), error)
  if (!['ENOTDIR', 'EEXIST'].includes(firstCodeOf(error))) return error
  return startError(
    `${dataDir} is not a folder. Set DATA_DIR to a folder, then start again. Nothing was changed.`,
    error,
  )
}

function firstCodeOf(error: unknown): string {
  return causesOf(error).map(codeOf).find(Boolean) ?? ''
}

function startError(message: string, cause: unknown): DatabaseStartError {
  return new DatabaseStartError(message, { cause })
}

function isUnreachable(code: string, error: unknown): boolean {
  return (
    isDatabaseUnreachable(error) || /^(EAI_AGAIN|ENETUNREACH|ERR_INVALID_URL|CERT_|SELF_SIGNED|DEPTH_ZERO)/.test(code)
  )
}
