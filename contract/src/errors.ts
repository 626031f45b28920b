/**
 * The one error table. A code decides the HTTP status, whether trying again can help, and the words a person reads.
 * Thrown as `AppError`; HTTP answers follow RFC 9457, socket errors carry the same code and text.
 */
// oxfmt-ignore
export const ERRORS = {
  'bad-request': { status: 400, retryable: false, title: 'That request could not be read', detail: 'Something in it is missing or in the wrong format. Nothing was changed.' },
  unauthenticated: { status: 401, retryable: false, title: 'Please log in', detail: 'You need to be logged in for that. Nothing was changed.' },
  forbidden: { status: 403, retryable: false, title: 'You do not have access to that', detail: 'Your account is not allowed to do that. Nothing was changed.' },
  'not-found': { status: 404, retryable: false, title: 'Not found', detail: 'There is nothing at that address.' },
  'payload-too-large': { status: 413, retryable: false, title: 'That is too large', detail: 'It was not accepted, and nothing was changed. Please send something smaller.' },
  'rate-limited': { status: 429, retryable: true, title: 'Too many attempts', detail: 'Please wait a moment and try again.' },
  internal: { status: 500, retryable: true, title: 'Something went wrong on our side', detail: 'The problem was recorded. Please try again.' },
  unavailable: { status: 503, retryable: true, title: 'Not available right now', detail: 'Please try again in a moment.' },
  'not-saved': { status: 503, retryable: true, title: 'Nothing can be saved right now', detail: 'The server’s disk is full or read-only. What you sent was not saved; everything saved earlier is kept. Please try again in a few minutes.' },
  'assistant-unavailable': { status: 404, retryable: false, title: 'That assistant is not available', detail: 'Choose another one from the catalogue.' },
  'assistant-resting': { status: 503, retryable: false, title: 'This assistant is taking a break', detail: 'Its minutes for this period are used up. Please come back later, or contact the business it belongs to.' },
  'too-many-assistants': { status: 409, retryable: false, title: 'You have too many assistants', detail: 'Nothing was lost. Delete one that you no longer need, then submit again.' },
  'photo-unknown': { status: 422, retryable: false, title: 'The photo is no longer there', detail: 'Everything you wrote is kept. Please choose the photo again.' },
  'call-token-invalid': { status: 401, retryable: false, title: 'This call cannot be joined', detail: 'Its token is invalid, has expired or was already used. Please start a new call.' },
  'origin-refused': { status: 403, retryable: false, title: 'Calls cannot be started from this page', detail: 'This server does not allow calls from the address of this page.' },
  'too-many-calls': { status: 429, retryable: true, title: 'Too many calls at once', detail: 'End the other call first, then start again.' },
  'demo-time-used-up': { status: 429, retryable: false, title: 'Your free minutes for today are used up', detail: 'You can talk for free again tomorrow. With a plan, you can continue right now.' },
  'demos-resting': { status: 503, retryable: false, title: 'Free demos are taking a break', detail: 'So many people tried them today that they are paused until tomorrow. Calls on a plan work as usual.' },
  'email-not-accepted': { status: 422, retryable: false, title: 'Please use another email address', detail: 'Disposable addresses from this service cannot be used here. No account was created. Please sign up with an address you plan to keep.' },
  'minutes-used-up': { status: 402, retryable: false, title: 'Your minutes are used up', detail: 'Your plan has no minutes left in this period. You get new ones when the next period starts, or more right away with a larger plan.' },
  'payments-off': { status: 503, retryable: false, title: 'Payments are not available here', detail: 'Nothing was charged. Please write to us, and we will help.' },
  'payments-unavailable': { status: 503, retryable: true, title: 'The payment provider is not responding', detail: 'Nothing was charged and nothing was changed. Please try again in a minute.' },
  'payment-declined': { status: 402, retryable: false, title: 'The payment was declined', detail: 'Nothing was charged. Please try another card.' },
  'already-subscribed': { status: 409, retryable: false, title: 'You already have a plan like this', detail: 'Nothing was charged. You can change your current plan instead of paying for a second one.' },
  'plan-to-claim': { status: 409, retryable: false, title: 'You have already paid for a plan like this', detail: 'It was paid for with your email address while you were not logged in. Nothing was charged this time. We have emailed you the link that adds it to your account.' },
  'claim-taken': { status: 409, retryable: false, title: 'This plan belongs to another account', detail: 'The link was already used there. Nothing was changed. Log in to that account, or write to us.' },
  'speech-key-refused': { status: 403, retryable: false, title: 'Failed to generate talking video. Please try again.', detail: 'ElevenLabs did not accept the key, or the key lacks the permission this needs. It was not kept. Check it in your ElevenLabs account.' },
  'speech-credit-used-up': { status: 402, retryable: false, title: 'Failed to generate talking video. Please try again.', detail: 'The ElevenLabs account has no credit left for this text. Your key was not kept.' },
  'speech-failed': { status: 502, retryable: true, title: 'Failed to generate talking video. Please try again.', detail: 'ElevenLabs is not responding as it should. Your key was not kept. Try again in a moment, or choose the built-in voice.' },
  'photo-refused': { status: 422, retryable: false, title: 'That picture cannot be used', detail: 'It was not kept. Please choose a JPEG, PNG or WebP picture.' },
  'talk-failed': { status: 503, retryable: true, title: 'Failed to create talking avatar. Please try again.', detail: 'Nothing was charged or changed. Try again in a moment.' },
  'too-many-videos': { status: 429, retryable: true, title: 'Your other videos are still being made', detail: 'Please wait until they are done, then try again.' },
  'team-code-wrong': { status: 403, retryable: false, title: 'Invalid access code', detail: 'Please enter the correct 6-digit access code.' },
  'account-exists': { status: 422, retryable: false, title: 'Account exists', detail: 'This email address is already registered. Please sign in instead.' },
  'credentials-wrong': { status: 401, retryable: false, title: 'Sign in failed', detail: 'Invalid login credentials' },
  'current-password-wrong': { status: 403, retryable: false, title: 'That is not your current password', detail: 'Your password was not changed. Check the current one, or use the “Forgot your password?” link.' },
  'password-wrong': { status: 403, retryable: false, title: 'That is not your password', detail: 'Nothing was changed. Try again, or use the “Forgot your password?” link.' },
  'email-not-confirmed': { status: 403, retryable: false, title: 'Please confirm your email address', detail: 'Open the link in the confirmation email and press the button on its page. We have just sent it again.' },
  'password-needed': { status: 409, retryable: false, title: 'Please choose a password', detail: 'This address was signed up in a different browser, so the password typed there does not count. Nothing was changed yet. Choose a password to confirm the address.' },
  'changed-meanwhile': { status: 409, retryable: false, title: 'Someone else has changed this', detail: 'Their change is saved and yours is not. Look at the newer version, then save again.' },
  'link-invalid': { status: 400, retryable: false, title: 'This link no longer works', detail: 'It was already used or has expired. Please ask for a new one.' },
} as const satisfies Record<string, { status: number; retryable: boolean; title: string; detail: string }>

export type ErrorCode = keyof typeof ERRORS

/** A field of the body that was refused; `path` is its place in the body, such as `password` or `items.0.id`. */
interface ErrorIssue {
  path: string
  message: string
}

interface AppErrorOptions {
  /** A text for this particular case; without it, the table's text is used. */
  detail?: string | undefined
  issues?: readonly ErrorIssue[]
  /** The number of seconds after which a retry can succeed; sent as `Retry-After`. */
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
