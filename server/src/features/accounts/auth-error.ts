import { isAPIError } from 'better-auth/api'
import { AppError, type ErrorCode } from '#contract/errors.ts'

/** Better Auth's codes for what people can bring about; anything else is a fault of ours. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'credentials-wrong',
  INVALID_PASSWORD: 'credentials-wrong',
  PASSWORD_TOO_LONG: 'credentials-wrong',
  EMAIL_NOT_VERIFIED: 'email-not-confirmed',
  INVALID_TOKEN: 'link-invalid',
  TOKEN_EXPIRED: 'link-invalid',
  USER_NOT_FOUND: 'link-invalid',
  UNAUTHORIZED: 'unauthenticated',
}

/** Calls Better Auth and turns its errors into ours. */
export async function callAuth<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (!isAPIError(error)) throw error
    const code = error.body?.code
    throw new AppError((typeof code === 'string' ? CODES[code] : undefined) ?? 'internal', { cause: error })
  }
}
