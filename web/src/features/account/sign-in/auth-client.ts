import { api, successBody } from '../../../lib/api.ts'
import { knownDevices, rememberDevice } from '../../../lib/known-devices.ts'
import { prepareStored, readStored, writeStored } from '../../../lib/local-store.ts'
import { endSession } from '../../../lib/session-ended.ts'
import type { SignedInUser } from '../../../lib/storage-keys.ts'

/**
 * Signing in and out, over Better Auth's HTTP interface. Better Auth's own client is not used: it would add 12 kB
 * (compressed) to the first load, and hold the session a second time. Every function throws `ApiProblem` with a message
 * that may be shown.
 */

function toSignedInUser(user: { id: string; email: string; name: string }): SignedInUser {
  return { id: user.id, email: user.email, displayName: user.name }
}

/** Creates the account. The server mails a link to the page that confirms the address. */
export async function signUp(person: { email: string; password: string; displayName: string }): Promise<void> {
  const { email, password, displayName } = person
  const { signUpSecret } = await successBody(
    api.api.auth['sign-up'].email.$post({ json: { email, password, name: displayName } }),
  )
  writeStored('signUpSecret', signUpSecret)
}

/** The recipient: an address, or the token of an earlier link to the same address that no longer works. */
type MailRequest = { email: string } | { token: string }

export async function sendConfirmationAgain(to: MailRequest): Promise<void> {
  await api.api.auth['send-verification-email'].$post({ json: to })
}

/** Reads the state of the link without using it up. */
export async function lookAtConfirmation(token: string) {
  await prepareStored()
  const signUpSecret = readStored('signUpSecret') ?? undefined
  return successBody(api.api.auth['verify-email'].check.$post({ json: { token, signUpSecret } }))
}

/**
 * Confirms the address and signs in. When `password` is null, the password from the sign-up in this browser is kept.
 */
export async function confirmEmail(token: string, password: string | null): Promise<void> {
  await prepareStored()
  const signUpSecret = readStored('signUpSecret') ?? undefined
  const choice = password === null ? { signUpSecret } : { password }
  keepSession(await successBody(api.api.auth['verify-email'].$post({ json: { token, ...choice } })))
  writeStored('signUpSecret', null)
}

function keepSession(opened: {
  token: string
  deviceToken: string
  user: { id: string; email: string; name: string }
}): void {
  rememberDevice(opened.deviceToken)
  writeStored('session', { token: opened.token, user: toSignedInUser(opened.user), checkedAtMs: Date.now() })
}

/** Signs in and stores the session; all tabs of the site notice it. */
export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  const json = { ...credentials, deviceTokens: await knownDevices() }
  keepSession(await successBody(api.api.auth['sign-in'].email.$post({ json })))
}

/**
 * Asks the server whether the stored session is still valid, which also extends it, and removes the session if not.
 * When the server cannot be reached, the session is kept.
 */
export async function refreshSession(): Promise<void> {
  const before = readStored('session')
  if (before === null) return
  const current = await successBody(api.api.auth['get-session'].$get())
  if (current === null) return endSession(before.token)
  // Meanwhile the person may have logged out or signed in with another account.
  if (readStored('session')?.token !== before.token) return
  writeStored('session', { ...before, user: toSignedInUser(current.user), checkedAtMs: Date.now() })
}

/** Ends these sessions on the server. Failed requests are ignored. */
export async function endOnServer(tokens: { sessionToken?: string; teamToken?: string }): Promise<void> {
  const { sessionToken, teamToken } = tokens
  await Promise.allSettled([
    sessionToken && api.api.auth['sign-out'].$post({}, { headers: { authorization: `Bearer ${sessionToken}` } }),
    teamToken && api.api.team.access.$delete({}, { headers: { 'voxhall-team': teamToken } }),
  ])
}

export async function requestPasswordReset(to: MailRequest): Promise<void> {
  await api.api.auth['request-password-reset'].$post({ json: to })
}

/** Reads the state of the link without using it up. */
export function lookAtReset(token: string) {
  return successBody(api.api.auth['reset-password'].check.$post({ json: { token } }))
}

export async function resetPassword(change: { token: string; newPassword: string }): Promise<void> {
  const { deviceToken } = await successBody(api.api.auth['reset-password'].$post({ json: change }))
  rememberDevice(deviceToken)
}

/** Exchanges the team's access code for a token; a wrong code throws `team-code-wrong`. */
export async function enterTeam(code: string): Promise<void> {
  const json = { code, deviceTokens: await knownDevices() }
  const { token, expiresAt, deviceToken } = await successBody(api.api.team.access.$post({ json }))
  rememberDevice(deviceToken)
  writeStored('teamToken', { token, expiresAt })
  writeStored('teamAccess', 'true')
}
