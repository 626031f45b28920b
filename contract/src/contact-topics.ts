/**
 * The topics of the contact form, for the page and for the server's check. Free of zod, so that the page stays small.
 */
export const CONTACT_TOPICS = [
  { id: 'general', label: 'A question or an idea' },
  { id: 'custom-plan', label: 'The Custom plan' },
  { id: 'business', label: 'An assistant for my business' },
  { id: 'support', label: 'Something isn’t working' },
  { id: 'privacy', label: 'My data' },
  { id: 'press', label: 'Press' },
] as const

export type ContactTopic = (typeof CONTACT_TOPICS)[number]['id']

export const CONTACT_TOPIC_IDS = CONTACT_TOPICS.map(({ id }) => id) as [ContactTopic, ...ContactTopic[]]

export function topicLabel(topic: ContactTopic): string {
  return CONTACT_TOPICS.find(({ id }) => id === topic)?.label ?? topic
}

export const CONTACT_NAME_MAX_LENGTH = 80
export const CONTACT_COMPANY_MAX_LENGTH = 120
export const CONTACT_MESSAGE_MIN_LENGTH = 10
export const CONTACT_MESSAGE_MAX_LENGTH = 4_000
