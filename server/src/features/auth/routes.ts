import { apiRouter } from '../../http/api-route.ts'
import { createAccountRoutes } from './account-routes.ts'
import type { Auth } from './auth.ts'
import type { AuthDeps } from './auth-deps.ts'
import { createEntryRoutes } from './entry-routes.ts'
import { createTeamRoutes } from './team-routes.ts'

/** All of `/api/auth` and `/api/team`. */
export function createAuthRoutes(deps: AuthDeps, auth: Auth, teamAccessCode: string) {
  return apiRouter()
    .route('/', createEntryRoutes(deps, auth))
    .route('/', createAccountRoutes(deps, auth))
    .route('/', createTeamRoutes({ db: deps.db, teamAccessCode }))
}
