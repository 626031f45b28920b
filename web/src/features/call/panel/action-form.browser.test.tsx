import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../../ui/show-testing.tsx'
import { ActionFormPanel } from './action-form.tsx'

test('a required choice has to be made before the form is sent', async () => {
  const sent = vi.fn<(values: Record<string, string>) => void>()
  const choices = ['Bread', 'Cake']
  const field = {
    id: 'goods',
    label: 'What for',
    kind: 'choice',
    isRequired: true,
    choices,
    value: '',
    problem: null,
  } as const
  show(
    <ActionFormPanel
      form={{ id: 'form_1', title: 'Your order', fields: [{ ...field, choices }] }}
      onSend={sent}
      onDismiss={() => undefined}
    />,
  )
  const goods = page.getByLabelText('What for')
  const send = page.getByRole('button', { name: 'Send' })
  await send.click()
  await expect.element(goods).toHaveAccessibleDescription('What for is missing.')
  expect(sent).not.toHaveBeenCalled()
  await userEvent.selectOptions(goods, 'Cake')
  await send.click()
  expect(sent.mock.calls).toEqual([[{ goods: 'Cake' }]])
})
