import { expect, it } from 'vitest'
import { endsMidSentence } from './unfinished-text.ts'

it.each([
  'How do I freeze the.',
  'I want to talk to',
  'I need help with my',
  'It hurts because…',
  'Tomatoes, onions and',
  'So, um',
  'Can you',
  'What is the best way to clean a',
])('"%s" ends in the middle of a sentence', (text) => {
  expect(endsMidSentence(text)).toBe(true)
})

it.each([
  'How do I freeze bread?',
  'Who should I talk to?',
  'What is it for?',
  "That's what I was thinking of.",
  'I know what it is.',
  'Call my brother.',
  'Thanks',
  'Yes, please.',
  '',
])('"%s" may be complete', (text) => {
  expect(endsMidSentence(text)).toBe(false)
})
