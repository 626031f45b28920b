import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { captureStream, openStream, type MicrophoneHandlers } from './microphone.ts'

// The browser's devices and audio nodes are replaced; they only record how they are used.

const getUserMedia = vi.fn<(constraints: MediaStreamConstraints) => Promise<MediaStream>>()

beforeEach(() => {
  getUserMedia.mockReset()
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
  class Node extends EventTarget {
    port = Object.assign(new EventTarget(), { start: () => undefined, close: () => undefined })
    connect = () => undefined
    disconnect = () => undefined
  }
  vi.stubGlobal('MediaStreamAudioSourceNode', Node)
  vi.stubGlobal('AudioWorkletNode', Node)
})
afterEach(() => void vi.unstubAllGlobals())

const PROCESSED = { echoCancellation: true, autoGainControl: true, channelCount: 1 }

test.each([true, false])('echo is cancelled, with noise suppression: %s', async (noiseSuppression) => {
  await openStream({ noiseSuppression })
  expect(getUserMedia.mock.calls).toEqual([[{ audio: { ...PROCESSED, noiseSuppression } }]])
})

test('a microphone that cannot process its sound is opened without', async () => {
  const plain = {} as MediaStream
  getUserMedia.mockRejectedValueOnce(new DOMException('', 'OverconstrainedError')).mockResolvedValueOnce(plain)
  await expect(openStream({ noiseSuppression: true })).resolves.toBe(plain)
  expect(getUserMedia.mock.calls.at(-1)).toEqual([{ audio: true }])
})

test('a blocked microphone is asked for once', async () => {
  const blocked = new DOMException('', 'NotAllowedError')
  getUserMedia.mockRejectedValue(blocked)
  await expect(openStream({ noiseSuppression: true })).rejects.toBe(blocked)
  expect(getUserMedia).toHaveBeenCalledTimes(1)
})

test('reports what happens to its track, until it is closed and the track is stopped', () => {
  const track = Object.assign(new EventTarget(), { enabled: true, stop: vi.fn<() => void>() })
  const stream = { getTracks: () => [track], getAudioTracks: () => [track] } as unknown as MediaStream
  const told: string[] = []
  const handlers: MicrophoneHandlers = {
    onFrame: () => undefined,
    onEnded: () => told.push('ended'),
    onSilenced: (silenced) => told.push(silenced ? 'silenced' : 'heard'),
    onProcessorError: () => undefined,
  }
  const microphone = captureStream({} as AudioContext, stream, handlers)
  const changes = ['mute', 'unmute', 'ended']
  for (const change of changes) track.dispatchEvent(new Event(change))
  expect(told).toEqual(['silenced', 'heard', 'ended'])

  microphone.setEnabled(false)
  expect(track.enabled).toBe(false)
  expect(track.stop).not.toHaveBeenCalled()
  microphone.close()
  for (const change of changes) track.dispatchEvent(new Event(change))
  expect(told).toHaveLength(3)
  expect(track.stop).toHaveBeenCalledTimes(1)
})
