import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { signUpRequestSchema } from '#contract/account.ts'
import { AppError } from '#contract/errors.ts'
import { accounts, users } from '../../db/schema/auth.ts'
import type { AuthDeps } from './auth-deps.ts'
import type { Auth } from './auth.ts'
import { sendConfirmation } from './confirm-email.ts'

/**
 * Makes an account with its password and its confirmation mail in one transaction: after a crash at any moment there
 * is all of it or nothing. Of two sign-ups at once the unique address lets one through.
 * @throws AppError `account-exists`
 */
export async function signUp(
  deps: AuthDeps,
  auth: Auth,
  { email, name, password }: z.infer<typeof signUpRequestSchema>,
): Promise<typeof users.$inferSelect> {
  const { password: passwords } = await auth.$context
  // Before the transaction, which must be short: hashing takes long on purpose.
  const hash = await passwords.hash(password)
  return deps.db.transaction(async (tx) => {
    const [user] = await tx
      .insert(users)
      .values({ id: randomUUID(), email, name })
      .onConflictDoNothing({ target: users.email })
      .returning()
    if (!user) throw new AppError('account-exists')
    await tx
      .insert(accounts)
      .values({ id: randomUUID(), userId: user.id, accountId: user.id, providerId: 'credential', password: hash })
    await deps.onSignUp(tx, { email: user.email, displayName: user.name })
    await sendConfirmation(deps, tx, user)
    return user
  })
}
