import {
  currentSessionSchema,
  doneSchema,
  signInRequestSchema,
  signInResponseSchema,
  signUpRequestSchema,
  signUpResponseSchema,
} from '#contract/account.ts'
import { AppError } from '#contract/errors.ts'
import { apiRouter, apiRoutes, json, jsonBody } from '../../infra/http/api-route.ts'
import type { RateLimiter } from '../../infra/http/rate-limit.ts'
import type { AccountParts } from './auth.ts'
import { resendConfirmation } from './confirm-email.ts'
import { publicSession, publicUser } from './public.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { currentSession } from './viewer.ts'

/** Paths and bodies are those of Better Auth, so that its own client works too. */
const forAnyone = apiRoutes('anonymous', 'Signing in')

const signUpRoute = forAnyone.post('/api/auth/sign-up/email', 'Create an account and send the confirmation email', {
  'x-rate-limit': 'sign-up',
  request: { body: jsonBody(signUpRequestSchema) },
  responses: {
    200: json(
      signUpResponseSchema,
      'Created. It must be confirmed through the link in the email before the first sign-in.',
    ),
  },
})

const signInRoute = forAnyone.post('/api/auth/sign-in/email', 'Sign in with an email address and a password', {
  request: { body: jsonBody(signInRequestSchema) },
  responses: { 200: json(signInResponseSchema, 'A session of seven days, extended while it is used.') },
})

const signOutRoute = forAnyone.post('/api/auth/sign-out', 'End the session of the bearer token', {
  description:
    'Ends the session whose token the request carries as `Authorization: Bearer <token>`, and only that one. Without the ' +
    'header, or with a token that is no longer valid, nothing happens.',
  responses: { 200: json(doneSchema, 'It has ended, or there was none.') },
})

const sessionRoute = forAnyone.get('/api/auth/get-session', 'Get the current session, and extend it', {
  description:
    'Describes the session whose token the request carries as `Authorization: Bearer <token>`. Without the header, or with ' +
    'a token that is no longer valid, the answer is null, not an error.',
  responses: { 200: json(currentSessionSchema, 'The session, or null.') },
})

export function createEntryRoutes(parts: AccountParts) {
  const { auth } = parts
  return apiRouter()
    .openapi(signUpRoute, async (c) => {
      const given = c.req.valid('json')
      const mayMailAgain = () => mayMail(c.var.rateLimiter, given.email)
      const { user, secret } = await signUp(parts, given, mayMailAgain)
      const { id: _, ...made } = publicUser(user)
      return c.json({ token: null, user: made, signUpSecret: secret }, 200)
    })
    .openapi(signInRoute, async (c) => {
      const given = c.req.valid('json')
      const opened = await signIn(c, parts, given).catch(async (error: unknown) => {
        const isUnconfirmed = error instanceof AppError && error.code === 'email-not-confirmed'
        throw isUnconfirmed ? await remindToConfirm(parts, c.var.rateLimiter, given.email, error) : error
      })
      c.header('set-auth-token', opened.token)
      return c.json({ ...opened, user: publicUser(opened.user) }, 200)
    })
    .openapi(signOutRoute, async (c) => {
      const current = await currentSession(auth, c.req.raw.headers)
      if (current) await (await auth.$context).internalAdapter.deleteSession(current.session.token)
      return c.json({ status: true as const }, 200)
    })
    .openapi(sessionRoute, async (c) => {
      const current = await currentSession(auth, c.req.raw.headers)
      return c.json(current && { session: publicSession(current.session), user: publicUser(current.user) }, 200)
    })
}

/**
 * Resends the confirmation to a person who knows the password. If enough mails were sent lately, the error says so
 * instead.
 */
async function remindToConfirm(
  { deps, links }: AccountParts,
  limiter: RateLimiter,
  email: string,
  error: AppError,
): Promise<AppError> {
  if (mayMail(limiter, email)) {
    await resendConfirmation(deps, links, email)
    return error
  }
  return new AppError('email-not-confirmed', {
    detail:
      'Open the link in the confirmation email and press the button on its page. We have sent it several times; please check your spam folder too.',
    cause: error,
  })
}

function mayMail(limiter: RateLimiter, email: string): boolean {
  try {
    limiter.take('mail-address', `confirm-email ${email}`)
    return true
  } catch {
    return false
  }
}
