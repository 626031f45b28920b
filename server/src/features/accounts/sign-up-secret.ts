import { randomBytes, randomUUID } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { verifications } from '../../infra/db/schema/auth.ts'
import { hashOfSecret } from '../../infra/secrets.ts'

const LIFETIME_MS = 7 * 24 * 3_600_000

/**
 * Makes the secret for the browser that signs up; the latest sign-up with an address replaces the secret of earlier ones.
 * Only the browser with the secret may keep the typed password when the address is confirmed: anyone can sign up with any
 * address, so owning the mailbox does not vouch for that password.
 */
export async function makeSignUpSecret(tx: Transaction, userId: string): Promise<string> {
  const secret = randomBytes(24).toString('base64url')
  await endSignUpSecret(tx, userId)
  await tx.insert(verifications).values({
    id: randomUUID(),
    identifier: identifierOf(userId),
    value: hashOfSecret(secret),
    expiresAt: new Date(Date.now() + LIFETIME_MS),
  })
  return secret
}

export async function isSignUpSecret(
  db: Database | Transaction,
  userId: string,
  secret: string | undefined,
): Promise<boolean> {
  if (secret === undefined) return false
  const isTheirs = and(
    eq(verifications.identifier, identifierOf(userId)),
    eq(verifications.value, hashOfSecret(secret)),
  )
  return (await db.$count(verifications, and(isTheirs, gt(verifications.expiresAt, new Date())))) > 0
}

export async function endSignUpSecret(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(verifications).where(eq(verifications.identifier, identifierOf(userId)))
}

const identifierOf = (userId: string) => `sign-up:${userId}`
