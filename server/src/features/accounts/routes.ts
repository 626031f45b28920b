import { apiRouter } from '../../infra/http/api-route.ts'
import { createAccountRoutes } from './account-routes.ts'
import type { Auth } from './auth.ts'
import type { AuthDeps } from './auth-deps.ts'
import { createEntryRoutes } from './entry-routes.ts'
import { createKnownDevices } from './known-devices.ts'
import { createMailLinkRoutes } from './mail-link-routes.ts'
import { createMailLinks } from './mail-links.ts'
import { createTeamRoutes } from './team-routes.ts'

/** All of `/api/auth` and `/api/team`. */
export function createAuthRoutes(deps: AuthDeps, auth: Auth, teamAccessCode: string) {
  const devices = createKnownDevices(deps.secret)
  const ways = { deps, auth, devices, links: createMailLinks(deps.secret) }
  return apiRouter()
    .route('/', createEntryRoutes(ways))
    .route('/', createMailLinkRoutes(ways))
    .route('/', createAccountRoutes(deps, auth, devices))
    .route('/', createTeamRoutes({ db: deps.db, teamAccessCode, devices }))
}
