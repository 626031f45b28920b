import { lt } from 'drizzle-orm'
import type { Env } from '../../config/env.ts'
import type { Database } from '../../infra/db/client.ts'
import { sessions, teamAccessTries, teamSessions, verifications } from '../../infra/db/schema/auth.ts'
import { apiRouter } from '../../infra/http/api-route.ts'
import { createAccountRoutes } from './account-routes.ts'
import { checkPassword } from './account.ts'
import { createAuth, type AuthDeps } from './auth.ts'
import { createEntryRoutes } from './entry-routes.ts'
import { createKnownDevices } from './known-devices.ts'
import { createMailLinkRoutes } from './mail-link-routes.ts'
import { createMailLinks } from './mail-links.ts'
import { createTeamRoutes } from './team-routes.ts'
import { createViewerReader } from './viewer.ts'

const DAY_MS = 24 * 3_600_000

export interface AccountsDeps extends Omit<AuthDeps, 'refusesThrowAwayMail'> {
  config: Pick<Env, 'TEAM_ACCESS_CODE' | 'THROWAWAY_MAIL'>
}

export type Accounts = ReturnType<typeof createAccounts>

/** Accounts, sessions and the team's access: all routes below `/api/auth` and `/api/team`. */
export function createAccounts({ config, ...given }: AccountsDeps) {
  const { db, secret } = given
  const deps = { ...given, refusesThrowAwayMail: config.THROWAWAY_MAIL === 'refuse' }
  const auth = createAuth(deps)
  const devices = createKnownDevices(secret)
  const parts = { deps, auth, devices, links: createMailLinks(secret) }
  return {
    routes: apiRouter()
      .route('/', createEntryRoutes(parts))
      .route('/', createMailLinkRoutes(parts))
      .route('/', createAccountRoutes(parts))
      .route('/', createTeamRoutes(db, config.TEAM_ACCESS_CODE, devices)),
    readViewer: createViewerReader(db, auth),
    /** Required before an action that can't be undone. @throws AppError `password-wrong` */
    checkPassword: (userId: string, password: string) => checkPassword(db, auth, userId, password),
    chores: [() => deleteExpiredAccess(db)],
  }
}

/** Deletes expired sessions and links, and attempts to enter the access code that no longer count. */
async function deleteExpiredAccess(db: Database): Promise<void> {
  const now = new Date()
  await db.delete(sessions).where(lt(sessions.expiresAt, now))
  await db.delete(teamSessions).where(lt(teamSessions.expiresAt, now))
  await db.delete(verifications).where(lt(verifications.expiresAt, now))
  await db.delete(teamAccessTries).where(lt(teamAccessTries.triedAt, new Date(now.getTime() - DAY_MS)))
}
