import { hasCode } from '../../lib/api-problem.ts'
import { notify } from '../../lib/notify.ts'
import { notifyFailure as notifyAnyFailure } from '../../lib/notify-failure.ts'
import { writeStored } from '../../lib/local-store.ts'

/** The toasts of spec section 8, word for word; failures also show the server's message. */
export const FAILURES = {
  fetchSubscribers: 'Failed to fetch subscribers',
  fetchEmails: 'Failed to fetch email CRM records',
  sync: 'Failed to sync subscriptions',
  usage: 'Failed to check usage limits',
  followUp: 'Failed to update follow-up status',
  notes: 'Failed to update notes',
  export: 'Failed to export',
} as const

export function notifyFailure(title: string, error: unknown): void {
  if (hasLostTeamAccess(error)) return
  notifyAnyFailure(title, error, 'Something went wrong on this page. Nothing was changed; please try again.')
}

export function notifySuccess(title: string, description?: string): void {
  notify({ kind: 'success', title, description })
}

/**
 * Whether the server no longer accepts this browser's team access. If so, the local flag is removed as well, and the
 * screen shows the team's sign-in.
 */
export function hasLostTeamAccess(error: unknown): boolean {
  if (!hasCode(error, 'unauthenticated', 'forbidden')) return false
  writeStored('teamToken', null)
  writeStored('teamAccess', null)
  return true
}
