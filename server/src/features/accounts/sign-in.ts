import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import type { z } from 'zod'
import { isAPIError } from 'better-auth/api'
import type { signInRequestSchema } from '#contract/account.ts'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import type { Database } from '../../infra/db/client.ts'
import { users } from '../../infra/db/schema/auth.ts'
import type { AppEnv } from '../../infra/http/context.ts'
import type { RateClaim } from '../../infra/http/rate-limit.ts'
import { CLIENT_ADDRESS_HEADER, type AccountParts } from './auth.ts'
import { findLinkedUser } from './mail-links.ts'

/** Better Auth's codes for refusals of a sign-in that people can cause; any other code is a bug of ours. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'credentials-wrong',
  EMAIL_NOT_VERIFIED: 'email-not-confirmed',
}

/**
 * Checks a password within the limits on wrong ones. A browser that has signed in before has a limit of its own, which
 * only its own wrong passwords use up. Any other browser is limited by its network and the account together, and also
 * where one network tries many accounts or many networks try one. A refused attempt costs nothing and lengthens no wait.
 */
export async function signIn(
  c: Context<AppEnv>,
  { deps: { db }, auth, devices }: AccountParts,
  { email, password, deviceTokens = [] }: z.infer<typeof signInRequestSchema>,
) {
  const owner = await findOwner(db, email)
  const known = owner && devices.find(deviceTokens, owner)
  const claims: RateClaim[] = known
    ? [['sign-in-device', `${owner.userId} ${known.deviceId}`]]
    : [
        ['sign-in-pair', `${c.var.clientKey} ${email}`],
        ['sign-in-network', c.var.clientKey],
        ['sign-in-account', email],
      ]
  const limiter = c.var.rateLimiter
  limiter.takeAll(claims)
  const request = { body: { email, password }, headers: clientHeaders(c), returnHeaders: true as const }
  const signedIn = await auth.api.signInEmail(request).catch((error: unknown) => {
    const code = isAPIError(error) ? (CODES[error.body?.code ?? ''] ?? 'internal') : undefined
    if (code !== 'credentials-wrong') limiter.giveAllBack(claims)
    throw code === undefined ? error : new AppError(code, { cause: error })
  })
  limiter.giveAllBack(claims)
  const { user } = signedIn.response
  const token = signedIn.headers.get('set-auth-token')
  if (!token) throw new AppError('internal')
  const ownerNow = await findOwner(db, email)
  if (!owner || ownerNow?.passwordHash !== owner.passwordHash) {
    // The password was replaced while the old one was being checked. That ended all sessions, so the new session must end
    // too.
    await (await auth.$context).internalAdapter.deleteSession(signedIn.response.token)
    throw new AppError('credentials-wrong')
  }
  return { token, user, deviceToken: known?.token ?? devices.issue(owner) }
}

/** Opens a session for a person who has just proved to own the account's mailbox. */
export async function openSession(
  c: Context<AppEnv>,
  { auth, devices }: AccountParts,
  { id, password }: { id: string; password: string | null },
) {
  const { headers, response } = await auth.api.openSession({
    body: { userId: id },
    headers: clientHeaders(c),
    returnHeaders: true,
  })
  const token = headers.get('set-auth-token')
  if (!token) throw new AppError('internal')
  return { token, user: response.user, deviceToken: devices.issue({ userId: id, passwordHash: password ?? '' }) }
}

async function findOwner(db: Database, email: string): Promise<{ userId: string; passwordHash: string } | undefined> {
  const user = await findLinkedUser(db, eq(users.email, email))
  return user && { userId: user.id, passwordHash: user.password ?? '' }
}

/** Passes on only the headers that the list of sessions shows. */
function clientHeaders(c: Context<AppEnv>): Headers {
  return new Headers({
    'user-agent': (c.req.header('User-Agent') ?? '').slice(0, 300),
    [CLIENT_ADDRESS_HEADER]: c.var.clientKey.replace(/\/64$/, ''),
  })
}
