import { expect, it, vi } from 'vitest'
import type { ClientEvent } from '#contract/realtime.ts'
import { carryOut, type CommandContext } from './client-commands.ts'

function carriedOut(event: ClientEvent) {
  const call = {
    addTyped: vi.fn<() => string>(() => 'added'),
    submitForm: vi.fn<() => boolean>(() => true),
    dismissForm: vi.fn<() => void>(),
  }
  carryOut(event, { call, audioMs: 0, send: () => undefined } as unknown as CommandContext)
  return call
}
const form = (name: string): ClientEvent => ({ type: 'voxhall.form.submitted', id: 'form_1', values: { name } })

it('form values are cleaned and limited like a typed line', () => {
  expect(carriedOut(form(' Anna\0\nSmith\ud800 ')).submitForm).toHaveBeenCalledWith('form_1', {
    name: 'Anna Smith\ufffd',
  })
  // Each of these characters is eighteen in its plain form.
  expect(() => carriedOut(form('\ufdfa'.repeat(1_000)))).toThrow('may have 2000 characters')
})

it('a form that the caller dismisses is dismissed in the call', () => {
  expect(carriedOut({ type: 'voxhall.form.dismissed', id: 'form_1' }).dismissForm).toHaveBeenCalledWith('form_1')
})

it('a typed line has no characters that PostgreSQL cannot store', () => {
  const content = [{ type: 'input_text', text: 'Hello\0\ud800' }]
  const item = { type: 'message', role: 'user', content } as const
  const { addTyped } = carriedOut({ type: 'conversation.item.create', item: { ...item, content } })
  expect(addTyped).toHaveBeenCalledWith(undefined, 'Hello \ufffd')
})
