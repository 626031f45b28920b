import type { ServerEvent } from '#contract/realtime.ts'
import { expect, test } from 'vitest'
import { callEventsOf } from './builtin-events.ts'
import type { EngineEvent } from './call-state.ts'
import { answerBegins, speechStarts, speechStops, transcribed } from './scripted-server.fixture.ts'

const error = (code: string | null): ServerEvent => ({ type: 'error', error: { type: 'x', code, message: 'No.' } })
const response = (status: string): ServerEvent => ({ type: 'response.done', response: { id: 'r1', status } })

test.each<[ServerEvent, EngineEvent[]]>([
  [{ type: 'voxhall.call.started', call_id: 'c', limit_ms: 60_000 }, [{ type: 'limit', endsAtMs: 61_000 }]],
  [{ type: 'voxhall.call.started', call_id: 'c', limit_ms: null }, [{ type: 'limit', endsAtMs: null }]],
  [{ type: 'voxhall.call.time_left', remaining_ms: 500 }, [{ type: 'limit', endsAtMs: 1_500 }]],
  [{ type: 'voxhall.call.ended', reason: 'idle', duration_ms: 9 }, [{ type: 'ended', reason: 'idle' }]],
  [speechStarts('u1'), [{ type: 'speech-started' }]],
  [speechStops('u1'), [{ type: 'speech-ended' }]],
  [{ type: 'voxhall.output_audio.resumed', item_id: 'a1' }, [{ type: 'speech-dismissed' }]],
  [{ type: 'voxhall.input_audio.without_words', sound_ms: 5_000 }, [{ type: 'no-words' }]],
  [{ type: 'voxhall.help', offer: null }, [{ type: 'help', offer: null }]],
  [
    { type: 'conversation.item.deleted', item_id: 'u1' },
    [{ type: 'line-removed', id: 'u1' }, { type: 'speech-dismissed' }],
  ],
  [answerBegins('r1'), [{ type: 'notice', text: null }]],
  [response('completed'), []],
  [error('response_cancel_not_active'), []],
  [error('input_audio_buffer_commit_empty'), []],
  [error('item_not_found'), []],
  [error('form_not_found'), []],
  [error('conversation_already_has_active_response'), []],
  [error(null), [{ type: 'notice', text: 'No.' }]],
  [{ type: 'voxhall.pong' }, []],
])('%j means %j', (event, expected) => {
  expect(callEventsOf(event, 1_000)).toEqual(expected)
})

test('a failed answer shows a notice and lets the caller ask again', () => {
  expect(callEventsOf(response('failed'), 0)).toMatchObject([{ type: 'notice' }, { type: 'speech-dismissed' }])
})

test('an understood question becomes a caption', () => {
  const [event] = callEventsOf(transcribed('u1', ' Hello '), 0)
  expect(event).toMatchObject({ type: 'line', line: { id: 'u1', role: 'user', content: 'Hello', partial: false } })
})
