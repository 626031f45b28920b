import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openCallAudio } from './call-audio.ts'

// How the browser's audio contexts and microphone are opened.
const contexts: FakeContext[] = []
let contextsLeft = Infinity

class FakeContext extends EventTarget {
  state = 'running'
  sampleRate = 24_000
  destination = {}
  audioWorklet = { addModule: () => Promise.resolve() }
  constructor() {
    super()
    if (contexts.length >= contextsLeft) throw new DOMException('Too many contexts', 'NotSupportedError')
    contexts.push(this)
  }
  resume() {
    this.state = 'running'
    return Promise.resolve()
  }
  close() {
    this.state = 'closed'
    return Promise.resolve()
  }
}

const track = { stop: vi.fn<() => void>() }
const handlers = {
  onFrame: () => undefined,
  onEnded: () => undefined,
  onSilenced: () => undefined,
  onProcessorError: () => undefined,
}

beforeEach(() => {
  contexts.length = 0
  contextsLeft = Infinity
  track.stop.mockClear()
  vi.stubGlobal('AudioContext', FakeContext)
  vi.stubGlobal('AudioBuffer', vi.fn<() => void>())
  vi.stubGlobal(
    'AudioBufferSourceNode',
    class {
      connect = () => undefined
      start = () => undefined
    },
  )
  vi.stubGlobal('window', { isSecureContext: true })
  vi.stubGlobal('document', new EventTarget())
  const stream = { getTracks: () => [track], getAudioTracks: () => [track] }
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: () => Promise.resolve(stream) } })
})
afterEach(() => vi.unstubAllGlobals())

test('a microphone that cannot be connected to the audio context is switched off again', async () => {
  const refusal = new DOMException('Another rate than its own', 'NotSupportedError')
  vi.stubGlobal(
    'MediaStreamAudioSourceNode',
    vi.fn<() => void>(function () {
      throw refusal
    }),
  )
  const audio = openCallAudio()
  await audio.ready
  await expect(audio.openMicrophone({ noiseSuppression: true }, handlers)).rejects.toBe(refusal)
  expect(track.stop).toHaveBeenCalledTimes(1)
})

test('when only one of the audio contexts can be opened, it is closed again', () => {
  contextsLeft = 1
  expect(() => openCallAudio()).toThrow('Too many contexts')
  expect(contexts.map(({ state }) => state)).toEqual(['closed'])
})

test('sound that a phone call or a locked screen has suspended is resumed, until the call is over', () => {
  const audio = openCallAudio()
  const states = () => contexts.map(({ state }) => state)
  const suspend = () => contexts.forEach((context) => Object.assign(context, { state: 'suspended' }))
  suspend()
  for (const context of contexts) context.dispatchEvent(new Event('statechange'))
  expect(states()).toEqual(['running', 'running'])
  suspend()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(states()).toEqual(['running', 'running'])
  audio.close()
  expect(states()).toEqual(['closed', 'closed'])
  document.dispatchEvent(new Event('visibilitychange'))
  expect(states()).toEqual(['closed', 'closed'])
})

test('a page without https says so instead of failing without a reason', async () => {
  vi.stubGlobal('window', { isSecureContext: false })
  await expect(openCallAudio().ready).rejects.toThrow('Browsers allow calls only on a secure address.')
})
