import { expect, it } from 'vitest'
import { createCallMarks, MARK_NAME } from './call-mark.ts'
import { vapiServerMessageSchema } from './server-messages.ts'
import { createToolCalls } from './tool-calls.ts'

it('a tool call that failed on our side runs again when Vapi repeats it, and only once', async () => {
  const marks = createCallMarks('the-secret-of-this-test')
  let tries = 0
  const bind = async () => {
    tries += 1
    if (tries === 1) throw new Error('the database is away')
    return undefined
  }
  const partsOf = () => Promise.reject(new Error('there is no such call'))
  const answer = createToolCalls({ desk: { partsOf }, atVapi: { bind } }, marks)
  const metadata = { [MARK_NAME]: marks.of('call_1') }
  const { message } = vapiServerMessageSchema.parse({
    message: {
      type: 'tool-calls',
      toolCallList: [{ id: 'tool_1', function: { name: 'leave_message', arguments: '{}' } }],
      call: { id: 'v_1', assistantOverrides: { metadata } },
    },
  })
  if (message.type !== 'tool-calls') throw new Error('the message has another type')
  await expect(answer(message)).rejects.toThrow('the database is away')
  const { results } = await answer(message)
  expect(results).toMatchObject([{ toolCallId: 'tool_1', result: expect.stringContaining('cannot be done') as string }])
  expect(await answer(message)).toEqual({ results })
  expect(tries).toBe(2)
})
