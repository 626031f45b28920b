import { AppError } from '#contract/errors.ts'
import type { Database } from '../../infra/db/client.ts'
import { TEAM_TOKEN_HEADER, type ViewerReader } from '../../infra/http/session.ts'
import type { Auth } from './auth.ts'
import { findTeamSession } from './team-access.ts'

/** Reads both tokens of a request. A wrong or expired token counts as missing. */
export function createViewerReader(db: Database, auth: Auth): ViewerReader {
  return async (headers) => {
    const [current, teamSession] = await Promise.all([
      currentSession(auth, headers),
      findTeamSession(db, headers.get(TEAM_TOKEN_HEADER)),
    ])
    if (current) {
      const { id: userId, email, name: displayName } = current.user
      return { kind: 'user', userId, email, displayName, team: teamSession !== undefined }
    }
    return teamSession ? { kind: 'team', teamSessionId: teamSession.id } : { kind: 'anonymous' }
  }
}

/** The session of the bearer token, prolonged if that is due. */
export async function currentSession(auth: Auth, headers: Headers) {
  const authorization = headers.get('Authorization')
  // Sessions travel in this header only, so a cross-site request with cookies carries no session.
  if (!authorization) return null
  try {
    return await auth.api.getSession({ headers: new Headers({ authorization }) })
  } catch (error) {
    // Null would log people out while the database is unreachable for a moment.
    throw new AppError('unavailable', { retryAfterSeconds: 5, cause: error })
  }
}
