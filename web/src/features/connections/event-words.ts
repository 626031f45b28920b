import type { WebhookEventType } from '#contract/webhooks.ts'

export const EVENT_WORDS: Readonly<Record<WebhookEventType, string>> = {
  'conversation.ended': 'A conversation ended',
  'lead.created': 'A message or lead was left',
  'appointment.booked': 'An appointment was booked',
  'appointment.moved': 'An appointment was moved',
  'appointment.cancelled': 'An appointment was canceled',
  'limit.reached': 'A limit was reached',
}
