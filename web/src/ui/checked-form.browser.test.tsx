import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CheckedForm } from './checked-form.tsx'
import { Field } from './field.tsx'
import { button, show } from './show-testing.tsx'

/** A form with a button beside it, whose name is refused by a server that answers late. */
function SlowForm({ answer }: { answer: Promise<string> }) {
  const [error, setError] = useState<string>()
  return (
    <main>
      <CheckedForm onSubmit={() => void answer.then(setError)}>
        <Field label="Name" error={error} />
        <Field label="Note" />
        <button type="submit">Send</button>
      </CheckedForm>
      <button type="button">Elsewhere</button>
    </main>
  )
}

const box = (name: string) => page.getByRole('textbox', { name, exact: true })

test.each([
  { name: 'takes the focus from the form’s button', meanwhile: async () => {}, focused: () => box('Name') },
  {
    name: 'does not interrupt typing',
    meanwhile: () => box('Note').fill('As on the door.'),
    focused: () => box('Note'),
  },
  {
    name: 'leaves a person alone who has gone on to something else',
    meanwhile: () => button('Elsewhere').click(),
    focused: () => button('Elsewhere'),
  },
])('a field that the server refuses late $name', async ({ meanwhile, focused }) => {
  const answer = Promise.withResolvers<string>()
  show(<SlowForm answer={answer.promise} />)
  await button('Send').click()
  await meanwhile()
  answer.resolve('This name is taken.')
  await expect.element(box('Name')).toHaveAccessibleDescription('This name is taken.')
  await expect.element(focused()).toHaveFocus()
})
