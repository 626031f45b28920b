import { FIRST_MESSAGE_MAX_LENGTH } from '#contract/own-assistant-limits.ts'
import { SPOKEN_TEXT_MAX_LENGTH } from '#contract/spoken-text-limits.ts'
import { VOICES } from '#contract/voices.ts'
import { expect, test } from 'vitest'
import { createAssistantDrafts } from './assistant-draft.ts'
import { assistantFormSchema, EMPTY_FORM, isEmptyForm, VOICE_OPTIONS, type AssistantForm } from './assistant-form.ts'
import { asPhoto } from './photo.ts'

const photo = asPhoto(new File(['face'], 'face.png', { type: 'image/png' }))
const complete: AssistantForm = { ...EMPTY_FORM, photo, assistantName: 'Nora', firstMessage: 'Hello.' }

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

test('a question needs its answer', () => {
  expect(problemsOf({ ...complete, pairs: [{ question: 'Why?', answer: ' ' }] })).toEqual({
    'pairs.0.answer': 'Write the answer.',
  })
  expect(problemsOf({ ...complete, pairs: [{ question: '', answer: 'So.' }] })).toHaveProperty(['pairs.0.question'])
})

test('there are ten voices, each with a value, and one of them is the default', () => {
  expect(VOICE_OPTIONS).toHaveLength(10)
  expect(VOICE_OPTIONS.every(({ value }) => value.length > 0)).toBe(true)
  expect(VOICE_OPTIONS.filter(({ label }) => label.includes('(default)'))).toHaveLength(1)
  // The names of nationalities keep their capital letter.
  expect(VOICE_OPTIONS.filter(({ label }) => label.includes('Scottish'))).toHaveLength(3)
  expect(EMPTY_FORM.voiceId).toBe(VOICES[0].id)
})

test('the longest first message can be spoken', () => {
  expect(FIRST_MESSAGE_MAX_LENGTH).toBeLessThanOrEqual(SPOKEN_TEXT_MAX_LENGTH)
})

function boxOf() {
  const kept = new Map<string, unknown>()
  const written: string[] = []
  const box = {
    read: async (key: string) => kept.get(key) ?? null,
    async keep(key: string, value: unknown) {
      written.push(key)
      kept.set(key, value)
    },
    forget: async (key: string) => void kept.delete(key),
  }
  return { kept, written, box }
}

test('a draft is restored exactly, including the photo', async () => {
  const { box, written } = boxOf()
  const first = createAssistantDrafts(box)
  const { form, submissionId } = await first.read()
  expect(isEmptyForm(form)).toBe(true)
  const filled: AssistantForm = { ...complete, voiceId: 'oak', pairs: [{ question: '', answer: 'half' }], notes: 'x ' }
  await first.keep({ form: { ...filled, assistantName: 'N' }, submissionId })
  await first.keep({ form: filled, submissionId })
  expect(written.filter((key) => key.includes('photo'))).toHaveLength(1)
  const { form: read, submissionId: same } = await createAssistantDrafts(box).read()
  expect(same).toBe(submissionId)
  expect(read).toEqual({ ...filled, photo: expect.objectContaining({ name: 'face.png', file: photo.file }) })
})

test('a submitted, broken or very old draft becomes an empty form with a new submission id', async () => {
  const { box, kept } = boxOf()
  let nowMs = 1_000
  const drafts = createAssistantDrafts(box, () => nowMs)
  const { submissionId } = await drafts.read()
  const keep = () => drafts.keep({ form: complete, submissionId })
  const readEmpty = async () => {
    const draft = await createAssistantDrafts(box, () => nowMs).read()
    expect(draft.form).toEqual(EMPTY_FORM)
    expect(draft.submissionId).not.toBe(submissionId)
  }
  await keep()
  await drafts.forget()
  expect(kept.size).toBe(0)
  await readEmpty()
  await keep()
  nowMs += 61 * 86_400_000
  await readEmpty()
  nowMs = 1_000
  kept.set('assistant.words', { savedAtMs: 1_000, submissionId, form: { assistantName: 7 } })
  await readEmpty()
})

test('a removed photo is not restored', async () => {
  const { box } = boxOf()
  const drafts = createAssistantDrafts(box)
  const { submissionId } = await drafts.read()
  await drafts.keep({ form: complete, submissionId })
  await drafts.keep({ form: { ...complete, photo: null }, submissionId })
  expect((await createAssistantDrafts(box).read()).form.photo).toBeNull()
})
