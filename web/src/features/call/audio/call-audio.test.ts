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
  resume = () => Promise.resolve()
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
