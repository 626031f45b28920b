import type { Locator } from '@playwright/test'
import { toDefinition } from '../../server/src/features/assistants/own/definition.ts'
import { ANSWER, GREETING, QUESTION } from './own-assistant.ts'
import { turnTo } from './test-tab.ts'
import { expect } from './test.ts'

// Helpers for a call in the Test tab, with an assistant whose form has not been submitted.

export const NAME = 'Nora'
export const TRUCKS = 'Trucks are repaired on Mondays alone.'
/** The form's assistant as the server defines it. It holds every text that can be heard in these tests. */
export const definition = toDefinition('own_heard', {
  name: NAME,
  voiceId: 'hazel',
  firstMessage: GREETING,
  systemPrompt: '',
  knowledge: {
    pairs: [
      { question: QUESTION, answer: ANSWER },
      { question: 'Do you repair trucks?', answer: TRUCKS },
    ],
    notes: '',
  },
})
export async function fillForm(dialog: Locator): Promise<void> {
  await dialog.getByLabel('Assistant Name').fill(NAME)
  await dialog.getByLabel('Voice Type').selectOption('hazel')
  await dialog.getByLabel('First Message').fill(GREETING)
  for (const [index, { question, answer }] of definition.knowledge.entries()) {
    await dialog.getByRole('button', { name: /^Add a(nother)? question$/ }).click()
    await dialog.getByRole('textbox', { name: `Question ${index + 1}` }).fill(question)
    await dialog.getByRole('textbox', { name: `Answer ${index + 1}` }).fill(answer)
  }
}

export async function converse(dialog: Locator): Promise<Locator> {
  await turnTo(dialog, 'Test Avatar')
  await dialog.getByRole('button', { name: 'Start Interactive Conversation' }).click()
  await expect(dialog.getByRole('button', { name: 'Start Talking' })).toBeFocused()
  return dialog.getByRole('log')
}
