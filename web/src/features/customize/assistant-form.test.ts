import { SPOKEN_TEXT_MAX_LENGTH } from '#contract/spoken-text.ts'
import { VOICES } from '#contract/voices.ts'
import { expect, test } from 'vitest'
import { isEmptyDraft, keepDraft, readDraft } from './assistant-draft.ts'
import { assistantFormSchema, EMPTY_FORM, FIRST_MESSAGE_MAX_LENGTH, VOICE_OPTIONS } from './assistant-form.ts'
import type { Photo } from './photo.ts'
import { TEXT_MAX_LENGTH } from './say-text.ts'

const photo: Photo = { name: 'face.png', file: new File([], 'face.png'), url: 'blob:none' }
const complete = { ...EMPTY_FORM, photo, assistantName: 'Nora', firstMessage: 'Hello.' }

function problemsOf(form: unknown): Record<string, string> {
  const read = assistantFormSchema.safeParse(form)
  return Object.fromEntries((read.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]))
}

test('the starred fields are required, the others are not', () => {
  expect(problemsOf(complete)).toEqual({})
  expect(problemsOf(EMPTY_FORM)).toEqual({
    photo: 'Add a photo for your assistant.',
    assistantName: 'Give your assistant a name.',
    firstMessage: 'Write what your assistant says first.',
  })
  expect(problemsOf({ ...complete, assistantName: '   ' })).toHaveProperty('assistantName')
  expect(problemsOf({ ...complete, firstMessage: 'a'.repeat(FIRST_MESSAGE_MAX_LENGTH + 1) })).toHaveProperty(
    'firstMessage',
  )
})

test('ten voices, one of them the default, none without a value', () => {
  expect(VOICE_OPTIONS).toHaveLength(10)
  expect(VOICE_OPTIONS.every(({ value }) => value.length > 0)).toBe(true)
  expect(VOICE_OPTIONS.filter(({ label }) => label.includes('(default)'))).toHaveLength(1)
  expect(EMPTY_FORM.voiceId).toBe(VOICES[0].id)
})

test('a first message can be heard, and the limit on texts is the one of the server', () => {
  expect(TEXT_MAX_LENGTH).toBe(SPOKEN_TEXT_MAX_LENGTH)
  expect(FIRST_MESSAGE_MAX_LENGTH).toBeLessThanOrEqual(SPOKEN_TEXT_MAX_LENGTH)
})

test('a draft comes back word for word; a broken one is an empty form', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  expect(isEmptyDraft(readDraft(storage))).toBe(true)
  keepDraft({ ...complete, voiceId: 'oak' }, storage)
  expect(readDraft(storage)).toEqual({ ...complete, voiceId: 'oak' })
  keepDraft({ ...complete, photo: null }, storage)
  for (const [key] of kept) kept.set(key, '{"assistantName":7}')
  expect(readDraft(storage)).toEqual(EMPTY_FORM)
  for (const [key] of kept) kept.set(key, '{')
  expect(readDraft(storage)).toEqual(EMPTY_FORM)
})
