import {
  changePasswordRequestSchema,
  deviceSchema,
  doneSchema,
  revokeSessionRequestSchema,
  sessionListSchema,
  updateUserRequestSchema,
  userSchema,
} from '#contract/account.ts'
import { AppError } from '#contract/errors.ts'
import { apiRouter, apiRoutes, json, jsonBody } from '../../infra/http/api-route.ts'
import { changePassword, listSessions, revokeOtherSessions, revokeSession, updateName } from './account.ts'
import type { AccountParts } from './auth.ts'
import { publicUser } from './public.ts'
import { currentSession } from './viewer.ts'

const forAccount = apiRoutes('account', 'Account')

const updateUserRoute = forAccount.post('/api/auth/update-user', 'Change the display name', {
  request: { body: jsonBody(updateUserRequestSchema) },
  responses: { 200: json(userSchema.meta({ id: 'User' }), 'The account as it is now.') },
})

const changePasswordRoute = forAccount.post(
  '/api/auth/change-password',
  'Change the password and end all other sessions',
  {
    request: { body: jsonBody(changePasswordRequestSchema) },
    responses: {
      200: json(
        deviceSchema,
        'Changed. This session continues; links for a new password that were emailed before no longer work.',
      ),
    },
  },
)

const listSessionsRoute = forAccount.get('/api/auth/list-sessions', 'List the sessions of your account', {
  responses: { 200: json(sessionListSchema, 'Sessions that have not ended, newest first.') },
})

const revokeSessionRoute = forAccount.post('/api/auth/revoke-session', 'End one session', {
  request: { body: jsonBody(revokeSessionRequestSchema) },
  responses: { 200: json(doneSchema, 'It has ended, or had already ended.') },
})

const revokeOtherSessionsRoute = forAccount.post('/api/auth/revoke-other-sessions', 'End all other sessions', {
  responses: { 200: json(doneSchema, 'They have ended.') },
})

export function createAccountRoutes({ deps: { db }, auth, devices }: AccountParts) {
  async function ownSessionId(headers: Headers): Promise<string> {
    const current = await currentSession(auth, headers)
    if (!current) throw new AppError('unauthenticated')
    return current.session.id
  }

  return apiRouter()
    .openapi(updateUserRoute, async (c) => {
      const { userId } = c.var.account
      return c.json(publicUser(await updateName(db, userId, c.req.valid('json').name)), 200)
    })
    .openapi(changePasswordRoute, async (c) => {
      const { userId } = c.var.account
      const sessionId = await ownSessionId(c.req.raw.headers)
      const place = `${c.var.clientKey} ${userId}`
      c.var.rateLimiter.take('own-password', place)
      const passwordHash = await changePassword(db, auth, userId, c.req.valid('json'))
      c.var.rateLimiter.giveBack('own-password', place)
      await revokeOtherSessions(db, userId, sessionId)
      return c.json({ status: true as const, deviceToken: devices.issue({ userId, passwordHash }) }, 200)
    })
    .openapi(listSessionsRoute, async (c) =>
      c.json(await listSessions(db, c.var.account.userId, await ownSessionId(c.req.raw.headers)), 200),
    )
    .openapi(revokeSessionRoute, async (c) => {
      await revokeSession(db, c.var.account.userId, c.req.valid('json').id)
      return c.json({ status: true as const }, 200)
    })
    .openapi(revokeOtherSessionsRoute, async (c) => {
      await revokeOtherSessions(db, c.var.account.userId, await ownSessionId(c.req.raw.headers))
      return c.json({ status: true as const }, 200)
    })
}
