import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { TextArea } from './field.tsx'
import { show } from './show-testing.tsx'

test('a field for several lines is not widened by a long address in it', async () => {
  show(
    <div style={{ width: 300 }}>
      <form className="grid gap-4">
        <TextArea label="Notes" rows={3} defaultValue={`https://shop.example/${'a'.repeat(400)}`} />
      </form>
    </div>,
  )
  await expect.element(page.getByLabelText('Notes')).toBeVisible()
  expect(page.getByLabelText('Notes').element().getBoundingClientRect().width).toBeLessThanOrEqual(300)
})
