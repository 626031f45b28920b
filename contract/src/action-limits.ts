/**
 * Limits and names for an own assistant's actions (contract/src/actions.ts). Free of zod, so that pages load them
 * early.
 */

export const MAX_ACTION_FIELDS = 8
export const MAX_CARDS = 8
export const MAX_OWN_WEBHOOKS = 5
export const MAX_ASKS = 6
export const MAX_SPANS_A_DAY = 4
export const MAX_CLOSED_DAYS = 60
export const MAX_WEBHOOK_TIMEOUT_SECONDS = 10
/** The longest text that an owner's webhook may return for the assistant to read out, in characters. */
export const MAX_WEBHOOK_SAY_LENGTH = 600

export const LEAD_KINDS = ['message', 'callback', 'handover'] as const
export const ACTION_FIELD_KINDS = ['name', 'email', 'phone', 'text', 'choice', 'number', 'date'] as const
/** Weeks begin on Monday, as in ISO 8601. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
