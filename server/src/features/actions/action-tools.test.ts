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

it('callers are not offered what the owner has switched off', () => {
  const settings = actionSettingsSchema.parse({
    cards: [
      { id: 'card_1', title: 'Menu', text: 'Soup.' },
      { id: 'card_2', title: 'Winter menu', text: 'Stew.', isOn: false },
    ],
    webhooks: [
      { id: 'hook_1', name: 'Order a cake', url: 'https://shop.example/orders', isOn: false },
      { id: 'hook_2', name: 'Order bread', url: 'https://shop.example/orders' },
    ],
  })
  expect(toolsOf(settings).map(({ title }) => title)).toEqual(['Menu', 'Order bread'])
})
