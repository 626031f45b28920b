import { SPOKEN_TEXT_MAX_LENGTH } from '#contract/spoken-text-limits.ts'
import { VOICES } from '#contract/voices.ts'
import { expect, test, vi } from 'vitest'
import { isEmptyDraft, keepDraft, readDraft } from './assistant-draft.ts'
import { assistantFormSchema, EMPTY_FORM, FIRST_MESSAGE_MAX_LENGTH, VOICE_OPTIONS } from './assistant-form.ts'
import type { Photo } from './photo.ts'

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

test('a first message can be heard', () => {
  expect(FIRST_MESSAGE_MAX_LENGTH).toBeLessThanOrEqual(SPOKEN_TEXT_MAX_LENGTH)
})

test('a draft comes back word for word; a broken one is an empty form', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  expect(isEmptyDraft(readDraft())).toBe(true)
  keepDraft({ ...complete, voiceId: 'oak' })
  expect(readDraft()).toEqual({ ...complete, voiceId: 'oak' })
  keepDraft({ ...complete, photo: null })
  expect(kept.size).toBe(1)
  for (const [key] of kept) kept.set(key, '{"assistantName":7}')
  expect(readDraft()).toEqual(EMPTY_FORM)
  vi.unstubAllGlobals()
})
