import { expect, it } from 'vitest'
import { createConversationDesk } from './conversation-desk.ts'

type Given = Parameters<typeof createConversationDesk>

it.each([
  ['runs', { status: 'live' }, false],
  ['is still held by this process, which may still write lines', { status: 'ended' }, true],
])('the lines of a call that %s are not deleted', async (_, call, isHeld) => {
  const list = { read: async () => ({ call }) } as unknown as Given[1]
  const host = { isHeld: () => isHeld } as unknown as Given[2]
  const desk = createConversationDesk({} as Given[0], list, host)
  await expect(desk.remove({ id: 'own_1', ownerId: 'ann' }, 'call_1')).rejects.toMatchObject({ code: 'bad-request' })
})
