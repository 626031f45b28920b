import type { SubscriptionAction } from '#contract/subscription-status.ts'
import * as z from 'zod/mini'
import { apiFetch } from '../../lib/api-fetch.ts'

/** The three functions of spec section 7. Each throws `ApiProblem` with a message that may be shown. */

const syncedSchema = z.object({ synced: z.number() })
const alertsSchema = z.object({ alerts: z.array(z.object({ type: z.string() })) })
const managedSchema = z.object({ url: z.optional(z.nullable(z.string())) })

async function invoke<Schema extends z.ZodMiniType>(
  name: string,
  schema: Schema,
  body?: unknown,
): Promise<z.infer<Schema>> {
  const response = await apiFetch(`/api/functions/${name}`, {
    method: 'POST',
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return schema.parse(await response.json())
}

export async function syncSubscriptions(): Promise<number> {
  return (await invoke('sync-subscriptions', syncedSchema)).synced
}

export async function checkUsageLimits(): Promise<{ alerts: number; exceeded: number }> {
  const { alerts } = await invoke('check-usage-limits', alertsSchema)
  return { alerts: alerts.length, exceeded: alerts.filter(({ type }) => type === 'exceeded').length }
}

/** Returns a page to open, if there is one: the customer portal, or a checkout when the person must pay again. */
export async function manageSubscription(
  action: SubscriptionAction,
  { email, stripe_subscription_id }: { email: string; stripe_subscription_id: string },
): Promise<string | null> {
  const body = { action, subscriptionId: stripe_subscription_id, email }
  return (await invoke('manage-subscription', managedSchema, body)).url ?? null
}
