import { problemOf } from '../../lib/api-fetch.ts'
import { writeStored } from '../../lib/local-store.ts'

/**
 * Whether the server says that this is no member of the team (any more). If so the local flag goes too, upon which the
 * screen leads to the way in.
 */
export function hasLostTeamAccess(error: unknown): boolean {
  const code = problemOf(error)?.code
  if (code !== 'unauthenticated' && code !== 'forbidden') return false
  writeStored('teamToken', null)
  writeStored('teamAccess', null)
  return true
}
