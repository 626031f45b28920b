import { expect, test } from 'vitest'
import { vapiMessageOf } from './vapi-messages.ts'

test('a final transcript has a type of its own when only final ones are requested', () => {
  const said = { role: 'assistant', transcript: 'Hello.' }
  expect(vapiMessageOf({ type: 'transcript[transcriptType="final"]', ...said })).toEqual({
    type: 'transcript',
    transcriptType: 'final',
    ...said,
  })
})

test.each([{ type: 'speech-update', role: 'system', status: 'started' }, { type: 'model-output' }, null])(
  'the call does not use %j',
  (payload) => expect(vapiMessageOf(payload)).toBeNull(),
)
