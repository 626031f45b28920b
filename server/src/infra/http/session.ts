import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from '#contract/errors.ts'
import type { ApiScope } from '#contract/api-keys.ts'
import type { AppEnv, Viewer } from './context.ts'

/** The header in which team members send the token from `POST /api/team/access`. */
export const TEAM_TOKEN_HEADER = 'Voxhall-Team'

/** The owner of something: an account, or a team session while it lasts. */
export type Owner = { userId: string } | { teamSessionId: string }

/** @throws AppError `unauthenticated` for anonymous requests and for programs */
function ownerOf(viewer: Viewer): Owner {
  if (viewer.kind === 'user') return { userId: viewer.userId }
  if (viewer.kind === 'team') return { teamSessionId: viewer.teamSessionId }
  throw new AppError('unauthenticated')
}

/**
 * The caller of an own assistant. Undefined for an anonymous caller, who must call from a page of this site.
 * @throws AppError `origin-refused` for pages of other sites
 */
export async function callerFrom(
  c: Context<AppEnv>,
  isOwnOrigin: (origin: string, host: string | undefined) => boolean,
): Promise<Owner | undefined> {
  const viewer = await c.var.viewer()
  const caller = viewer.kind === 'anonymous' ? undefined : ownerOf(viewer)
  const origin = c.req.header('Origin')
  const isRefused = origin === undefined ? !caller : !isOwnOrigin(origin, c.req.header('Host'))
  if (isRefused) throw new AppError('origin-refused')
  return caller
}

/** Reads the viewer from the `Authorization` and `Voxhall-Team` headers. Cookies are ignored. */
export type ViewerReader = (headers: Headers) => Promise<Viewer>

/**
 * The role that a route demands. `user` admits team members too (decisions 3); `account` does not, since it concerns the
 * signed-in person's own account. `program` admits only API keys, which no other role admits.
 */
export type Role = 'anonymous' | 'user' | 'account' | 'team' | 'program'

/** The account that sends a request, on routes that are open to others too. */
export function accountIn(viewer: Viewer): Sender['account'] | null {
  return viewer.kind === 'user' ? viewer : null
}

/** What routes know about their sender once it was admitted. Which part is set depends on the role (`RoleEnv`). */
interface Sender {
  /** The signed-in person. */
  account: Extract<Viewer, { kind: 'user' }>
  owner: Owner
  program: Extract<Viewer, { kind: 'program' }>
}
type SenderEnv<Known extends keyof Sender = keyof Sender> = AppEnv & { Variables: Pick<Sender, Known> }

/** The environment of a role's routes: `c.var.account` for `account`, `c.var.owner` for `user`, and so on. */
export type RoleEnv<R extends Role> = R extends 'account' | 'program'
  ? SenderEnv<R>
  : R extends 'user'
    ? SenderEnv<'owner'>
    : AppEnv

const MAY_ACT: Readonly<Record<Role, (viewer: Viewer) => boolean>> = {
  anonymous: () => true,
  user: ({ kind }) => kind === 'user' || kind === 'team',
  account: ({ kind }) => kind === 'user',
  team: (viewer) => viewer.kind === 'team' || (viewer.kind === 'user' && viewer.team),
  program: ({ kind }) => kind === 'program',
}

/** Throws `unauthenticated` without a session, and `forbidden` if the session lacks the role. */
export function requireRole(role: Role) {
  return createMiddleware<SenderEnv>(async (c, next) => {
    if (role === 'anonymous') return next()
    const viewer = await c.var.viewer()
    if (!MAY_ACT[role](viewer)) throw new AppError(viewer.kind === 'anonymous' ? 'unauthenticated' : 'forbidden')
    if (viewer.kind === 'program') c.set('program', viewer)
    else c.set('owner', ownerOf(viewer))
    if (viewer.kind === 'user') c.set('account', viewer)
    await next()
  })
}

/** Refuses keys without the scope, and rate-limits each key. Must follow `requireRole('program')`. */
export function requireScope(scope: ApiScope) {
  return createMiddleware<RoleEnv<'program'>>(async (c, next) => {
    const { keyId, scopes } = c.var.program
    c.var.rateLimiter.take('program', keyId)
    if (!scopes.includes(scope)) {
      throw new AppError('forbidden', { detail: `This API key lacks the scope ${scope}. Create one that has it.` })
    }
    await next()
  })
}

/** Sets a lazy `viewer()` on the request, so that pages and health checks cost no session look-up. */
export function viewerOnDemand(readViewer: ViewerReader) {
  return createMiddleware<AppEnv>(async (c, next) => {
    let viewer: Promise<Viewer> | undefined
    c.set('viewer', () => (viewer ??= readViewer(c.req.raw.headers)))
    await next()
  })
}
