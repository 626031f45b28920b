import type { OwnAssistant, OwnPlan } from '#contract/own-assistant.ts'
import type { OwnAssistantStatus } from '#contract/own-assistant-status.ts'

/** The status of an own assistant, in words for its owner. */

export const STATUS_BADGE: Readonly<Record<OwnAssistantStatus, { label: string; tone: 'green' | 'yellow' | 'grey' }>> =
  {
    live: { label: 'Live', tone: 'green' },
    draft: { label: 'Draft', tone: 'yellow' },
    paused: { label: 'Paused', tone: 'grey' },
  }

/** What the status means, and what would change it. */
export function standingWords(
  { status }: Pick<OwnAssistant, 'status'>,
  { assistants, remainingMinutes }: OwnPlan,
): string {
  if (status === 'paused') return 'Only you can talk to it.'
  if (status === 'draft') {
    return assistants === 0
      ? 'It goes live as soon as you have a business plan. Until then you can try it, a minute at a time.'
      : 'Your plan is full. It goes live when another one is paused or deleted, or with a larger plan.'
  }
  return remainingMinutes === 0
    ? 'It is taking a break: your plan’s minutes are used up until the next period begins.'
    : 'Anyone who has its address can talk to it.'
}

/** A sentence about all of the owner's assistants and the plan. */
export function planWords(assistants: readonly Pick<OwnAssistant, 'status'>[], plan: OwnPlan): string {
  if (plan.assistants === 0) return 'You have no business plan yet.'
  const live = assistants.filter(({ status }) => status === 'live').length
  const places = plan.assistants === null ? `${live} live, as many as you like` : `${live} of ${plan.assistants} live`
  const minutes = plan.remainingMinutes
  return `${places} · ${minutes === null ? 'unlimited minutes' : minutes === 1 ? '1 minute left' : `${minutes} minutes left`}`
}
