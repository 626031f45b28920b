import { createHmac } from 'node:crypto'
import { and, eq, type SQL } from 'drizzle-orm'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { accounts, users } from '../../infra/db/schema/auth.ts'
import { isSameSecret } from '../../infra/secrets.ts'

export type MailLinkPurpose = 'confirm-email' | 'reset-password'

const LIFETIME_MS: Record<MailLinkPurpose, number> = {
  'confirm-email': 24 * 3_600_000,
  'reset-password': 3_600_000,
}

/** The account that a link was sent to, with the fields that decide whether the link is valid. */
export interface LinkedUser extends Pick<
  typeof users.$inferSelect,
  'id' | 'email' | 'name' | 'emailVerified' | 'createdAt'
> {
  /** The password hash; null for an account without a password. */
  password: string | null
}

export type MailLink =
  | { status: 'good' | 'used' | 'expired'; user: LinkedUser }
  /** The token was never issued by this server or is cut short, or the account is gone. */
  | { status: 'unknown'; user?: undefined }

interface IssuedLink {
  token: string
  expiresAt: Date
}

export type MailLinks = ReturnType<typeof createMailLinks>

/**
 * Links in account mails, none of which is stored. A token carries two signatures. One covers the state of the account
 * that using the link changes, so one use invalidates all outstanding links of its kind, as does a change of the password
 * or the address. The other leaves the state out and tells a used or expired link, for which a new one can be offered,
 * from a forgery.
 */
export function createMailLinks(secret: string) {
  const key = createHmac('sha256', secret).update('links in account mails').digest()
  const sign = (...parts: (string | number)[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url').slice(0, 27)

  return {
    issue(purpose: MailLinkPurpose, user: Pick<LinkedUser, 'id' | 'email' | 'emailVerified' | 'password'>): IssuedLink {
      const expiresAt = Math.floor((Date.now() + LIFETIME_MS[purpose]) / 1_000)
      const origin = sign(purpose, user.id, expiresAt)
      const token = [user.id, expiresAt, origin, sign(origin, stateOf(purpose, user))].join('.')
      return { token, expiresAt: new Date(expiresAt * 1_000) }
    },

    /** Never writes. With `lock`, which needs a transaction, the result stays true until the transaction ends. */
    async read(db: Database | Transaction, purpose: MailLinkPurpose, token: string, lock?: 'lock'): Promise<MailLink> {
      const [id = '', expiry = '', origin = '', state = ''] = token.split('.')
      const expiresAt = Number(expiry)
      if (!isSameSecret(origin, sign(purpose, id, expiresAt))) return { status: 'unknown' }
      const user = await findLinkedUser(db, eq(users.id, id), lock)
      if (!user) return { status: 'unknown' }
      if (!isSameSecret(state, sign(origin, stateOf(purpose, user)))) return { status: 'used', user }
      return { status: expiresAt * 1_000 > Date.now() ? 'good' : 'expired', user }
    },
  }
}

/**
 * The state of the account that using the link changes. It leaves out what a stranger's repeated sign-up with an
 * unconfirmed address changes, so that this can't invalidate links.
 */
function stateOf(
  purpose: MailLinkPurpose,
  { email, emailVerified, password }: Pick<LinkedUser, 'email' | 'emailVerified' | 'password'>,
): string {
  if (purpose === 'confirm-email') return `${emailVerified ? 'confirmed' : 'unconfirmed'} ${email}`
  return `${emailVerified ? password : 'unconfirmed'} ${email}`
}

export async function findLinkedUser(
  db: Database | Transaction,
  which: SQL,
  lock?: 'lock',
): Promise<LinkedUser | undefined> {
  const query = db.select().from(users).where(which)
  const [user] = await (lock ? query.for('update') : query)
  if (!user) return undefined
  const [account] = await db.select({ password: accounts.password }).from(accounts).where(isCredentialOf(user.id))
  return { ...user, password: account?.password ?? null }
}

export const isCredentialOf = (userId: string) =>
  and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'))
