/** What owners' programs can be told of, by webhooks that follow the Standard Webhooks convention (standardwebhooks.com). */
export const WEBHOOK_EVENT_TYPES = [
  'conversation.ended',
  'lead.created',
  'appointment.booked',
  'appointment.moved',
  'appointment.cancelled',
  'limit.reached',
] as const
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number]
