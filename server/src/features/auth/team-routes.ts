import { doneSchema, teamAccessRequestSchema, teamAccessResponseSchema, teamSessionSchema } from '#contract/account.ts'
import { AppError } from '#contract/errors.ts'
import type { Database } from '../../db/client.ts'
import { apiRoute, apiRouter, json, jsonBody } from '../../http/api-route.ts'
import { TEAM_TOKEN_HEADER } from '../../http/session.ts'
import { enterTeam, findTeamSession, leaveTeam } from './team-access.ts'

const common = { path: '/api/team/access' as const, tags: ['Team'] }

const enterRoute = apiRoute({
  ...common,
  method: 'post',
  'x-role': 'anonymous',
  summary: 'Exchange the access code for a token',
  request: { body: jsonBody(teamAccessRequestSchema) },
  responses: { 200: json(teamAccessResponseSchema, `Send the token in the header ${TEAM_TOKEN_HEADER}.`) },
})

const lookRoute = apiRoute({
  ...common,
  method: 'get',
  'x-role': 'team',
  summary: 'Whether the token still holds',
  responses: { 200: json(teamSessionSchema, 'It does.') },
})

const leaveRoute = apiRoute({
  ...common,
  method: 'delete',
  'x-role': 'team',
  summary: 'Give the token up',
  responses: { 200: json(doneSchema, 'It opens nothing any more.') },
})

/** The team's way in (decisions 3). */
export function createTeamRoutes({ db, teamAccessCode }: { db: Database; teamAccessCode: string }) {
  return apiRouter()
    .openapi(enterRoute, async (c) => {
      const { code } = c.req.valid('json')
      const access = await enterTeam(db, { code, expectedCode: teamAccessCode, clientKey: c.var.clientKey })
      c.header('Cache-Control', 'no-store')
      return c.json({ token: access.token, expiresAt: access.expiresAt.toISOString() }, 200)
    })
    .openapi(lookRoute, async (c) => {
      const session = await findTeamSession(db, c.req.header(TEAM_TOKEN_HEADER) ?? null)
      if (!session) throw new AppError('unauthenticated')
      return c.json({ expiresAt: session.expiresAt.toISOString() }, 200)
    })
    .openapi(leaveRoute, async (c) => {
      await leaveTeam(db, c.req.header(TEAM_TOKEN_HEADER) ?? '')
      return c.json({ status: true as const }, 200)
    })
}
