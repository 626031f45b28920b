import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { statusOf } from '../engine/call-state.ts'
import { createScriptedCall } from '../engine/scripted-call.fixture.ts'
import { FakeRecognition } from './fake-recognition.fixture.ts'
import { listenByBrowser } from './listen-by-browser.ts'

beforeEach(() => {
  FakeRecognition.made = []
  vi.stubGlobal('webkitSpeechRecognition', FakeRecognition)
})
afterEach(() => void vi.unstubAllGlobals())

test('ignores an echo of the loudspeaker, and an "okay" while the assistant speaks', () => {
  const { call, sent, report } = createScriptedCall()
  call.start({ assistantId: 'healthcare' })
  const content = 'A fever is a sign that the body fights'
  const line = { id: 'r1', role: 'assistant', content, partial: true, interrupted: false } as const
  report({ type: 'joined' }, { type: 'line', line }, { type: 'assistant-speaking', on: true })
  const stop = listenByBrowser(call, () => undefined)
  const heard = ['a fever is a sign', 'okay', 'how long does a cold last']
  for (const text of heard) FakeRecognition.made.at(-1)?.hears(text, true)
  expect(sent).toEqual(['how long does a cold last'])

  report({ type: 'assistant-speaking', on: false })
  FakeRecognition.made.at(-1)?.hears('okay', true)
  expect(sent.at(-1)).toBe('okay')
  stop()
})

test('stops the assistant as soon as a sentence is guessed that is neither its echo nor agreement', () => {
  const { call, report } = createScriptedCall()
  const interrupt = vi.spyOn(call, 'interrupt')
  call.start({ assistantId: 'healthcare' })
  const line = { id: 'r1', role: 'assistant', content: 'A fever is a sign', partial: true, interrupted: false } as const
  report({ type: 'joined' }, { type: 'line', line }, { type: 'assistant-speaking', on: true })
  const stop = listenByBrowser(call, () => undefined)
  for (const text of ['a fever is', 'okay yes']) FakeRecognition.made.at(-1)?.hears(text, false)
  expect(interrupt).not.toHaveBeenCalled()
  FakeRecognition.made.at(-1)?.hears('how long does', false)
  expect(interrupt).toHaveBeenCalledTimes(1)
  stop()
})

test('the status follows what the browser hears: speaking, then thinking, or listening if nothing was said', () => {
  const { call, report } = createScriptedCall()
  const status = () => statusOf(call.state())
  call.start({ assistantId: 'healthcare' })
  report({ type: 'joined' })
  const stop = listenByBrowser(call, () => undefined)
  const recognition = FakeRecognition.made.at(-1)
  recognition?.hears('how long', false)
  expect(status()).toBe('user-speaking')
  recognition?.hears('how long does a cold last', true)
  expect(status()).toBe('processing')
  const line = { id: 'r1', role: 'assistant', content: 'A cold lasts', partial: true, interrupted: false } as const
  report({ type: 'line', line }, { type: 'assistant-speaking', on: true })
  recognition?.hears('a cold', false)
  expect(status()).toBe('processing')
  recognition?.hears('a cold lasts', true)
  expect(status()).toBe('processing')
  recognition?.hears('and a fever', false)
  expect(status()).toBe('user-speaking')
  recognition?.dispatchEvent(new Event('end'))
  expect(status()).toBe('listening')
  FakeRecognition.made.at(-1)?.hears('how', false)
  report({ type: 'assistant-speaking', on: false })
  FakeRecognition.made.at(-1)?.hears('how', false)
  expect(status()).toBe('user-speaking')
  stop()
  expect(status()).toBe('listening')
})
