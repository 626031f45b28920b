import { expect, expectTypeOf, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from './button.tsx'
import { expectFocusKept, show } from './show-testing.tsx'

test('a button that is switched off keeps the focus, and pressing it does nothing', async () => {
  expectTypeOf<Parameters<typeof Button>[0]>().not.toHaveProperty('disabled')
  const onClick = vi.fn<() => void>()
  const onSubmit = vi.fn<() => void>()
  show(
    <form onSubmit={onSubmit}>
      <input aria-label="Name" />
      <Button type="submit" aria-disabled onClick={onClick}>
        Save
      </Button>
    </form>,
  )
  const save = page.getByRole('button', { name: 'Save' })
  await expect.element(save).toBeDisabled()
  await page.getByLabelText('Name').click()
  await userEvent.keyboard('{Enter}')
  await userEvent.tab()
  await userEvent.keyboard('{Enter} ')
  await save.click({ force: true })
  await expectFocusKept(save)
  expect(onClick).not.toHaveBeenCalled()
  expect(onSubmit).not.toHaveBeenCalled()
})
