import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { bearer } from 'better-auth/plugins/bearer'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#contract/account.ts'
import { accounts, sessions, users, verifications } from '../../db/schema/auth.ts'
import type { AuthDeps } from './auth-deps.ts'
import { CONFIRMATION_LIFETIME_SECONDS, confirmEmailOnReset } from './confirm-email.ts'
import { resetMail } from './mails.ts'

const SESSION_LIFETIME_SECONDS = 7 * 24 * 3_600
/** A session that is used is prolonged once a day. */
const SESSION_REFRESH_SECONDS = 24 * 3_600
const RESET_LIFETIME_SECONDS = 3_600

/** Carries the client's address to Better Auth, which records it with the session. Only ever set by us. */
export const CLIENT_ADDRESS_HEADER = 'x-voxhall-client'

export type Auth = ReturnType<typeof createAuth>

/**
 * Better Auth keeps passwords and sessions. It is called through `auth.api` by our own routes alone, so its cookies,
 * its other endpoints and its error shapes never reach the network.
 */
export function createAuth({ db, secret, publicUrl, outbox, log }: AuthDeps) {
  return betterAuth({
    appName: 'Voxhall',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret,
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
    }),
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: PASSWORD_MIN_LENGTH,
      maxPasswordLength: PASSWORD_MAX_LENGTH,
      resetPasswordTokenExpiresIn: RESET_LIFETIME_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => outbox.post(db, resetMail(publicUrl, user, token)),
      // Whoever reads the reset mail owns the address, also when somebody else had signed up with it first.
      onPasswordReset: ({ user }) => confirmEmailOnReset(db, user.id),
    },
    // Confirmation mails are sent by our own routes, in the transaction that makes the account.
    emailVerification: { sendOnSignUp: false, sendOnSignIn: false, expiresIn: CONFIRMATION_LIFETIME_SECONDS },
    session: { expiresIn: SESSION_LIFETIME_SECONDS, updateAge: SESSION_REFRESH_SECONDS },
    // A token as it lies in the database opens nothing: it must come back signed.
    plugins: [bearer({ requireSignature: true })],
    advanced: { ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] } },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message) => {
        if (level === 'error') log.error({ source: 'better-auth' }, message)
        else log.debug({ source: 'better-auth' }, message)
      },
    },
  })
}
