import { expect, it } from 'vitest'
import { actionSettingsSchema } from '#contract/actions.ts'
import { toolsOf } from './action-tools.ts'

it('forms have the titles that the owner chose', () => {
  const settings = actionSettingsSchema.parse({
    message: { isOn: true, title: 'Tell the bakery' },
    appointments: { isOn: true, title: 'Haircut' },
    webhooks: [{ id: 'hook_1', name: 'Order a cake', url: 'https://shop.example/orders' }],
  })
  expect(toolsOf(settings).map(({ kind, title }) => [kind, title])).toEqual([
    ['message', 'Tell the bakery'],
    ['book', 'Haircut'],
    ['move', 'Haircut'],
    ['cancel', 'Haircut'],
    ['webhook', 'Order a cake'],
  ])
})
