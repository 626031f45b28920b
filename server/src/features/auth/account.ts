import { and, desc, eq, gt, ne } from 'drizzle-orm'
import type { z } from 'zod'
import type { changePasswordRequestSchema, sessionListSchema } from '#contract/account.ts'
import { AppError } from '#contract/errors.ts'
import type { Database } from '../../db/client.ts'
import { accounts, sessions, users } from '../../db/schema/auth.ts'
import type { Auth } from './auth.ts'
import { publicSession } from './public.ts'

export async function updateName(db: Database, userId: string, name: string) {
  const [user] = await db.update(users).set({ name, updatedAt: new Date() }).where(eq(users.id, userId)).returning()
  if (!user) throw new AppError('unauthenticated')
  return user
}

/** @throws AppError `current-password-wrong` */
export async function changePassword(
  db: Database,
  auth: Auth,
  userId: string,
  { currentPassword, newPassword }: z.infer<typeof changePasswordRequestSchema>,
): Promise<void> {
  if (!(await isPassword(db, auth, userId, currentPassword))) throw new AppError('current-password-wrong')
  const { password: passwords } = await auth.$context
  const hash = await passwords.hash(newPassword)
  await db.update(accounts).set({ password: hash, updatedAt: new Date() }).where(isCredentialOf(userId))
}

const isCredentialOf = (userId: string) => and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'))

async function isPassword(db: Database, auth: Auth, userId: string, password: string): Promise<boolean> {
  const { password: passwords } = await auth.$context
  const [account] = await db.select().from(accounts).where(isCredentialOf(userId))
  return account?.password ? passwords.verify({ hash: account.password, password }) : false
}

/** Before something that can't be undone. @throws AppError `password-wrong` */
export async function checkPassword(db: Database, auth: Auth, userId: string, password: string): Promise<void> {
  if (!(await isPassword(db, auth, userId, password))) throw new AppError('password-wrong')
}

export async function listSessions(
  db: Database,
  userId: string,
  currentId: string,
): Promise<z.infer<typeof sessionListSchema>> {
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
