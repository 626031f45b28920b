import { randomBytes } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An id as Stripe writes it: a prefix for the kind of object, and random letters. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomLetters(length)}`
}

export function randomLetters(length: number): string {
  // 256 is not a multiple of 62, so some letters are slightly more likely; at these lengths that makes no guess easier.
  return Array.from(randomBytes(length), (byte) => LETTERS[byte % LETTERS.length]).join('')
}

interface StripeErrorOptions {
  status?: 400 | 401 | 402 | 404 | 413 | 500
  type?: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  code?: string
  param?: string
}

/** A refusal in the format of Stripe's API, from which the SDK chooses the class of its error. */
export class StripeError extends Error {
  readonly status: NonNullable<StripeErrorOptions['status']>
  readonly body: { error: StripeErrorOptions & { message: string } }

  constructor(message: string, { status = 400, type = 'invalid_request_error', ...rest }: StripeErrorOptions = {}) {
    super(message)
    this.name = 'StripeError'
    this.status = status
    this.body = { error: { ...rest, message, type } }
  }
}

/** Stripe answers 404 when the address names a missing object, and 400 when a parameter does. */
export function noSuch(what: string, id: string, param?: string): StripeError {
  return new StripeError(`No such ${what}: '${id}'`, {
    status: param === undefined ? 404 : 400,
    code: 'resource_missing',
    param: param ?? 'id',
  })
}
