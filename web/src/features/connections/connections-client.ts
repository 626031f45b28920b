import type { ApiKey, CreateApiKeyRequest, CreatedApiKey } from '#contract/api-keys.ts'
import type { ChangeWebhookRequest, CreateWebhookRequest, ListDeliveriesResponse, Webhook } from '#contract/webhooks.ts'
import { api } from '../../lib/api.ts'
import { successBody } from '../../lib/success-body.ts'

/**
 * Requests about an owner's webhooks and API keys. Every function throws `ApiProblem` with a message that may be shown.
 */

const { webhooks } = api.api
const keys = api.api['api-keys']

/** The owner's assistants, offered as choices. */
export async function listAssistants(signal: AbortSignal) {
  return (await successBody(api.api['own-assistants'].$get({}, { init: { signal } }))).assistants
}

export async function listWebhooks(signal: AbortSignal): Promise<Webhook[]> {
  return (await successBody(webhooks.$get({}, { init: { signal } }))).webhooks
}

export function createWebhook(wish: CreateWebhookRequest): Promise<Webhook> {
  return successBody(webhooks.$post({ json: wish }))
}

export function changeWebhook(id: string, change: ChangeWebhookRequest): Promise<Webhook> {
  return successBody(webhooks[':id'].$patch({ param: { id }, json: change }))
}

export async function deleteWebhook(id: string): Promise<void> {
  await webhooks[':id'].$delete({ param: { id } })
}

export function listDeliveries(
  id: string,
  before: string | null,
  signal: AbortSignal,
): Promise<ListDeliveriesResponse> {
  const query = before === null ? {} : { before }
  return successBody(webhooks[':id'].deliveries.$get({ param: { id }, query }, { init: { signal } }))
}

export async function replayDelivery(id: string, deliveryId: string): Promise<void> {
  await webhooks[':id'].deliveries[':deliveryId'].replay.$post({ param: { id, deliveryId } })
}

export async function sendTest(id: string): Promise<void> {
  await webhooks[':id'].test.$post({ param: { id } })
}

export async function listKeys(signal: AbortSignal): Promise<ApiKey[]> {
  return (await successBody(keys.$get({}, { init: { signal } }))).keys
}

export function createKey(wish: CreateApiKeyRequest): Promise<CreatedApiKey> {
  return successBody(keys.$post({ json: wish }))
}

export async function revokeKey(id: string): Promise<void> {
  await keys[':id'].$delete({ param: { id } })
}
