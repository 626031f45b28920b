/** What a person may know of an account. */
export function publicUser({ id, email, name, emailVerified, createdAt }: KnownUser): KnownUser {
  return { id, email, name, emailVerified, createdAt }
}

export interface KnownUser {
  id: string
  email: string
  name: string
  emailVerified: boolean
  createdAt: Date
}

/** A session without its token. */
export function publicSession({ id, createdAt, expiresAt }: { id: string; createdAt: Date; expiresAt: Date }) {
  return { id, createdAt, expiresAt }
}
