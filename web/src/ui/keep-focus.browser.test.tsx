import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { keepFocus } from './keep-focus.ts'
import { show } from './show-testing.tsx'

function Rows() {
  const [rows, setRows] = useState(['one', 'two', 'three'])
  return (
    <div ref={keepFocus}>
      {rows.map((row) => (
        <button key={row} type="button" onClick={() => setRows(rows.filter((other) => other !== row))}>
          {row}
        </button>
      ))}
    </div>
  )
}

test('when the focused row is removed, the next one gets the focus, or the one before the last', async () => {
  show(<Rows />)
  const row = (name: string) => page.getByRole('button', { name })
  await expect.element(row('one')).toBeVisible()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(row('two')).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(row('three')).not.toBeInTheDocument()
  await expect.element(row('two')).toHaveFocus()
})
