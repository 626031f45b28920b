import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { accounts, sessions, users } from '../../infra/db/schema/auth.ts'
import type { AccountParts, AuthDeps } from './auth.ts'
import {
  findLinkedUser,
  isCredentialOf,
  type LinkedUser,
  type MailLink,
  type MailLinkPurpose,
  type MailLinks,
} from './mail-links.ts'
import { endSignUpSecret, isSignUpSecret } from './sign-up-secret.ts'
import { composeMail } from '../../infra/mail/compose.ts'
import type { MailDraft } from '../../infra/mail/outbox.ts'

type User = typeof users.$inferSelect

/** Posts the mail with the link that confirms the address, as part of `tx`. */
export async function sendConfirmation(
  { publicUrl, outbox }: AuthDeps,
  links: MailLinks,
  tx: Database | Transaction,
  user: Pick<User, 'id' | 'email' | 'name'>,
): Promise<void> {
  const link = links.issue('confirm-email', { ...user, emailVerified: false, password: null })
  await outbox.post(tx, { ...confirmationMail(publicUrl, user, link.token), usefulUntil: link.expiresAt })
}

/** Sends the confirmation again if the account exists and is unconfirmed. The caller can't tell whether it was sent. */
export async function resendConfirmation(deps: AuthDeps, links: MailLinks, email: string): Promise<void> {
  const [user] = await deps.db.select().from(users).where(eq(users.email, email))
  if (user && !user.emailVerified) await sendConfirmation(deps, links, deps.db, user)
}

/**
 * Confirms the address of the person who owns its mailbox, and pressed the button on the page of the link, or sets a new
 * password there; a new password confirms the address too, since a stranger may have signed up with it before. The
 * password typed at sign-up stays valid only if the same browser confirms; on any other browser the person must choose a
 * new one.
 * @throws AppError `link-invalid`, or `password-needed` if neither the sign-up secret nor a password was given
 */
export async function redeemMailLink(
  { deps: { db, crm }, auth, links }: AccountParts,
  purpose: MailLinkPurpose,
  given: { token: string; password?: string | undefined; signUpSecret?: string | undefined },
): Promise<LinkedUser> {
  const { token, password, signUpSecret } = given
  // Checked before hashing the password, which is slow on purpose.
  refuseUnlessGood(await links.read(db, purpose, token))
  const hash = password === undefined ? undefined : await (await auth.$context).password.hash(password)
  return db.transaction(async (tx) => {
    const user = refuseUnlessGood(await links.read(tx, purpose, token, 'lock'))
    if (hash === undefined) {
      if (!(await isSignUpSecret(tx, user.id, signUpSecret))) throw new AppError('password-needed')
      await crm.recordOwner(tx, { email: user.email, displayName: user.name })
    }
    return settleAccount(tx, user, hash)
  })
}

/** Hands the account over to the mailbox's owner: confirms the address and ends everything that was open before. */
async function settleAccount(tx: Transaction, user: LinkedUser, hash: string | undefined): Promise<LinkedUser> {
  const updatedAt = new Date()
  await tx.update(users).set({ emailVerified: true, updatedAt }).where(eq(users.id, user.id))
  if (hash !== undefined) {
    await tx.update(accounts).set({ password: hash, updatedAt }).where(isCredentialOf(user.id))
  }
  await tx.delete(sessions).where(eq(sessions.userId, user.id))
  await endSignUpSecret(tx, user.id)
  return { ...user, emailVerified: true, password: hash ?? user.password }
}

const LINK_WORDS = {
  used: 'It was already used. Nothing was changed.',
  expired: 'It has expired. Nothing was changed. Please ask for a new one.',
  unknown: 'It is incomplete, or its account no longer exists. Nothing was changed. Please ask for a new one.',
}

function refuseUnlessGood(link: MailLink): LinkedUser {
  if (link.status === 'good') return link.user
  throw new AppError('link-invalid', { detail: LINK_WORDS[link.status] })
}

/** Sends the link for a new password if the account exists. The caller can't tell whether it was sent. */
export async function requestReset(
  { db, publicUrl, outbox }: AuthDeps,
  links: MailLinks,
  email: string,
): Promise<void> {
  const user = await findLinkedUser(db, eq(users.email, email))
  if (!user) return
  const link = links.issue('reset-password', user)
  await outbox.post(db, { ...resetMail(publicUrl, user, link.token), usefulUntil: link.expiresAt })
}

type Recipient = Pick<User, 'email' | 'name'>

function confirmationMail(publicUrl: string, { email, name }: Recipient, token: string): MailDraft {
  return composeMail({
    to: email,
    subject: 'Confirm your email address',
    greetingName: name,
    before: 'Thank you for signing up for Voxhall. Please confirm that this is your email address.',
    action: { label: 'Confirm email address', url: addressOf(publicUrl, '/confirm-email', token) },
    after:
      'The link works for 24 hours and opens a page where you confirm with a button. If you did not sign up, please ignore this email: the account stays closed.',
  })
}

function resetMail(publicUrl: string, { email, name }: Recipient, token: string): MailDraft {
  return composeMail({
    to: email,
    subject: 'Choose a new password',
    greetingName: name,
    before: 'You, or someone who entered your address, asked for a new password for your Voxhall account.',
    action: { label: 'Choose a new password', url: addressOf(publicUrl, '/reset-password', token) },
    after:
      'The link works once, within one hour. If it was not you, please ignore this email: your password stays as it is.',
  })
}

function addressOf(publicUrl: string, path: string, token: string): string {
  return `${publicUrl}${path}?${new URLSearchParams({ token }).toString()}`
}
