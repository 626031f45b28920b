import type { OwnAssistantContent } from '#contract/own-assistant.ts'

/** The page from which visitors call. */
export const ORIGIN = 'http://voxhall.test'
export const TIME_ZONE = 'America/New_York'
export const OPENS_AT_HOUR = 8
export const CLOSES_AT_HOUR = 20

const SPANS = [{ from: `0${OPENS_AT_HOUR}:00`, to: `${CLOSES_AT_HOUR}:00` }]
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** The actions that the benchmark's business allows its assistant. */
export const ACTION_SETTINGS = {
  message: {
    isOn: true,
    fields: [
      { id: 'name', label: 'Your name', kind: 'name' },
      { id: 'phone', label: 'Your telephone number', kind: 'phone' },
      { id: 'message', label: 'Your message', kind: 'text' },
    ],
  },
  callback: { isOn: true },
  appointments: {
    isOn: true,
    title: 'Session',
    daysAhead: 40,
    lengthMinutes: 30,
    hours: Object.fromEntries(DAYS.map((day) => [day, SPANS])),
  },
}

/** What the assistant is and knows. */
export const CONTENT = {
  name: 'Nina',
  voiceId: 'willow',
  firstMessage: 'Hello, this is Nina.',
  systemPrompt: 'You help the clients of a physiotherapist.',
  knowledge: {
    pairs: [
      { question: 'What does a session cost?', answer: 'A session costs sixty dollars.' },
      { question: 'Where can I park?', answer: 'There is a car park behind the house.' },
    ],
    notes: '',
  },
} satisfies Pick<OwnAssistantContent, 'name' | 'voiceId' | 'firstMessage' | 'systemPrompt' | 'knowledge'>
