import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Only this hash of a token or key is stored, so that a copy of the database opens nothing. Tokens and keys are random and
 * too long to be guessed, so a fast hash is enough.
 */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Compares in constant time, so that the time of an answer reveals nothing about the secret or signature. */
export function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(one, other)
}
