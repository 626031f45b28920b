import { z } from 'zod'
import { ownAssistantIdSchema } from './own-assistant.ts'
import { isWebAddress } from './web-address.ts'

/**
 * The events that owners' programs can receive by webhook, as in the Standard Webhooks specification
 * (standardwebhooks.com).
 */
const WEBHOOK_EVENT_TYPES = [
  'conversation.ended',
  'lead.created',
  'appointment.booked',
  'appointment.moved',
  'appointment.cancelled',
  'limit.reached',
] as const
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number]
/** The event type of a test delivery, which an owner requests to check the endpoint. */
export const TEST_EVENT_TYPE = 'test'

export const MAX_WEBHOOKS = 10
export const WEBHOOK_ADDRESS_WORDS =
  'Enter the whole address of your server, beginning with https://, such as https://shop.example/voxhall.'
const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const

const choices = {
  url: z
    .string()
    .trim()
    .max(2_000, 'The address must have at most 2,000 characters.')
    .refine((address) => isWebAddress(address), WEBHOOK_ADDRESS_WORDS),
  types: z
    .array(z.enum(WEBHOOK_EVENT_TYPES))
    .max(WEBHOOK_EVENT_TYPES.length)
    .refine((types) => new Set(types).size === types.length, 'Name each type once.')
    .describe('Empty for all types, including those added later.'),
  assistantId: ownAssistantIdSchema.nullable().describe('Null for all of your assistants.'),
}

export const createWebhookRequestSchema = z.object({
  url: choices.url,
  types: choices.types.default([]),
  assistantId: choices.assistantId.default(null),
})
/** Only the given fields are changed. */
export const changeWebhookRequestSchema = z.object({ ...choices, isActive: z.boolean() }).partial()

export const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  secret: z.string().describe('Verifies signatures: `whsec_` and 32 bytes in base64.'),
  types: z.array(z.enum(WEBHOOK_EVENT_TYPES)),
  assistantId: z.string().nullable(),
  isActive: z.boolean().describe('False: it was switched off, by you or by an answer of 410 Gone.'),
  createdAt: z.iso.datetime(),
})
export const listWebhooksResponseSchema = z.object({ webhooks: z.array(webhookSchema) })

const webhookDeliverySchema = z.object({
  id: z.string(),
  eventId: z.string().describe('The header `webhook-id`: the same whenever the event is sent.'),
  type: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  answerStatus: z.int().nullable().describe('The status of the answer to the latest attempt.'),
  answer: z.string().nullable().describe('The beginning of the answer, or what went wrong.'),
  durationMs: z.int().nullable(),
  attemptedAt: z.iso.datetime().nullable(),
  nextAttemptAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
})
export const listDeliveriesResponseSchema = z.object({
  deliveries: z.array(webhookDeliverySchema),
  nextBefore: z.string().nullable().describe('Pass as `before` for the next page; null at the end.'),
})

export type CreateWebhookRequest = z.infer<typeof createWebhookRequestSchema>
export type ChangeWebhookRequest = z.infer<typeof changeWebhookRequestSchema>
export type Webhook = z.infer<typeof webhookSchema>
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>
