import { api, successBody } from '../../lib/api.ts'
import { apiFetch } from '../../lib/api-fetch.ts'
import { ApiProblem } from '../../lib/api-problem.ts'
import { rememberDevice } from '../../lib/known-devices.ts'
import { readStored, writeStored } from '../../lib/local-store.ts'
import type { Notice } from '../../lib/notify.ts'
import { saveFile } from '../../lib/save-file.ts'

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

export async function downloadOwnData(): Promise<void> {
  await saveFile(await apiFetch('/api/account/export'), 'voxhall-my-data.json')
}

/** Mails a claim link for each plan that was bought with this address without an account. */
export async function sendClaims(): Promise<void> {
  await api.api.billing.claim.send.$post({})
}

/** Ends subscriptions, then deletes the account. @returns a sentence about the data that is kept */
export async function deleteAccount(password: string): Promise<readonly string[]> {
  const { kept } = await successBody(api.api.account.$delete({ json: { password } }))
  writeStored('session', null)
  return kept
}

export function failureNotice(error: unknown, otherwise: string): Notice {
  return error instanceof ApiProblem
    ? { kind: 'error', title: error.title, description: error.detail }
    : { kind: 'error', title: otherwise, description: 'Nothing was changed. Please try again.' }
}
