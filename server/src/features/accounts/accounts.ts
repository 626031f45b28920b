import type { Env } from '../../config/env.ts'
import { checkPassword } from './account.ts'
import type { AuthDeps } from './auth-deps.ts'
import { createAuth } from './auth.ts'
import { deleteExpiredAccess } from './expiry.ts'
import { createAuthRoutes } from './routes.ts'
import { createViewerReader } from './viewer.ts'

export interface AccountsDeps extends Omit<AuthDeps, 'refusesThrowAwayMail'> {
  config: Pick<Env, 'TEAM_ACCESS_CODE' | 'THROWAWAY_MAIL'>
}

export type Accounts = ReturnType<typeof createAccounts>

/** Accounts, sessions and the team's way in. */
export function createAccounts({ config, ...given }: AccountsDeps) {
  const { db } = given
  const deps = { ...given, refusesThrowAwayMail: config.THROWAWAY_MAIL === 'refuse' }
  const auth = createAuth(deps)
  return {
    routes: createAuthRoutes(deps, auth, config.TEAM_ACCESS_CODE),
    /** Reads both tokens of a request. */
    readViewer: createViewerReader({ db, auth }),
    /** Before an action that cannot be undone. @throws AppError `password-wrong` */
    checkPassword: (userId: string, password: string) => checkPassword(db, auth, userId, password),
    chores: [() => deleteExpiredAccess(db)],
  }
}
