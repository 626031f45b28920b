import { api } from '../../lib/api.ts'
import { readStored, writeStored } from '../../lib/local-store.ts'
import type { SignedInUser } from '../../lib/storage-keys.ts'

/**
 * Signing in and out. The server speaks Better Auth's HTTP interface; its own client would weigh 12 kB compressed in the
 * first load and keep a second state beside ours. Every function throws `ApiProblem` with words that may be shown.
 */

function toSignedInUser(user: { id: string; email: string; name: string }): SignedInUser {
  return { id: user.id, email: user.email, displayName: user.name }
}

/** Makes the account; the link in the mail that follows opens it and leads to the site root. */
export async function signUp(person: { email: string; password: string; displayName: string }): Promise<void> {
  const { email, password, displayName } = person
  await api.api.auth['sign-up'].email.$post({ json: { email, password, name: displayName } })
}

export async function sendConfirmationAgain(email: string): Promise<void> {
  await api.api.auth['send-verification-email'].$post({ json: { email } })
}

/** Stores the session: from then on the whole site, in every tab, knows the person. */
export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  const response = await api.api.auth['sign-in'].email.$post({ json: credentials })
  const { token, user } = await response.json()
  writeStored('session', { token, user: toSignedInUser(user), checkedAtMs: Date.now() })
}

/**
 * Asks the server whether the stored session still holds, which also prolongs it. Removes it when it does not.
 * Without an answer (no connection) the session is kept.
 */
export async function refreshSession(): Promise<void> {
  const before = readStored('session')
  if (before === null) return
  const response = await api.api.auth['get-session'].$get()
  const current = await response.json()
  // Somebody may have logged out, or in as another, while the question was under way.
  if (readStored('session')?.token !== before.token) return
  writeStored(
    'session',
    current === null ? null : { ...before, user: toSignedInUser(current.user), checkedAtMs: Date.now() },
  )
}

/** Tells the server that these tokens are no longer wanted; which of them it could not be told is left out of account. */
export async function endOnServer(tokens: {
  sessionToken: string | undefined
  teamToken: string | undefined
}): Promise<void> {
  const { sessionToken, teamToken } = tokens
  await Promise.allSettled([
    sessionToken && api.api.auth['sign-out'].$post({}, { headers: { authorization: `Bearer ${sessionToken}` } }),
    teamToken && api.api.team.access.$delete({}, { headers: { 'voxhall-team': teamToken } }),
  ])
}

export async function requestPasswordReset(email: string): Promise<void> {
  await api.api.auth['request-password-reset'].$post({ json: { email } })
}

export async function resetPassword(change: { token: string; newPassword: string }): Promise<void> {
  await api.api.auth['reset-password'].$post({ json: change })
}

/** Exchanges the team's access code for a token; a wrong code throws `team-code-wrong`. */
export async function enterTeam(code: string): Promise<void> {
  const response = await api.api.team.access.$post({ json: { code } })
  writeStored('teamToken', await response.json())
  writeStored('teamAccess', 'true')
}
