import { createHash } from 'node:crypto'
import type { Account } from '../../e2e/support/accounts.ts'

/** Request headers of an account, with its own network address, because rate limits apply to each address. */
export function asPerson({ token, userId }: Account): Record<string, string> {
  const [one = 0, other = 0] = createHash('sha256').update(userId).digest()
  return {
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
    'x-forwarded-for': `198.18.${one}.${other}`,
  }
}
