import { doneSchema, teamAccessRequestSchema, teamAccessResponseSchema, teamSessionSchema } from '#contract/account.ts'
import { AppError } from '#contract/errors.ts'
import type { Database } from '../../infra/db/client.ts'
import { apiRouter, apiRoutes, json, jsonBody } from '../../infra/http/api-route.ts'
import { TEAM_TOKEN_HEADER } from '../../infra/http/session.ts'
import type { KnownDevices } from './known-devices.ts'
import { enterTeam, findTeamSession, leaveTeam } from './team-access.ts'

const forTeam = apiRoutes('team', 'Team')

const enterRoute = apiRoutes('anonymous', 'Team').post('/api/team/access', 'Exchange the access code for a token', {
  request: { body: jsonBody(teamAccessRequestSchema) },
  responses: { 200: json(teamAccessResponseSchema, `Send the token in the header ${TEAM_TOKEN_HEADER}.`) },
})

const lookRoute = forTeam.get('/api/team/access', 'Check whether the token is still valid', {
  responses: { 200: json(teamSessionSchema, 'It is valid.') },
})

const leaveRoute = forTeam.delete('/api/team/access', 'End the team session', {
  responses: { 200: json(doneSchema, 'The token is no longer valid.') },
})

export function createTeamRoutes(db: Database, teamAccessCode: string, devices: KnownDevices) {
  return apiRouter()
    .openapi(enterRoute, async (c) => {
      const { code, deviceTokens = [] } = c.req.valid('json')
      const { clientKey } = c.var
      return c.json(await enterTeam(db, devices, { code, expectedCode: teamAccessCode, clientKey, deviceTokens }), 200)
    })
    .openapi(lookRoute, async (c) => {
      const session = await findTeamSession(db, c.req.header(TEAM_TOKEN_HEADER) ?? null)
      if (!session) throw new AppError('unauthenticated')
      return c.json({ expiresAt: session.expiresAt }, 200)
    })
    .openapi(leaveRoute, async (c) => {
      await leaveTeam(db, c.req.header(TEAM_TOKEN_HEADER) ?? '')
      return c.json({ status: true as const }, 200)
    })
}
