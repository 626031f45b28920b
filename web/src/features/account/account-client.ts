import { api, successBody } from '../../lib/api.ts'
import { rememberDevice } from '../../lib/known-devices.ts'
import { readStored, writeStored } from '../../lib/local-store.ts'

/**
 * Requests about the signed-in person's account. Every function throws `ApiProblem` with a message that may be shown.
 */

/** Also stores the new name, so that it appears everywhere on the site, in every tab. */
export async function changeName(name: string): Promise<void> {
  const user = await successBody(api.api.auth['update-user'].$post({ json: { name } }))
  const session = readStored('session')
  if (session?.user.id === user.id) {
    writeStored('session', { ...session, user: { ...session.user, displayName: user.name } })
  }
}

export async function changePassword(change: { currentPassword: string; newPassword: string }): Promise<void> {
  const { deviceToken } = await successBody(api.api.auth['change-password'].$post({ json: change }))
  rememberDevice(deviceToken)
}

/** Ends subscriptions, then deletes the account. @returns a sentence about the data that is kept */
export async function deleteAccount(password: string): Promise<readonly string[]> {
  const { kept } = await successBody(api.api.account.$delete({ json: { password } }))
  writeStored('session', null)
  return kept
}
