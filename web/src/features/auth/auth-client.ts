import * as z from 'zod/mini'
import { apiFetch } from '../../lib/api-fetch.ts'
import { readStored, writeStored } from '../../lib/local-store.ts'
import type { SignedInUser } from '../../lib/storage-keys.ts'

/**
 * The few calls of Better Auth's HTTP interface that the site needs. Its own client would weigh 12 kB compressed in the
 * first load and keep its state beside ours. Every function throws `ApiProblem` with words that may be shown.
 */

/** Better Auth keeps the display name as `name`. */
const userSchema = z.pipe(
  z.object({ id: z.string(), email: z.string(), name: z.optional(z.nullable(z.string())) }),
  z.transform((user): SignedInUser => ({ id: user.id, email: user.email, displayName: user.name ?? '' })),
)

const signInAnswerSchema = z.object({ token: z.string(), user: userSchema })
const sessionAnswerSchema = z.nullable(z.object({ user: userSchema }))
const teamAnswerSchema = z.object({ token: z.string(), expiresAt: z.string() })

/** Where links in mails lead: the site root, which says what happened. */
const AFTER_CONFIRMATION = '/?confirmed=1'

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return apiFetch(`/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

export async function signUp(person: { email: string; password: string; displayName: string }): Promise<void> {
  await post('/auth/sign-up/email', {
    email: person.email.trim(),
    password: person.password,
    name: person.displayName.trim(),
    callbackURL: AFTER_CONFIRMATION,
  })
}

export async function sendConfirmationAgain(email: string): Promise<void> {
  await post('/auth/send-verification-email', { email: email.trim(), callbackURL: AFTER_CONFIRMATION })
}

/** Stores the session: from then on the whole site, in every tab, knows the person. */
export async function signIn(credentials: { email: string; password: string }): Promise<SignedInUser> {
  const response = await post('/auth/sign-in/email', {
    email: credentials.email.trim(),
    password: credentials.password,
  })
  const answer = signInAnswerSchema.parse(await response.json())
  // The header carries the signed form of the token, which is the one to send back.
  const token = response.headers.get('set-auth-token') ?? answer.token
  writeStored('session', { token, user: answer.user, checkedAtMs: Date.now() })
  return answer.user
}

/**
 * Asks the server whether the stored session still holds, which also prolongs it. Removes it when it does not.
 * Without an answer (no connection) the session is kept.
 */
export async function refreshSession(): Promise<void> {
  const before = readStored('session')
  if (before === null) return
  const response = await apiFetch('/api/auth/get-session')
  const answer = sessionAnswerSchema.parse(await response.json())
  // Somebody may have logged out, or in as another, while the question was under way.
  if (readStored('session')?.token !== before.token) return
  if (answer === null) {
    writeStored('session', null)
    return
  }
  const token = response.headers.get('set-auth-token') ?? before.token
  writeStored('session', { token, user: answer.user, checkedAtMs: Date.now() })
}

/** Signs out here at once; the server is told too, and an unreachable server changes nothing for the person. */
export async function signOut(): Promise<void> {
  const session = readStored('session')
  writeStored('session', null)
  writeStored('teamAccess', null)
  writeStored('teamToken', null)
  if (session === null) return
  await post('/auth/sign-out', {}, { authorization: `Bearer ${session.token}` }).catch(() => undefined)
}

export async function requestPasswordReset(email: string): Promise<void> {
  await post('/auth/request-password-reset', { email: email.trim(), redirectTo: '/reset-password' })
}

export async function resetPassword(change: { token: string; newPassword: string }): Promise<void> {
  await post('/auth/reset-password', change)
}

/** Exchanges the team's access code for a token; a wrong code throws `team-code-wrong`. */
export async function enterTeam(code: string): Promise<void> {
  const response = await post('/team/access', { code: code.trim() })
  writeStored('teamToken', teamAnswerSchema.parse(await response.json()))
  writeStored('teamAccess', 'true')
}
