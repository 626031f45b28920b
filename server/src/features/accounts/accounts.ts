import { checkPassword } from './account.ts'
import type { AuthDeps } from './auth-deps.ts'
import { createAuth } from './auth.ts'
import { deleteExpiredAccess } from './expiry.ts'
import { createAuthRoutes } from './routes.ts'
import { createViewerReader } from './viewer.ts'

export interface AccountsDeps extends AuthDeps {
  /** Six characters that open the team's pages. */
  teamAccessCode: string
}

export type Accounts = ReturnType<typeof createAccounts>

/** Accounts, sessions and the team's way in. */
export function createAccounts(deps: AccountsDeps) {
  const { db } = deps
  const auth = createAuth(deps)
  return {
    routes: createAuthRoutes(deps, auth, deps.teamAccessCode),
    /** Reads both tokens of a request. */
    readViewer: createViewerReader({ db, auth }),
    /** Before an action that cannot be undone. @throws AppError `password-wrong` */
    checkPassword: (userId: string, password: string) => checkPassword(db, auth, userId, password),
    chores: [() => deleteExpiredAccess(db)],
  }
}
