/**
 * The one error table. A code decides the HTTP status, whether trying again can help, and the words a person reads.
 * Thrown as `AppError`; HTTP answers follow RFC 9457, socket errors carry the same code and text.
 */
// prettier-ignore
export const ERRORS = {
  'bad-request': { status: 400, retryable: false, title: 'That request could not be read', detail: 'Something in it is missing or has the wrong form. Nothing was changed.' },
  unauthenticated: { status: 401, retryable: false, title: 'Please log in', detail: 'You need to be logged in for that. Nothing was changed.' },
  forbidden: { status: 403, retryable: false, title: 'That is not open to you', detail: 'Your account may not do that. Nothing was changed.' },
  'not-found': { status: 404, retryable: false, title: 'Not found', detail: 'There is nothing at that address.' },
  'payload-too-large': { status: 413, retryable: false, title: 'That is too large', detail: 'It was refused before being read. Send something smaller.' },
  'rate-limited': { status: 429, retryable: true, title: 'Too many tries', detail: 'Please wait a little and try again.' },
  internal: { status: 500, retryable: true, title: 'Something went wrong on our side', detail: 'It was noted. Please try again.' },
  unavailable: { status: 503, retryable: true, title: 'Not available right now', detail: 'Please try again in a moment.' },
  'assistant-unavailable': { status: 404, retryable: false, title: 'That assistant cannot be reached', detail: 'Choose another one from the catalogue.' },
  'assistant-resting': { status: 503, retryable: false, title: 'This assistant is resting', detail: 'Its minutes for this period are used up. Please come back later, or write to those whose assistant it is.' },
  'too-many-assistants': { status: 409, retryable: false, title: 'That is one assistant too many', detail: 'Nothing was lost: delete one that you no longer need, then submit again.' },
  'photo-unknown': { status: 422, retryable: false, title: 'The photo is no longer there', detail: 'Your words are kept. Please choose the photo again.' },
  'call-token-invalid': { status: 401, retryable: false, title: 'This call cannot be joined', detail: 'Its token is wrong, has expired or was used already. Start a new call.' },
  'origin-refused': { status: 403, retryable: false, title: 'This page may not start calls', detail: 'The address of the page is not allowed here.' },
  'too-many-calls': { status: 429, retryable: true, title: 'You are already in a call', detail: 'End the other call first, then start again.' },
  'minutes-used-up': { status: 402, retryable: false, title: 'Your minutes are used up', detail: 'Your plan has no minutes left in this period. They start again with the next one, and a larger plan gives you more at once.' },
  'payments-off': { status: 503, retryable: false, title: 'This server takes no payments', detail: 'Nothing was charged. Please write to us and we will help.' },
  'payments-unavailable': { status: 503, retryable: true, title: 'The payment provider does not answer', detail: 'Nothing was charged and nothing was changed. Please try again in a minute.' },
  'payment-declined': { status: 402, retryable: false, title: 'The payment was declined', detail: 'Nothing was charged. Please try another card.' },
  'already-subscribed': { status: 409, retryable: false, title: 'There is such a plan already', detail: 'Nothing was charged. Change the plan that is there instead of paying for a second one.' },
  'speech-key-refused': { status: 403, retryable: false, title: 'Failed to generate talking video. Please try again.', detail: 'ElevenLabs did not accept the key, or the key may not do this. It was not kept. Check it in your ElevenLabs account.' },
  'speech-credit-used-up': { status: 402, retryable: false, title: 'Failed to generate talking video. Please try again.', detail: 'The ElevenLabs account has no credit left for this text. Your key was not kept.' },
  'speech-failed': { status: 502, retryable: true, title: 'Failed to generate talking video. Please try again.', detail: 'ElevenLabs does not answer as it should. Your key was not kept. Try again in a moment, or choose the built-in voice.' },
  'photo-refused': { status: 422, retryable: false, title: 'That picture cannot be used', detail: 'It was not kept. Please choose a JPEG, PNG or WebP picture.' },
  'talk-failed': { status: 503, retryable: true, title: 'Failed to create talking avatar. Please try again.', detail: 'Nothing was charged or changed. Try again in a moment.' },
  'too-many-talks': { status: 429, retryable: true, title: 'Your other videos are still being made', detail: 'Please wait until they are done, then try again.' },
  'team-code-wrong': { status: 403, retryable: false, title: 'Invalid access code', detail: 'Please enter the correct 6-digit access code.' },
  'account-exists': { status: 422, retryable: false, title: 'Account exists', detail: 'This e-mail address is already registered. Please sign in instead.' },
  'credentials-wrong': { status: 401, retryable: false, title: 'Sign in failed', detail: 'Invalid login credentials' },
  'current-password-wrong': { status: 403, retryable: false, title: 'Your current password is different', detail: 'The password was not changed. Check the current one, or use the forgotten-password link.' },
  'password-wrong': { status: 403, retryable: false, title: 'That is not your password', detail: 'Nothing was changed. Try again, or use the forgotten-password link.' },
  'email-not-confirmed': { status: 403, retryable: false, title: 'Please confirm your e-mail address', detail: 'Open the link in the confirmation mail. We have just sent it again.' },
  'changed-meanwhile': { status: 409, retryable: false, title: 'Somebody changed this meanwhile', detail: 'Their change was kept and yours was not saved. Look at the newer version, then save again.' },
  'link-invalid': { status: 400, retryable: false, title: 'This link no longer works', detail: 'It was used already or has expired. Ask for a new one.' },
} as const satisfies Record<string, { status: number; retryable: boolean; title: string; detail: string }>

export type ErrorCode = keyof typeof ERRORS

/** One field that could not be accepted; `path` is its place in the body, such as `password` or `items.0.id`. */
export interface ErrorIssue {
  path: string
  message: string
}

export interface AppErrorOptions {
  /** Words for this very case; the table's when absent. */
  detail?: string
  issues?: readonly ErrorIssue[]
  /** When trying again can help, in seconds from now; sent as `Retry-After`. */
  retryAfterSeconds?: number
  cause?: unknown
}

export class AppError extends Error {
  readonly code: ErrorCode
  readonly detail: string
  readonly issues: readonly ErrorIssue[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(`${code}: ${options.detail ?? ERRORS[code].detail}`, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.detail = options.detail ?? ERRORS[code].detail
    this.issues = options.issues
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
