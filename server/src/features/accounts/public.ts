import type { users } from '../../infra/db/schema/auth.ts'

type PublicUser = Pick<typeof users.$inferSelect, 'id' | 'email' | 'name' | 'emailVerified' | 'createdAt'>

/** What a person may know of an account. */
export function publicUser({ id, email, name, emailVerified, createdAt }: PublicUser) {
  return { id, email, name, emailVerified, createdAt }
}

/** A session without its token. */
export function publicSession({ id, createdAt, expiresAt }: { id: string; createdAt: Date; expiresAt: Date }) {
  return { id, createdAt, expiresAt }
}
