import { expect, test } from 'vitest'
import type { z } from 'zod'
import { resetPasswordRequestSchema, updateUserRequestSchema } from './account.ts'
import { actionSettingsSchema, ownWebhookSchema } from './actions.ts'
import { MAX_API_KEYS } from './api-keys.ts'
import { CONVERSATION_BOX_LINES, COUNTDOWN_ALERT_MS, DEMO_CALL_LIMIT_MS, TRY_CONVERSATION_LINES } from './calls.ts'
import { contactRequestSchema } from './contact.ts'
import { FIGURES_MAX_DAYS } from './conversation-limits.ts'
import { changeConversationRequestSchema, conversationFilterSchema } from './conversations.ts'
import { emailEditSchema } from './crm.ts'
import { MAX_PROPOSALS, MAX_SOURCES, SOURCE_FILE_MAX_BYTES } from './knowledge-source-limits.ts'
import { MAX_KEPT_VERSIONS, MAX_OWN_ASSISTANTS } from './own-assistant-limits.ts'
import { knowledgePairSchema, ownAssistantContentSchema, saveDraftRequestSchema } from './own-assistant.ts'
import { PHOTO_MAX_BYTES, PHOTO_MAX_PIXELS, PHOTO_MAX_SIDE_PX, PHOTO_MIN_SIDE_PX } from './photo-limits.ts'
import { MAX_FRAME_BYTES, MAX_TYPED_CHARACTERS } from './realtime.ts'
import { sayRequestSchema } from './spoken-text.ts'
import { videoRequestSchema } from './videos.ts'
import { MAX_WEBHOOKS } from './webhooks.ts'
import { MAX_SITES, tagLookSchema } from './website.ts'

// The numbers that people read on the pages and in messages. Other tests use the constants, so that they hold for any.

const MB = 1024 * 1024
const text = (length: number) => 'x'.repeat(length)
const pairs = (count: number) => Array.from({ length: count }, () => ({ question: 'Why?', answer: 'So.' }))
const hook = { name: 'Stock', url: 'https://example.com' }
const fields = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `field_${at}`, label: 'Name', kind: 'text' }))

const content = ownAssistantContentSchema.shape
const draft = saveDraftRequestSchema.shape
const cards = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `card_${at}`, title: 'A', text: 'B' }))
const hooks = (count: number) => Array.from({ length: count }, (_, at) => ({ ...hook, id: `hook_${at}` }))

test.each<[what: string, most: number, schema: z.ZodType, of: (amount: number) => unknown]>([
  ['characters of a password', 128, resetPasswordRequestSchema.shape.newPassword, text],
  ['characters of a display name', 80, updateUserRequestSchema.shape.name, text],
  ['characters of an assistant’s name', 60, content.name, text],
  ['characters of a first message', 300, content.firstMessage, text],
  ['characters of instructions', 4_000, content.systemPrompt, text],
  ['characters of notes', 12_000, content.knowledge, (length) => ({ notes: text(length) })],
  ['questions and answers', 150, content.knowledge, (count) => ({ pairs: pairs(count) })],
  ['questions and answers of a draft', 150, draft.knowledge, (count) => ({ pairs: pairs(count) })],
  ['characters of a draft’s name', 60, draft.name, text],
  ['characters of a draft’s first message', 300, draft.firstMessage, text],
  ['characters of a question', 120, knowledgePairSchema.shape.question, text],
  ['characters of an answer', 600, knowledgePairSchema.shape.answer, text],
  ['characters to be spoken', 300, sayRequestSchema.shape.text, text],
  ['characters of a video', 500, videoRequestSchema, (length) => ({ assistantId: 'finance', text: text(length) })],
  ['characters of a note about a conversation', 2_000, changeConversationRequestSchema.shape.note, text],
  ['characters of a search in conversations', 100, conversationFilterSchema.shape.search, text],
  ['characters of a contact’s name', 80, contactRequestSchema.shape.name, text],
  ['characters of a contact’s company', 120, contactRequestSchema.shape.company, text],
  ['characters of a message to us', 4_000, contactRequestSchema.shape.message, text],
  [
    'characters of the team’s notes',
    110_000,
    emailEditSchema,
    (length) => ({ version: '2026-01-01T00:00:00Z', notes: text(length) }),
  ],
  ['characters of the button on a site', 40, tagLookSchema.shape.label, text],
  ['characters of the greeting on a site', 140, tagLookSchema.shape.bubble, text],
  ['fields of a webhook', 8, ownWebhookSchema.shape.fields, fields],
  ['seconds that a webhook may take', 10, ownWebhookSchema.shape.timeoutSeconds, (seconds) => seconds],
  ['cards', 8, actionSettingsSchema.shape.cards, cards],
  ['webhooks that callers can ask for', 5, actionSettingsSchema.shape.webhooks, hooks],
])('%s: %i at most', (_, most, schema, of) => {
  expect([most, most + 1].map((amount) => schema.safeParse(of(amount)).success)).toEqual([true, false])
})

test.each<[what: string, least: number, schema: z.ZodType, of: (amount: number) => unknown]>([
  ['characters of a password', 8, resetPasswordRequestSchema.shape.newPassword, text],
  ['characters of a video', 3, videoRequestSchema, (length) => ({ assistantId: 'finance', text: text(length) })],
  ['characters of a question', 3, knowledgePairSchema.shape.question, text],
  ['characters of a message to us', 10, contactRequestSchema.shape.message, text],
])('%s: %i at least', (_, least, schema, of) => {
  expect([least, least - 1].map((amount) => schema.safeParse(of(amount)).success)).toEqual([true, false])
})

test('what is counted or measured elsewhere has the limits of the pages', () => {
  expect({ DEMO_CALL_LIMIT_MS, COUNTDOWN_ALERT_MS, CONVERSATION_BOX_LINES, TRY_CONVERSATION_LINES }).toEqual({
    DEMO_CALL_LIMIT_MS: 60_000,
    COUNTDOWN_ALERT_MS: 10_000,
    CONVERSATION_BOX_LINES: 3,
    TRY_CONVERSATION_LINES: 4,
  })
  expect({ MAX_OWN_ASSISTANTS, MAX_KEPT_VERSIONS, MAX_SOURCES, MAX_PROPOSALS, FIGURES_MAX_DAYS }).toEqual({
    MAX_OWN_ASSISTANTS: 50,
    MAX_KEPT_VERSIONS: 20,
    MAX_SOURCES: 20,
    MAX_PROPOSALS: 40,
    FIGURES_MAX_DAYS: 366,
  })
  expect({ MAX_API_KEYS, MAX_WEBHOOKS, MAX_SITES }).toEqual({ MAX_API_KEYS: 20, MAX_WEBHOOKS: 10, MAX_SITES: 20 })
  expect({ MAX_FRAME_BYTES, MAX_TYPED_CHARACTERS }).toEqual({ MAX_FRAME_BYTES: MB, MAX_TYPED_CHARACTERS: 2_000 })
  expect([SOURCE_FILE_MAX_BYTES, PHOTO_MAX_BYTES]).toEqual([10 * MB, 10 * MB])
  expect([PHOTO_MAX_PIXELS, PHOTO_MAX_SIDE_PX, PHOTO_MIN_SIDE_PX]).toEqual([40_000_000, 1_024, 64])
})
