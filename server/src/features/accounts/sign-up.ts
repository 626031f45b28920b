import { randomUUID } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import type { signUpRequestSchema } from '#contract/account.ts'
import { AppError } from '#contract/errors.ts'
import type { Transaction } from '../../infra/db/client.ts'
import { accounts, users } from '../../infra/db/schema/auth.ts'
import type { AccountParts } from './auth.ts'
import { sendConfirmation } from './confirm-email.ts'
import { isCredentialOf } from './mail-links.ts'
import { makeSignUpSecret } from './sign-up-secret.ts'

let domains: ReadonlySet<string> | undefined

/**
 * Refuses disposable mailboxes, with which one person could make any number of accounts. Subdomains count as their
 * domain, since such services hand them out too. @throws AppError `email-not-accepted`
 */
export function refuseThrowAwayMail(email: string): void {
  domains ??= disposableEmailBlocklistSet()
  const written = email
    .slice(email.lastIndexOf('@') + 1)
    .replace(/\.$/, '')
    .toLowerCase()
  const labels = (domainToASCII(written) || written).split('.')
  for (let at = 0; at < labels.length - 1; at += 1) {
    if (domains.has(labels.slice(at).join('.'))) throw new AppError('email-not-accepted')
  }
}

/** A repeated sign-up within this time sends no mail, because the link in the previous mail works for it too. */
const MAIL_PAUSE_MS = 60_000

type User = typeof users.$inferSelect

/**
 * Creates an account, its password and its confirmation mail in one transaction, so that a crash leaves all or nothing.
 * An unconfirmed address is not taken: another sign-up replaces the name, the password and the secret of the previous
 * one.
 * @param mayMailAgain whether another mail may go to this address. Asked for repeated sign-ups only; the first sign-up
 * always sends one.
 * @throws AppError `account-exists` for a confirmed address, `email-not-accepted`
 */
export async function signUp(
  { deps, auth, links }: AccountParts,
  { email, name, password }: z.infer<typeof signUpRequestSchema>,
  mayMailAgain: () => boolean,
): Promise<{ user: User; secret: string }> {
  if (deps.refusesThrowAwayMail) refuseThrowAwayMail(email)
  const { password: passwords } = await auth.$context
  // Hashing is slow on purpose, so it happens before the transaction, which must be short.
  const hash = await passwords.hash(password)
  return deps.db.transaction(async (tx) => {
    const [made] = await tx
      .insert(users)
      .values({ id: randomUUID(), email, name })
      .onConflictDoNothing({ target: users.email })
      .returning()
    if (made) {
      await tx
        .insert(accounts)
        .values({ id: randomUUID(), userId: made.id, accountId: made.id, providerId: 'credential', password: hash })
      await deps.crm.recordSignUp(tx, { email: made.email, displayName: made.name })
      await sendConfirmation(deps, links, tx, made)
      return { user: made, secret: await makeSignUpSecret(tx, made.id) }
    }
    const { user, signedUpBeforeMs } = await replaceSignUp(tx, { email, name, hash })
    if (signedUpBeforeMs > MAIL_PAUSE_MS && mayMailAgain()) await sendConfirmation(deps, links, tx, user)
    return { user, secret: await makeSignUpSecret(tx, user.id) }
  })
}

async function replaceSignUp(
  tx: Transaction,
  { email, name, hash }: { email: string; name: string; hash: string },
): Promise<{ user: User; signedUpBeforeMs: number }> {
  const [known] = await tx.select().from(users).where(eq(users.email, email)).for('update')
  if (!known || known.emailVerified) throw new AppError('account-exists')
  const updatedAt = new Date()
  await tx.update(users).set({ name, updatedAt }).where(eq(users.id, known.id))
  await tx.update(accounts).set({ password: hash, updatedAt }).where(isCredentialOf(known.id))
  const signedUpBeforeMs = Math.abs(updatedAt.getTime() - known.updatedAt.getTime())
  return { user: { ...known, name, updatedAt }, signedUpBeforeMs }
}
