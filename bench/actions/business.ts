import type { OwnAssistantContent } from '#contract/own-assistant.ts'

/** The page from which visitors call. */
export const ORIGIN = 'http://voxhall.test'
export const TIME_ZONE = 'America/New_York'
export const OPENS_AT_HOUR = 8
export const CLOSES_AT_HOUR = 20

const SPANS = [{ from: `0${OPENS_AT_HOUR}:00`, to: `${CLOSES_AT_HOUR}:00` }]
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** The actions that a business of the benchmark allows its assistant. */
const settingsOf = (title: string) => ({
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
    title,
    daysAhead: 40,
    lengthMinutes: 30,
    hours: Object.fromEntries(DAYS.map((day) => [day, SPANS])),
  },
})

export interface Business {
  /** The assistant's content: its name, first message and knowledge. */
  content: Pick<OwnAssistantContent, 'name' | 'voiceId' | 'firstMessage' | 'systemPrompt' | 'knowledge'>
  settings: ReturnType<typeof settingsOf>
}

export type BusinessName = 'physiotherapist' | 'driving school'

export const BUSINESSES: Readonly<Record<BusinessName, Business>> = {
  physiotherapist: {
    settings: settingsOf('Session'),
    content: {
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
    },
  },
  'driving school': {
    settings: settingsOf('Driving lesson'),
    content: {
      name: 'Otto',
      voiceId: 'willow',
      firstMessage: 'Hello, this is Otto of the driving school.',
      systemPrompt: 'You help the students of a driving school.',
      knowledge: {
        pairs: [
          { question: 'How much is a driving lesson?', answer: 'A lesson costs forty dollars.' },
          { question: 'What do I have to bring?', answer: 'Bring your learner permit and your glasses.' },
        ],
        notes: '',
      },
    },
  },
}
