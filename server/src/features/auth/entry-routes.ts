import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import {
  AFTER_BAD_LINK_PATH,
  AFTER_CONFIRMATION_PATH,
  currentSessionSchema,
  doneSchema,
  emailOnlyRequestSchema,
  resetPasswordRequestSchema,
  signInRequestSchema,
  signInResponseSchema,
  signUpRequestSchema,
  signUpResponseSchema,
} from '#contract/account.ts'
import { AppError } from '#contract/errors.ts'
import { apiRoute, apiRouter, json, jsonBody } from '../../http/api-route.ts'
import type { AppEnv } from '../../http/context.ts'
import type { RateLimiter } from '../../http/rate-limit.ts'
import { CLIENT_ADDRESS_HEADER, type Auth } from './auth.ts'
import type { AuthDeps } from './auth-deps.ts'
import { callAuth } from './auth-error.ts'
import { resendConfirmation } from './confirm-email.ts'
import { publicSession, publicUser } from './public.ts'
import { signUp } from './sign-up.ts'
import { currentSession } from './viewer.ts'

/** These addresses and bodies are Better Auth's, so that its own client can be used as well. */
const common = { 'x-role': 'anonymous' as const, tags: ['Signing in'] }

const signUpRoute = apiRoute({
  ...common,
  'x-rate-limit': 'sign-up',
  method: 'post',
  path: '/api/auth/sign-up/email',
  summary: 'Make an account and send the confirmation mail',
  request: { body: jsonBody(signUpRequestSchema) },
  responses: { 200: json(signUpResponseSchema, 'Made. The link in the mail opens it.') },
})

const signInRoute = apiRoute({
  ...common,
  method: 'post',
  path: '/api/auth/sign-in/email',
  summary: 'Sign in with e-mail address and password',
  request: { body: jsonBody(signInRequestSchema) },
  responses: { 200: json(signInResponseSchema, 'A session of seven days, prolonged while it is used.') },
})

const signOutRoute = apiRoute({
  ...common,
  method: 'post',
  path: '/api/auth/sign-out',
  summary: 'End the session of the bearer token',
  description:
    'Ends the session whose token the request bears as `Authorization: Bearer <token>`, and only that one. Without the ' +
    'header, or with a token that is no longer good, nothing happens.',
  responses: { 200: json(doneSchema, 'It has ended, or there was none.') },
})

const sessionRoute = apiRoute({
  ...common,
  method: 'get',
  path: '/api/auth/get-session',
  summary: 'Who is signed in; prolongs the session',
  description:
    'Tells of the session whose token the request bears as `Authorization: Bearer <token>`. Without the header, or with ' +
    'a token that is no longer good, the answer is null, not an error.',
  responses: { 200: json(currentSessionSchema, 'The session, or null.') },
})

const verifyEmailRoute = apiRoute({
  ...common,
  method: 'get',
  path: '/api/auth/verify-email',
  summary: 'The link of the confirmation mail',
  request: { query: z.object({ token: z.string().max(2_000).default('') }) },
  responses: { 302: { description: `To ${AFTER_CONFIRMATION_PATH}, or to ${AFTER_BAD_LINK_PATH}.` } },
})

const resendRoute = apiRoute({
  ...common,
  'x-rate-limit': 'mail',
  method: 'post',
  path: '/api/auth/send-verification-email',
  summary: 'Send the confirmation mail again',
  request: { body: jsonBody(emailOnlyRequestSchema) },
  responses: { 200: json(doneSchema, 'Sent, if there is such an account and it is not confirmed yet.') },
})

const requestResetRoute = apiRoute({
  ...common,
  'x-rate-limit': 'mail',
  method: 'post',
  path: '/api/auth/request-password-reset',
  summary: 'Send a mail with a link for a new password',
  request: { body: jsonBody(emailOnlyRequestSchema) },
  responses: { 200: json(doneSchema, 'Sent, if there is such an account.') },
})

const resetRoute = apiRoute({
  ...common,
  'x-rate-limit': 'mail',
  method: 'post',
  path: '/api/auth/reset-password',
  summary: 'Choose a new password with the token of that link; ends all sessions',
  request: { body: jsonBody(resetPasswordRequestSchema) },
  responses: { 200: json(doneSchema, 'Changed. Sign in with it.') },
})

/** Ways in and out: all that works without being signed in. */
export function createEntryRoutes(deps: AuthDeps, auth: Auth) {
  return apiRouter()
    .openapi(signUpRoute, async (c) => {
      const user = await signUp(deps, auth, c.req.valid('json'))
      return c.json({ token: null, user: publicUser(user) }, 200)
    })
    .openapi(signInRoute, async (c) => {
      const { email, password } = c.req.valid('json')
      const limiter = c.var.rateLimiter
      limiter.take('sign-in-failure', c.var.clientKey)
      limiter.take('sign-in-failure-address', email)
      const didNotFail = () => {
        limiter.giveBack('sign-in-failure', c.var.clientKey)
        limiter.giveBack('sign-in-failure-address', email)
      }
      const signedIn = await callAuth(() =>
        auth.api.signInEmail({ body: { email, password }, headers: clientHeaders(c), returnHeaders: true }),
      ).catch(async (error: unknown) => {
        if (error instanceof AppError && error.code === 'credentials-wrong') throw error
        didNotFail()
        const isUnconfirmed = error instanceof AppError && error.code === 'email-not-confirmed'
        throw isUnconfirmed ? await remindToConfirm(deps, limiter, email, error) : error
      })
      didNotFail()
      const token = signedIn.headers.get('set-auth-token')
      if (!token) throw new AppError('internal')
      c.header('set-auth-token', token)
      c.header('Cache-Control', 'no-store')
      return c.json({ token, user: publicUser(signedIn.response.user) }, 200)
    })
    .openapi(signOutRoute, async (c) => {
      const current = await currentSession(auth, c.req.raw.headers)
      if (current) await (await auth.$context).internalAdapter.deleteSession(current.session.token)
      return c.json({ status: true as const }, 200)
    })
    .openapi(sessionRoute, async (c) => {
      const current = await currentSession(auth, c.req.raw.headers)
      c.header('Cache-Control', 'no-store')
      return c.json(current && { session: publicSession(current.session), user: publicUser(current.user) }, 200)
    })
    .openapi(verifyEmailRoute, async (c) => {
      const { token } = c.req.valid('query')
      try {
        await callAuth(() => auth.api.verifyEmail({ query: { token } }))
      } catch (error) {
        if (error instanceof AppError && error.code === 'link-invalid') return c.redirect(AFTER_BAD_LINK_PATH, 302)
        throw error
      }
      return c.redirect(AFTER_CONFIRMATION_PATH, 302)
    })
    .openapi(resendRoute, async (c) => {
      const { email } = c.req.valid('json')
      c.var.rateLimiter.take('mail-address', email)
      await resendConfirmation(deps, email)
      return c.json({ status: true as const }, 200)
    })
    .openapi(requestResetRoute, async (c) => {
      const { email } = c.req.valid('json')
      c.var.rateLimiter.take('mail-address', email)
      await callAuth(() => auth.api.requestPasswordReset({ body: { email } }))
      return c.json({ status: true as const }, 200)
    })
    .openapi(resetRoute, async (c) => {
      await callAuth(() => auth.api.resetPassword({ body: c.req.valid('json') }))
      return c.json({ status: true as const }, 200)
    })
}

/** Sends the mail again to somebody who knows the password, unless that was done often enough just now. */
async function remindToConfirm(
  deps: AuthDeps,
  limiter: RateLimiter,
  email: string,
  error: AppError,
): Promise<AppError> {
  try {
    limiter.take('mail-address', email)
  } catch {
    return new AppError('email-not-confirmed', {
      detail: 'Open the link in the confirmation mail. We sent it several times; please look among unwanted mail too.',
      cause: error,
    })
  }
  await resendConfirmation(deps, email)
  return error
}

/** Of the client's headers only what a session's entry in the list of sessions shows. */
function clientHeaders(c: Context<AppEnv>): Headers {
  return new Headers({
    'user-agent': (c.req.header('User-Agent') ?? '').slice(0, 300),
    [CLIENT_ADDRESS_HEADER]: c.var.clientKey.replace(/\/64$/, ''),
  })
}
