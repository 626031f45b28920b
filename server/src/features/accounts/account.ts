import { and, desc, eq, gt, ne } from 'drizzle-orm'
import type { z } from 'zod'
import type { changePasswordRequestSchema } from '#contract/account.ts'
import { AppError } from '#contract/errors.ts'
import type { Database } from '../../infra/db/client.ts'
import { accounts, sessions, users } from '../../infra/db/schema/auth.ts'
import type { Auth } from './auth.ts'
import { isCredentialOf } from './mail-links.ts'
import { publicSession } from './public.ts'

export async function updateName(db: Database, userId: string, name: string) {
  const [user] = await db.update(users).set({ name, updatedAt: new Date() }).where(eq(users.id, userId)).returning()
  if (!user) throw new AppError('unauthenticated')
  return user
}

/**
 * @returns the new hash
 * @throws AppError `current-password-wrong`
 */
export async function changePassword(
  db: Database,
  auth: Auth,
  userId: string,
  { currentPassword, newPassword }: z.infer<typeof changePasswordRequestSchema>,
): Promise<string> {
  const current = await matchingHash(db, auth, userId, currentPassword)
  if (current === undefined) throw new AppError('current-password-wrong')
  const { password: passwords } = await auth.$context
  const hash = await passwords.hash(newPassword)
  // Replaces only the hash that was checked: a password reset that finished meanwhile takes precedence.
  const changed = await db
    .update(accounts)
    .set({ password: hash, updatedAt: new Date() })
    .where(and(isCredentialOf(userId), eq(accounts.password, current)))
    .returning({ id: accounts.id })
  if (changed.length === 0) throw new AppError('current-password-wrong')
  return hash
}

/** Returns the stored hash if the password matches it. */
async function matchingHash(db: Database, auth: Auth, userId: string, password: string): Promise<string | undefined> {
  const { password: passwords } = await auth.$context
  const [account] = await db.select().from(accounts).where(isCredentialOf(userId))
  const hash = account?.password
  return hash && (await passwords.verify({ hash, password })) ? hash : undefined
}

/** Required before an action that can't be undone. @throws AppError `password-wrong` */
export async function checkPassword(db: Database, auth: Auth, userId: string, password: string): Promise<void> {
  if ((await matchingHash(db, auth, userId, password)) === undefined) throw new AppError('password-wrong')
}

export async function listSessions(db: Database, userId: string, currentId: string) {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, new Date())))
    .orderBy(desc(sessions.createdAt))
  return rows.map((row) => ({
    ...publicSession(row),
    isCurrent: row.id === currentId,
    ipAddress: row.ipAddress,
    userAgent: row.userAgent,
  }))
}

export async function revokeSession(db: Database, userId: string, sessionId: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.id, sessionId)))
}

export async function revokeOtherSessions(db: Database, userId: string, currentId: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, currentId)))
}
