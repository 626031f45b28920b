import { and, asc, eq, inArray } from 'drizzle-orm'
import { fileUrl } from '#contract/files.ts'
import type { Database } from '../../infra/db/client.ts'
import { sessions, users } from '../../infra/db/schema/auth.ts'
import { callLines, calls } from '../../infra/db/schema/calls.ts'
import { emailCrm } from '../../infra/db/schema/email-crm.ts'
import { files } from '../../infra/db/schema/files.ts'
import { mails } from '../../infra/db/schema/mail.ts'
import { subscribers, usageLedger } from '../../infra/db/schema/subscribers.ts'
import { videos } from '../../infra/db/schema/videos.ts'
import type { Assistants } from '../assistants/assistants.ts'
import type { Billing } from '../billing/billing.ts'
import { exportBusiness } from './business-export.ts'

/** Everything that is stored about a person, in readable form. Passwords and tokens are left out. */
export async function exportAccount(
  db: Database,
  assistants: Pick<Assistants, 'namesOf' | 'exportFor'>,
  billing: Pick<Billing, 'listInvoices'>,
  person: { userId: string; email: string },
) {
  const { userId } = person
  const [account] = await db.select().from(users).where(eq(users.id, userId))
  if (!account) return undefined
  const talked = await db.query.calls.findMany({
    columns: {
      id: true,
      assistantId: true,
      status: true,
      endReason: true,
      createdAt: true,
      startedAt: true,
      endedAt: true,
      durationMs: true,
    },
    where: eq(calls.userId, userId),
    orderBy: asc(calls.createdAt),
  })
  const { role, content, atMs, interrupted } = callLines
  const said = await db
    .select({ callId: callLines.callId, line: { role, content, atMs, interrupted } })
    .from(callLines)
    .innerJoin(calls, eq(calls.id, callLines.callId))
    .where(eq(calls.userId, userId))
    .orderBy(asc(callLines.callId), asc(callLines.position))
  const linesOf = Map.groupBy(said, ({ callId }) => callId)
  const subscribed = await db.select().from(subscribers).where(eq(subscribers.userId, userId))
  const ids = subscribed.map(({ id }) => id)
  const used = ids.length === 0 ? [] : await db.select().from(usageLedger).where(inArray(usageLedger.subscriberId, ids))
  const { displayName, signupDate: firstHeardOfAt, followUpStatus, lastContactDate, notes } = emailCrm
  const [contact = null] = await db
    .select({ displayName, firstHeardOfAt, followUpStatus, lastContactDate, notes })
    .from(emailCrm)
    .where(eq(emailCrm.email, account.email))
  const photos = await db.query.files.findMany({
    columns: { id: true, widthPx: true, heightPx: true, createdAt: true, expiresAt: true },
    where: and(eq(files.userId, userId), eq(files.kind, 'photo')),
    orderBy: asc(files.createdAt),
  })
  const rendered = await db.select().from(videos).where(eq(videos.userId, userId)).orderBy(asc(videos.createdAt))
  const nameOf = await assistants.namesOf([...talked, ...rendered].flatMap(({ assistantId }) => assistantId ?? []))
  const { id, email, name, emailVerified, createdAt, updatedAt } = account
  return {
    exportedAt: new Date(),
    account: { id, email, displayName: name, emailConfirmed: emailVerified, createdAt, updatedAt },
    sessions: await db.query.sessions.findMany({
      columns: { createdAt: true, expiresAt: true, ipAddress: true, userAgent: true },
      where: eq(sessions.userId, userId),
      orderBy: asc(sessions.createdAt),
    }),
    calls: talked.map(({ id: callId, assistantId, ...call }) => ({
      id: callId,
      assistant: nameOf(assistantId),
      ...call,
      lines: (linesOf.get(callId) ?? []).map(({ line }) => line),
    })),
    ownAssistants: withoutSecrets(await assistants.exportFor(userId)),
    ...(await exportBusiness(db, userId)),
    photos: photos.map(({ id: fileId, ...photo }) => ({ url: fileUrl(fileId), ...photo })),
    talkingVideos: rendered.map((video) => ({
      id: video.id,
      assistant: video.assistantId === null ? null : nameOf(video.assistantId),
      photoUrl: video.photoId === null ? null : fileUrl(video.photoId),
      text: video.text,
      voice: video.voiceId,
      status: video.step,
      url: video.fileId === null ? null : fileUrl(video.fileId),
      createdAt: video.createdAt,
    })),
    subscriptions: subscribed.map((row) => ({
      plan: row.subscriptionTier,
      priceId: row.priceId,
      email: row.email,
      status: row.subscriptionStatus,
      customerIdAtProvider: row.stripeCustomerId,
      subscriptionIdAtProvider: row.stripeSubscriptionId,
      startedAt: row.subscriptionStart,
      periodStart: row.periodStart,
      periodEnd: row.periodEnd,
      endsAt: row.endsAt,
      usage: used
        .filter((each) => each.subscriberId === row.id)
        .map(({ callId, periodStart, usedMs, settledAt }) => ({ callId, periodStart, usedMs, settledAt })),
    })),
    invoices: await billing.listInvoices(person),
    /** Without the bodies of the mails, since links in them are as good as a password. */
    mails: await db.query.mails.findMany({
      columns: { subject: true, createdAt: true, deliveredAt: true },
      where: eq(mails.recipient, account.email),
      orderBy: asc(mails.id),
    }),
    contact,
  }
}

/** Settings of actions contain the secrets that sign requests to the owner's own server. */
function withoutSecrets(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data, (key, value: unknown) => (key === 'secret' ? undefined : value)))
}
