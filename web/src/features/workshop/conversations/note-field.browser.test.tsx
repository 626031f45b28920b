import { createMemoryRouter } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { leftUnsaved } from '../../../lib/draft-box.ts'
import { mount } from '../../../ui/show-testing.tsx'
import { NoteField } from './note-field.tsx'

const note = page.getByLabelText('Note')

/** Shows the field of a stored note. Each save waits for its answer. */
function showNote() {
  onTestFinished(() => leftUnsaved.clear())
  const answers: ((isSaved: boolean) => void)[] = []
  const save = vi.fn<(text: string) => Promise<boolean>>(() => new Promise((resolve) => answers.push(resolve)))
  const router = createMemoryRouter([
    {
      path: '/',
      element: <NoteField conversationId="call_1" stored="Old" save={save} onSaved={() => undefined} />,
    },
    { path: '/left', element: null },
  ])
  mount(router)
  return {
    goTo: (path: '/' | '/left') => router.navigate(path),
    texts: () => save.mock.calls.map(([text]) => text),
    answer: (isSaved: boolean) => answers.shift()?.(isSaved),
  }
}

test('the old text that is put back while a save is running is saved as well', async () => {
  const { texts, answer } = showNote()
  await note.fill('New')
  await userEvent.tab()
  await note.fill('Old')
  await userEvent.tab()
  expect(texts()).toEqual(['New'])
  await expect.element(note).not.toHaveAccessibleDescription('Saved.')
  answer(true)
  await expect.poll(texts).toEqual(['New', 'Old'])
  answer(true)
  await expect.element(note).toHaveAccessibleDescription('Saved.')
})

test('a note is saved when its conversation is left, and comes back if that failed', async () => {
  const { goTo, texts, answer } = showNote()
  await note.fill('New')
  await goTo('/left')
  await expect.poll(texts).toEqual(['New'])
  answer(false)
  await goTo('/')
  await expect.element(note).toHaveValue('New')
  await expect.element(note).toHaveAccessibleDescription(/^Not saved yet/)
  await goTo('/left')
  await expect.poll(texts).toEqual(['New', 'New'])
  answer(true)
  await expect.poll(() => leftUnsaved.size).toBe(0)
})
