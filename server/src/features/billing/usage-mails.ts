import { eq } from 'drizzle-orm'
import { usageAlert, type UsageAlertType } from '#contract/subscription-status.ts'
import type { Transaction } from '../../infra/db/client.ts'
import { subscribers } from '../../infra/db/schema/subscribers.ts'
import { composeMail } from '../../infra/mail/compose.ts'
import type { MailDraft, Outbox } from '../../infra/mail/outbox.ts'
import { payerOf } from './customers.ts'
import { isEntitled, type Subscriber } from './subscriber-row.ts'
import { MINUTE_MS } from './usage-sums.ts'

function alertOf(row: Subscriber): UsageAlertType | null {
  if (!isEntitled(row)) return null
  return usageAlert({
    usedMinutes: row.currentUsageMs / MINUTE_MS,
    limitMinutes: row.monthlyLimitMinutes,
    exceeded: row.limitExceeded,
  })
}

/**
 * Mails a person once in a period that minutes run low, and once that they are used up. The caller must have locked the
 * row.
 * @returns what the person is or was told; null if nothing
 */
export async function tellOfUsage(
  tx: Transaction,
  { outbox, publicUrl }: { outbox: Outbox; publicUrl: string },
  row: Subscriber,
): Promise<UsageAlertType | null> {
  const alert = alertOf(row)
  const told = alert === 'exceeded' ? row.toldExceededFor : row.toldApproachingFor
  if (alert === null || told?.getTime() === row.periodStart.getTime()) return alert
  await tx
    .update(subscribers)
    .set({
      // After the mail that no minutes are left, the mail that few are left is not needed.
      toldApproachingFor: row.periodStart,
      ...(alert === 'exceeded' ? { toldExceededFor: row.periodStart } : {}),
    })
    .where(eq(subscribers.id, row.id))
  const payer = await payerOf(tx, row)
  if (payer.to !== '') await outbox.post(tx, usageMail(alert, { ...payer, row, publicUrl }))
  return alert
}

function usageMail(
  alert: UsageAlertType,
  { to, name, row, publicUrl }: { to: string; name: string; row: Subscriber; publicUrl: string },
): MailDraft {
  const day = row.periodEnd.toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })
  const left = Math.max(0, row.monthlyLimitMinutes - Math.floor(row.currentUsageMs / MINUTE_MS))
  const plan = `${row.subscriptionTier} plan`
  const next =
    row.endsAt === null
      ? `You get new minutes on ${day}. If you need more before then, you can change to a larger plan.`
      : `Your plan ends on ${day}.`
  return composeMail({
    to,
    greetingName: name,
    subject: alert === 'exceeded' ? 'Your minutes are used up' : 'Your minutes are running low',
    before:
      alert === 'exceeded'
        ? `You have used all ${row.monthlyLimitMinutes} minutes in your ${plan} for this period.`
        : `You have used more than 80% of the ${row.monthlyLimitMinutes} minutes in your ${plan}. ${left} left for this period.`,
    action: { label: 'See your plan', url: `${publicUrl}/account` },
    after: next,
  })
}
