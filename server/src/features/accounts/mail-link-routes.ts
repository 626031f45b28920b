import type { Context } from 'hono'
import {
  confirmEmailRequestSchema,
  deviceSchema,
  doneSchema,
  mailLinkSchema,
  mailLinkStateSchema,
  mailRequestSchema,
  resetPasswordRequestSchema,
  signInResponseSchema,
} from '#contract/account.ts'
import { apiRouter, apiRoutes, json, jsonBody } from '../../infra/http/api-route.ts'
import type { AppEnv } from '../../infra/http/context.ts'
import type { AccountParts } from './auth.ts'
import { resendConfirmation, requestReset, redeemMailLink } from './confirm-email.ts'
import type { MailLinkPurpose } from './mail-links.ts'
import { publicUser } from './public.ts'
import { openSession } from './sign-in.ts'
import { isSignUpSecret } from './sign-up-secret.ts'

const forAnyone = apiRoutes('anonymous', 'Links in emails')

const checkConfirmationRoute = forAnyone.post(
  '/api/auth/verify-email/check',
  'Check the link of a confirmation email',
  {
    'x-rate-limit': 'mail-link',
    description:
      'Changes nothing. The link itself only opens a page, so a mail scanner that follows it confirms nothing either.',
    request: { body: jsonBody(confirmEmailRequestSchema.pick({ token: true, signUpSecret: true })) },
    responses: { 200: json(mailLinkStateSchema, 'What the page behind the link shows.') },
  },
)

const confirmRoute = forAnyone.post('/api/auth/verify-email', 'Confirm the address, and sign in', {
  'x-rate-limit': 'mail-link',
  description:
    'Takes the `token` of the link in the email, and either the `signUpSecret` that the newest sign-up with this ' +
    'address was answered with, which keeps the password of that sign-up, or a `password` chosen now, which replaces it. ' +
    'With neither, the answer is `password-needed` and nothing is changed. Every other session of the account ends.',
  request: { body: jsonBody(confirmEmailRequestSchema) },
  responses: { 200: json(signInResponseSchema, 'The address is confirmed, and this is a session.') },
})

const resendRoute = forAnyone.post('/api/auth/send-verification-email', 'Send the confirmation email again', {
  'x-rate-limit': 'mail',
  description: 'To an address, or to the one that an expired link was sent to.',
  request: { body: jsonBody(mailRequestSchema) },
  responses: { 200: json(doneSchema, 'Sent, if there is such an account and it is not confirmed yet.') },
})

const requestResetRoute = forAnyone.post(
  '/api/auth/request-password-reset',
  'Send an email with a link for a new password',
  {
    'x-rate-limit': 'mail',
    description: 'To an address, or to the one that a link which no longer works was sent to.',
    request: { body: jsonBody(mailRequestSchema) },
    responses: { 200: json(doneSchema, 'Sent, if there is such an account.') },
  },
)

const checkResetRoute = forAnyone.post('/api/auth/reset-password/check', 'Check the link of a password email', {
  'x-rate-limit': 'mail-link',
  description: 'Changes nothing.',
  request: { body: jsonBody(mailLinkSchema) },
  responses: { 200: json(mailLinkStateSchema, 'What the page behind the link shows.') },
})

const resetRoute = forAnyone.post('/api/auth/reset-password', 'Choose a new password with the token of that link', {
  'x-rate-limit': 'mail-link',
  description:
    'Ends all sessions and every other link of this kind. Confirms the address, if it was not confirmed yet.',
  request: { body: jsonBody(resetPasswordRequestSchema) },
  responses: { 200: json(deviceSchema, 'Changed. Sign in with it.') },
})

export function createMailLinkRoutes(parts: AccountParts) {
  const { deps, links, devices } = parts
  const { db } = deps

  /** The address to which a mail is requested, after charging its rate limit. Undefined if the token is not ours. */
  async function recipient(
    c: Context<AppEnv>,
    purpose: MailLinkPurpose,
    given: { email: string } | { token: string },
  ): Promise<string | undefined> {
    const email = 'email' in given ? given.email : (await links.read(db, purpose, given.token)).user?.email
    // Each purpose has its own limit, so that requests for one kind of mail can't keep the owner from getting another.
    if (email !== undefined) c.var.rateLimiter.take('mail-address', `${purpose} ${email}`)
    return email
  }

  return apiRouter()
    .openapi(checkConfirmationRoute, async (c) => {
      const { token, signUpSecret } = c.req.valid('json')
      const { status, user } = await links.read(db, 'confirm-email', token)
      if (status !== 'good') return c.json({ status, email: null, needsPassword: false }, 200)
      const needsPassword = !(await isSignUpSecret(db, user.id, signUpSecret))
      return c.json({ status, email: user.email, needsPassword }, 200)
    })
    .openapi(confirmRoute, async (c) => {
      const user = await redeemMailLink(parts, 'confirm-email', c.req.valid('json'))
      const opened = await openSession(c, parts, user)
      c.header('set-auth-token', opened.token)
      return c.json({ ...opened, user: publicUser(opened.user) }, 200)
    })
    .openapi(resendRoute, async (c) => {
      const email = await recipient(c, 'confirm-email', c.req.valid('json'))
      if (email !== undefined) await resendConfirmation(deps, links, email)
      return c.json({ status: true as const }, 200)
    })
    .openapi(requestResetRoute, async (c) => {
      const email = await recipient(c, 'reset-password', c.req.valid('json'))
      if (email !== undefined) await requestReset(deps, links, email)
      return c.json({ status: true as const }, 200)
    })
    .openapi(checkResetRoute, async (c) => {
      const { status, user } = await links.read(db, 'reset-password', c.req.valid('json').token)
      return c.json({ status, email: status === 'good' ? user.email : null, needsPassword: true }, 200)
    })
    .openapi(resetRoute, async (c) => {
      const { token, newPassword } = c.req.valid('json')
      const { id: userId, password } = await redeemMailLink(parts, 'reset-password', { token, password: newPassword })
      const deviceToken = devices.issue({ userId, passwordHash: password ?? '' })
      return c.json({ status: true as const, deviceToken }, 200)
    })
}
