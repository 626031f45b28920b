import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBrowserRecogniser, hasBrowserRecogniser } from './browser-recogniser.ts'
import { FakeRecognition } from './fake-recognition.fixture.ts'

const heard: string[] = []
const events = {
  onGuess: (text: string) => heard.push(`guess ${text}`),
  onSentence: (text: string) => heard.push(`sentence ${text}`),
  onDropped: () => heard.push('dropped'),
  onFailed: (message: string) => heard.push(`failed ${message}`),
}
const latest = () => FakeRecognition.made.at(-1)

beforeEach(() => {
  heard.length = 0
  FakeRecognition.made = []
  vi.stubGlobal('webkitSpeechRecognition', FakeRecognition)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('listens in English and reports guesses and sentences', () => {
  expect(hasBrowserRecogniser()).toBe(true)
  createBrowserRecogniser(events).start()
  expect(latest()).toMatchObject({ lang: 'en-US', continuous: true, interimResults: true, started: true })
  latest()?.hears('what is', false)
  latest()?.hears(' what is a fever ', true)
  latest()?.hears('  ', true)
  expect(heard).toEqual(['guess what is', 'sentence what is a fever'])
})

test('waits for the rest of an unfinished sentence, and reports it alone if no more comes', () => {
  vi.useFakeTimers()
  createBrowserRecogniser(events).start()
  latest()?.hears("I'd like to know about the", true)
  // The browser ends its recognition in the pause.
  latest()?.dispatchEvent(new Event('end'))
  vi.advanceTimersByTime(1_000)
  latest()?.hears('opening', false)
  vi.advanceTimersByTime(1_000)
  latest()?.hears('opening hours', true)
  latest()?.hears('and then because', true)
  vi.advanceTimersByTime(1_000)
  expect(heard).toHaveLength(2)
  vi.advanceTimersByTime(200)
  expect(heard).toEqual([
    "guess I'd like to know about the opening",
    "sentence I'd like to know about the opening hours",
    'sentence and then because',
  ])
})

test('restarts when the browser ends recognition after a silence, until it is stopped', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const recogniser = createBrowserRecogniser(events)
  recogniser.start()
  recogniser.start()
  expect(FakeRecognition.made).toHaveLength(1)
  vi.advanceTimersByTime(8_000)
  latest()?.dispatchEvent(new Event('end'))
  expect(FakeRecognition.made).toHaveLength(2)
  recogniser.stop()
  expect(latest()?.aborted).toBe(true)
  expect(FakeRecognition.made).toHaveLength(2)
  latest()?.hears('too late', true)
  expect(heard).toEqual([])
})

test('reports nothing more once it is stopped in the middle of a sentence', () => {
  vi.useFakeTimers()
  const recogniser = createBrowserRecogniser(events)
  recogniser.start()
  latest()?.hears('and then because', true)
  recogniser.stop()
  vi.advanceTimersByTime(5_000)
  expect(heard).toEqual([])
  recogniser.start()
  latest()?.hears('what is a fever', true)
  expect(heard).toEqual(['sentence what is a fever'])
})

test('reports only the first half of a sentence while the rest is provisional', () => {
  vi.useFakeTimers()
  createBrowserRecogniser(events).start()
  latest()?.hears('and then because', true)
  latest()?.hears('of', false)
  vi.advanceTimersByTime(1_200)
  expect(heard).toEqual(['guess and then because of', 'sentence and then because'])
})

test('reports that no sentence followed a guess when recognition pauses, but not while a sentence goes on', () => {
  vi.useFakeTimers()
  createBrowserRecogniser(events).start()
  latest()?.hears('mm', false)
  for (let count = 0; count < 2; count += 1) {
    vi.advanceTimersByTime(2_000)
    latest()?.dispatchEvent(new Event('end'))
  }
  expect(heard).toEqual(['guess mm', 'dropped'])
  latest()?.hears('and then because', true)
  latest()?.hears('of', false)
  latest()?.dispatchEvent(new Event('end'))
  expect(heard).not.toContain('sentence and then because')
  vi.advanceTimersByTime(1_200)
  expect(heard.slice(2)).toEqual(['guess and then because of', 'sentence and then because'])
})

test('reads only new results', () => {
  createBrowserRecogniser(events).start()
  const results = ['what is a fever', 'is it bad'].map((transcript) => ({ 0: { transcript }, isFinal: true }))
  latest()?.dispatchEvent(Object.assign(new Event('result'), { resultIndex: 1, results }))
  expect(heard).toEqual(['sentence is it bad'])
})

test('reports once why it cannot listen, and does not restart', () => {
  createBrowserRecogniser(events).start()
  latest()?.fails('not-allowed')
  expect(heard).toHaveLength(1)
  expect(heard[0]).toContain('Allow the microphone')
  expect(FakeRecognition.made).toHaveLength(1)
})

test('a pause is no failure', () => {
  createBrowserRecogniser(events).start()
  latest()?.fails('no-speech')
  expect(heard).toEqual([])
})

test('gives up on recognition that repeatedly ends at once', () => {
  createBrowserRecogniser(events).start()
  for (let count = 0; count < 10; count += 1) latest()?.dispatchEvent(new Event('end'))
  expect(heard).toHaveLength(1)
  expect(heard[0]).toContain('does not start')
})

test('a recogniser that occasionally ends at once is started again', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  createBrowserRecogniser(events).start()
  for (let count = 0; count < 12; count += 1) {
    if (count % 4 === 3) vi.advanceTimersByTime(2_000)
    latest()?.dispatchEvent(new Event('end'))
  }
  expect(heard).toEqual([])
})

test('a browser without a recogniser is detected', () => {
  vi.unstubAllGlobals()
  expect(hasBrowserRecogniser()).toBe(false)
})
