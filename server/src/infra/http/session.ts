import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from '#contract/errors.ts'
import type { AppEnv, Viewer } from './context.ts'

/** The header in which team members send the token of `POST /api/team/access`. */
export const TEAM_TOKEN_HEADER = 'Voxhall-Team'

/** Whose something is: an account's, or a team member's for as long as the access lasts. */
export type Owner = { userId: string } | { teamSessionId: string }

/** @throws AppError `unauthenticated` without a session */
export function ownerOf(viewer: Viewer): Owner {
  switch (viewer.kind) {
    case 'user':
      return { userId: viewer.userId }
    case 'team':
      return { teamSessionId: viewer.teamSessionId }
    case 'anonymous':
      throw new AppError('unauthenticated')
  }
}

/** Reads the viewer from the `Authorization` and `Voxhall-Team` headers; cookies are never looked at. */
export type ViewerReader = (headers: Headers) => Promise<Viewer>

/**
 * What a route demands. `user` is open to team members too (decisions 3); `account` is not, since it is about the
 * signed-in person's own account.
 */
export const ROLES = ['anonymous', 'user', 'account', 'team'] as const
export type Role = (typeof ROLES)[number]

export function mayAct(viewer: Viewer, role: Role): boolean {
  switch (role) {
    case 'anonymous':
      return true
    case 'user':
      return viewer.kind !== 'anonymous'
    case 'account':
      return viewer.kind === 'user'
    case 'team':
      return viewer.kind === 'team' || (viewer.kind === 'user' && viewer.team)
  }
}

/** Refuses with `unauthenticated` (no session) or `forbidden` (signed in, but not allowed). */
export function requireRole(role: Role) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (role !== 'anonymous') {
      const viewer = await c.var.viewer()
      if (!mayAct(viewer, role)) throw new AppError(viewer.kind === 'anonymous' ? 'unauthenticated' : 'forbidden')
    }
    await next()
  })
}

/** The signed-in person, for routes with the role `account`. */
export async function accountOf(c: Context<AppEnv>): Promise<Extract<Viewer, { kind: 'user' }>> {
  const viewer = await c.var.viewer()
  if (viewer.kind !== 'user') throw new AppError('unauthenticated')
  return viewer
}

/** Puts a lazy `viewer()` on the request, so that pages and health checks cost no look-up. */
export function viewerOnDemand(readViewer: ViewerReader) {
  return createMiddleware<AppEnv>(async (c, next) => {
    let viewer: Promise<Viewer> | undefined
    c.set('viewer', () => (viewer ??= readViewer(c.req.raw.headers)))
    await next()
  })
}
