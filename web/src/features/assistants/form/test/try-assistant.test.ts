import { expect, it } from 'vitest'
import { tryAssistantRequestSchema } from '#contract/own-assistant.ts'
import { EMPTY_FORM, type AssistantForm } from '../assistant-form.ts'
import { missingForTalk, tryContentOf } from './try-assistant.ts'

const form = (more: Partial<AssistantForm>): AssistantForm => ({ ...EMPTY_FORM, ...more })
const filled = form({
  assistantName: ' Nora ',
  voiceId: 'hazel',
  firstMessage: 'Hello, this is the bakery.',
  systemPrompt: 'Be kind.',
  pairs: [
    { question: 'Do you deliver?', answer: 'On weekdays.' },
    { question: 'Where are you?', answer: ' ' },
    { question: '', answer: 'Nobody asked.' },
  ],
  notes: 'No nuts.',
})

it('a conversation can be started from an empty form', () => {
  const content = tryContentOf(form({}))
  expect(tryAssistantRequestSchema.safeParse(content).success).toBe(true)
  expect(content).toMatchObject({ name: 'Your assistant', knowledge: { pairs: [], notes: '' } })
})

it('the filled fields are sent, without questions that have no answer', () => {
  expect(tryContentOf(filled)).toEqual({
    name: 'Nora',
    voiceId: 'hazel',
    firstMessage: 'Hello, this is the bakery.',
    systemPrompt: 'Be kind.',
    knowledge: { pairs: [{ question: 'Do you deliver?', answer: 'On weekdays.' }], notes: 'No nuts.' },
  })
})

it.each<[Partial<AssistantForm>, string | null]>([
  [{}, 'It does not have a name, a first message, or anything to know yet.'],
  [{ assistantName: 'Nora' }, 'It does not have a first message or anything to know yet.'],
  [{ assistantName: 'Nora', firstMessage: 'Hello.', notes: 'No nuts.' }, null],
  [{ assistantName: 'Nora', firstMessage: 'Hello.', systemPrompt: 'Be kind.' }, null],
])('the text for %o says what is missing', (given, words) => {
  expect(missingForTalk(form(given))).toBe(words)
})
