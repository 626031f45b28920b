import { beforeEach, expect, test, vi } from 'vitest'
import { createPushToTalk } from './push-to-talk.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => void vi.useRealTimers()
})

function button() {
  const sent: string[] = []
  const talk = createPushToTalk({
    send: ({ type }) => void sent.push(type),
    onSaid: vi.fn<() => void>(),
    onTooShort: vi.fn<() => void>(),
  })
  const speak = (frames: number) => Array.from({ length: frames }, () => talk.takesFrame())
  return { talk, sent, speak }
}

test('the utterance includes the last syllable, spoken while the button is released', () => {
  const { talk, sent, speak } = button()
  talk.hold()
  speak(10)
  talk.release()
  vi.advanceTimersByTime(150)
  expect(speak(1)).toEqual([true])
  expect(sent).toEqual(['input_audio_buffer.clear'])
  vi.advanceTimersByTime(20)
  expect(speak(1)).toEqual([false])
  expect(sent).toEqual(['input_audio_buffer.clear', 'input_audio_buffer.commit', 'response.create'])
})

test.each([
  [7, 'input_audio_buffer.clear'],
  [8, 'response.create'],
])('after %i frames the server is sent %s', (frames, last) => {
  const { talk, sent, speak } = button()
  const press = (length: number) => {
    talk.hold()
    speak(length)
    talk.release()
    vi.advanceTimersByTime(200)
  }
  // The length of an earlier utterance does not count.
  press(20)
  sent.length = 0
  press(frames)
  expect(sent.at(-1)).toBe(last)
  expect(sent).toHaveLength(frames < 8 ? 2 : 3)
})

test('pressing the button again at once continues the utterance', () => {
  const { talk, sent, speak } = button()
  talk.hold()
  speak(10)
  talk.release()
  vi.advanceTimersByTime(100)
  talk.hold()
  vi.advanceTimersByTime(500)
  expect(sent).toEqual(['input_audio_buffer.clear'])
  expect(speak(1)).toEqual([true])
})
