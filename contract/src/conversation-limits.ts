/** Limits of conversations, in a file without zod: pages that need no schema do not load one. */

export const KEPT_DAYS = { least: 1, most: 365, usual: 30 }
export const NOTE_MAX_LENGTH = 2_000
export const SEARCH_MAX_LENGTH = 100
/** The longest period of `/figures`: a year with a leap day. */
export const FIGURES_MAX_DAYS = 366
export const FIGURES_USUAL_DAYS = 30
export const QUESTION_TURNS_MAX = 500
export const CONVERSATION_MAILS = ['none', 'at-once', 'daily'] as const
export const CONVERSATION_STATUSES = ['new', 'in-work', 'done'] as const
