/** Numbers and names of an own assistant's actions (contract/src/actions.ts), for pages as well. */

export const MAX_ACTION_FIELDS = 8
export const MAX_CARDS = 8
export const MAX_OWN_WEBHOOKS = 5
export const MAX_ASKS = 6
export const MAX_SPANS_A_DAY = 4
export const MAX_CLOSED_DAYS = 60
export const MAX_WEBHOOK_TIMEOUT_SECONDS = 10
/** Of the words that an owner's webhook answers with, to be read out. */
export const MAX_WEBHOOK_SAY_LENGTH = 600

export const LEAD_KINDS = ['message', 'callback', 'handover'] as const
export const ACTION_FIELD_KINDS = ['name', 'email', 'phone', 'text', 'choice', 'number', 'date'] as const
/** From Monday, as ISO 8601 counts. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
