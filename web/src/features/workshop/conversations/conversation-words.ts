import type { TurnOutcome } from '#contract/calls.ts'
import type { ConversationOutcome, ConversationStatus } from '#contract/conversations.ts'
import type { StatusColour } from '#contract/subscription-status.ts'

export const OUTCOMES: Record<ConversationOutcome, { label: string; tone: StatusColour }> = {
  booked: { label: 'Appointment', tone: 'green' },
  lead: { label: 'Lead', tone: 'green' },
  answered: { label: 'Answered', tone: 'grey' },
  unanswered: { label: 'Not answered', tone: 'red' },
  silent: { label: 'Nothing said', tone: 'grey' },
}

export const LEAD_WORDS = {
  message: 'Message',
  callback: 'Wants to be called back',
  handover: 'Wanted to talk to a person',
} as const

export const STATUS_OPTIONS: { value: ConversationStatus; label: string }[] = [
  { value: 'new', label: 'New' },
  { value: 'in-work', label: 'In progress' },
  { value: 'done', label: 'Done' },
]

/** A remark beside a turn that did not go well; null for the others. */
export const TURN_WORDS: Record<TurnOutcome, string | null> = {
  answered: null,
  action: null,
  'asked-back': 'Asked to clarify',
  refused: 'No answer known',
  'not-heard': 'Not understood',
}
