import { CONTACT_TOPIC_IDS, type ContactTopic } from '#contract/contact-topics.ts'

/** For each topic, the page's heading and lead, and a hint below the message field that says what helps us to answer. */
export const TOPIC_WORDS: Readonly<Record<ContactTopic, { heading: string; lead: string; hint: string }>> = {
  general: {
    heading: 'Write to us',
    lead: 'Your message goes to the people who run this site, not to an assistant.',
    hint: 'Ask, suggest, or tell us what is on your mind.',
  },
  'custom-plan': {
    heading: 'Let’s talk about your plan',
    lead: 'The Custom plan is tailored to you. Tell us what you have in mind, and a person will reply by email.',
    hint: 'How many people will talk, about what, and roughly how often?',
  },
  business: {
    heading: 'An assistant for your business',
    lead: 'Tell us who your assistant should help, and a person will reply by email.',
    hint: 'What do your customers ask most, and on which website should they be answered?',
  },
  support: {
    heading: 'Something isn’t working',
    lead: 'We are sorry. Tell us what happened, and a person will look into it.',
    hint: 'What did you do, and what happened then? The exact error text, your browser and your device help us.',
  },
  privacy: {
    heading: 'Your data',
    lead: 'Ask what we keep about you, or have it corrected or deleted.',
    hint: 'Please use the email address of your account, so that we know it is you.',
  },
  press: {
    heading: 'Press',
    lead: 'Writing about talking assistants? Ask away.',
    hint: 'Where will it appear, and when do you need the answer?',
  },
}

/** The topic requested by a link (`/contact?about=custom-plan`), or null. */
export function topicInAddress(search: URLSearchParams): ContactTopic | null {
  const about = search.get('about')
  return CONTACT_TOPIC_IDS.find((id) => id === about) ?? null
}
