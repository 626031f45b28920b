import { AppError, type ErrorCode } from '#contract/errors.ts'
import { PaymentsError, type PaymentsErrorKind } from '../../vendors/payments.ts'

const CODES: Record<PaymentsErrorKind, ErrorCode> = {
  missing: 'not-found',
  declined: 'payment-declined',
  refused: 'payments-unavailable',
  'bad-signature': 'bad-request',
  unavailable: 'payments-unavailable',
}

/** For requests to the provider while a person waits: translates its refusals into errors with words for people. */
export async function forPerson<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error
    throw new AppError(CODES[error.kind], { cause: error })
  }
}
