/** The follow-up status of an e-mail contact (spec section 4). No I/O. */

export const FOLLOW_UP_STATUSES = ['pending', 'contacted', 'completed'] as const
/**
 *   pending ──▶ contacted ──▶ completed ──Reset──▶ pending
 */
export type FollowUpStatus = (typeof FOLLOW_UP_STATUSES)[number]

const NEXT: Readonly<Record<FollowUpStatus, FollowUpStatus>> = {
  pending: 'contacted',
  contacted: 'completed',
  completed: 'pending',
}

/** Any unknown stored value is shown as pending. */
export function shownFollowUp(stored: string): FollowUpStatus {
  return FOLLOW_UP_STATUSES.find((status) => status === stored) ?? 'pending'
}

export function nextFollowUp(status: FollowUpStatus): FollowUpStatus {
  return NEXT[status]
}

/** `contacted` sets the date of the last contact; any other status clears it. */
export function followUpChange(status: FollowUpStatus, now: Date) {
  return { followUpStatus: status, lastContactDate: status === 'contacted' ? now : null }
}

/** The share of completed contacts, as a rounded percentage. */
export function followUpRatePercent(completed: number, total: number): number {
  return total === 0 ? 0 : Math.round((completed / total) * 100)
}
