import { beforeEach, expect, test, vi } from 'vitest'
import type { MicrophoneHandlers, MicrophoneOptions } from '../audio/microphone.ts'
import { createCallMicrophone } from './call-microphone.ts'
import type { MicrophoneStatus } from './microphone-status.ts'

interface Opened {
  options: MicrophoneOptions
  handlers: MicrophoneHandlers
  enabled: boolean
  closed: boolean
}

let mediaDevices: EventTarget
let permission: EventTarget & { state: string }

beforeEach(() => {
  mediaDevices = new EventTarget()
  permission = Object.assign(new EventTarget(), { state: 'prompt' })
  vi.stubGlobal('navigator', { mediaDevices, permissions: { query: async () => permission } })
  return () => void vi.unstubAllGlobals()
})

function createMicrophone() {
  const requested: Opened[] = []
  const opened: Opened[] = []
  let status: MicrophoneStatus = { state: 'unasked' }
  let answer: Promise<void> = Promise.resolve()
  const microphone = createCallMicrophone({
    audio: {
      async openMicrophone(options, handlers) {
        const own: Opened = { options, handlers, enabled: true, closed: false }
        requested.push(own)
        await answer
        opened.push(own)
        return { setEnabled: (on) => void (own.enabled = on), close: () => void (own.closed = true) }
      },
    },
    onStatus: (now) => (status = now),
    onFrame: () => undefined,
    onFallback: () => undefined,
  })
  return {
    microphone,
    /** All requests, also those that the browser has not answered. */
    requested,
    opened,
    status: () => status,
    /** From now on, the browser answers requests for the microphone with this. */
    answersWith: (now: Promise<void>) => void (answer = now),
    isOpen: () => opened.filter(({ closed }) => !closed).length,
  }
}

const refused = (name: string) => Promise.reject(new DOMException('', name))
const granted = { state: 'granted' }

test.each(['close', 'release'] as const)('a microphone granted after its %s is closed again', async (leave) => {
  const { microphone, opened, answersWith, status } = createMicrophone()
  const permitted = Promise.withResolvers<void>()
  answersWith(permitted.promise)
  const asked = microphone.ask()
  microphone[leave]()
  permitted.resolve()
  await asked
  expect(opened).toMatchObject([{ closed: true }])
  expect(status()).not.toEqual(granted)
})

test('a caller who mutes before the microphone is granted is not heard', async () => {
  const { microphone, opened } = createMicrophone()
  microphone.setMuted(true)
  await microphone.ask()
  expect(opened).toMatchObject([{ enabled: false }])
  microphone.setMuted(false)
  expect(opened).toMatchObject([{ enabled: true }])
})

test('when the audio processor breaks, the microphone is reopened without noise suppression and stays muted', async () => {
  const { microphone, opened } = createMicrophone()
  await microphone.ask()
  microphone.setMuted(true)
  opened[0]?.handlers.onProcessorError()
  await expect
    .poll(() => opened)
    .toMatchObject([
      { options: { noiseSuppression: true }, closed: true },
      { options: { noiseSuppression: false }, closed: false, enabled: false },
    ])
})

test('an audio processor that breaks while the microphone is requested does not keep the caller from being heard', async () => {
  const { microphone, requested, answersWith, status, isOpen } = createMicrophone()
  const permitted = Promise.withResolvers<void>()
  answersWith(permitted.promise)
  const asked = microphone.ask()
  requested[0]?.handlers.onProcessorError()
  permitted.resolve()
  await asked
  await expect.poll(status).toEqual(granted)
  expect(isOpen()).toBe(1)
})

test('another device replaces an unplugged one, and later events of the old one are ignored', async () => {
  const { microphone, opened, status, isOpen } = createMicrophone()
  await microphone.ask()
  opened[0]?.handlers.onEnded()
  await expect.poll(status).toEqual(granted)
  opened[0]?.handlers.onEnded()
  expect([opened.length, isOpen()]).toEqual([2, 1])
})

test('a microphone taken by another app is reported after a moment, and reopened on request or for another device', async () => {
  vi.useFakeTimers()
  try {
    const { microphone, opened, status, isOpen } = createMicrophone()
    await microphone.ask()
    opened[0]?.handlers.onSilenced(true)
    vi.advanceTimersByTime(1_000)
    opened[0]?.handlers.onSilenced(false)
    vi.advanceTimersByTime(2_000)
    expect(status()).toEqual(granted)
    opened[0]?.handlers.onSilenced(true)
    vi.advanceTimersByTime(1_500)
    expect(status()).toEqual({ state: 'error', reason: 'in-use' })
    await microphone.ask()
    expect(status()).toEqual(granted)
    expect([opened.length, isOpen()]).toEqual([2, 1])
    opened[1]?.handlers.onSilenced(true)
    vi.advanceTimersByTime(1_500)
    mediaDevices.dispatchEvent(new Event('devicechange'))
    await vi.advanceTimersByTimeAsync(0)
    expect(status()).toEqual(granted)
    expect([opened.length, isOpen()]).toEqual([3, 1])
    // A headset that falls silent and is then unplugged.
    opened[2]?.handlers.onSilenced(true)
    opened[2]?.handlers.onEnded()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(status()).toEqual(granted)
    expect([opened.length, isOpen()]).toEqual([4, 1])
  } finally {
    vi.useRealTimers()
  }
})

test.each(['NotFoundError', 'NotReadableError'])(
  'after %s a changed device is tried, until the call is over',
  async (name) => {
    const { microphone, status, answersWith, opened } = createMicrophone()
    answersWith(refused(name))
    await microphone.ask()
    expect(status()).toMatchObject({ state: 'error' })
    answersWith(Promise.resolve())
    mediaDevices.dispatchEvent(new Event('devicechange'))
    await expect.poll(status).toEqual(granted)
    microphone.close()
    mediaDevices.dispatchEvent(new Event('devicechange'))
    expect(opened).toMatchObject([{ closed: true }])
  },
)

test('a blocked microphone is requested again only after the caller allows it', async () => {
  const { microphone, status, answersWith } = createMicrophone()
  answersWith(refused('NotAllowedError'))
  await microphone.ask()
  answersWith(Promise.resolve())
  for (const state of ['denied', 'granted']) {
    expect(status()).toEqual({ state: 'error', reason: 'blocked' })
    permission.state = state
    permission.dispatchEvent(new Event('change'))
    await Promise.resolve()
  }
  await expect.poll(status).toEqual(granted)
})

test('a microphone is not opened after the call, and events of the browser are ignored', async () => {
  const listening = vi.spyOn(mediaDevices, 'addEventListener')
  const { microphone, requested } = createMicrophone()
  microphone.close()
  await microphone.ask()
  expect(requested).toEqual([])
  expect(listening.mock.calls.map(([, , options]) => options)).toMatchObject([{ signal: { aborted: true } }])
})
