import type { Session, User } from '#contract/account.ts'

export function publicUser(user: {
  id: string
  email: string
  name: string
  emailVerified: boolean
  createdAt: Date
}): User {
  const { id, email, name, emailVerified } = user
  return { id, email, name, emailVerified, createdAt: user.createdAt.toISOString() }
}

/** A session without its token. */
export function publicSession(session: { id: string; createdAt: Date; expiresAt: Date }): Session {
  return {
    id: session.id,
    createdAt: session.createdAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
  }
}
