import { afterEach, expect, test, vi } from 'vitest'
import { openWaveTap } from './wave-tap.ts'

afterEach(() => vi.unstubAllGlobals())

test('the waveform is that of the latest sound, is not played again, and needs no audio context after the call', () => {
  const sources: { stream: MediaStream; output: unknown }[] = []
  const close = vi.fn<() => Promise<void>>(async () => undefined)
  const analyser = { getFloatTimeDomainData: (into: Float32Array) => void into.fill(0.5) }
  vi.stubGlobal(
    'AudioContext',
    class {
      createAnalyser = () => analyser
      createMediaStreamSource(stream: MediaStream) {
        const source = { stream, output: null as unknown }
        sources.push(source)
        return {
          connect: (to: unknown) => void (source.output = to),
          disconnect: () => void (source.output = null),
        }
      }
      close = close
    },
  )
  const tap = openWaveTap()
  const wave = new Float32Array([1, 1])
  tap.wave(wave)
  expect([...wave]).toEqual([0, 0])
  const [first, second] = [new EventTarget(), new EventTarget()] as MediaStream[] as [MediaStream, MediaStream]
  for (const stream of [first, second]) tap.listenTo(stream)
  expect(sources).toEqual([
    { stream: first, output: null },
    { stream: second, output: analyser },
  ])
  tap.wave(wave)
  expect([...wave]).toEqual([0.5, 0.5])
  tap.close()
  expect(sources[1]?.output).toBeNull()
  expect(close).toHaveBeenCalledTimes(1)
})

test('without an audio context the waveform is flat', () => {
  vi.stubGlobal(
    'AudioContext',
    vi.fn<() => void>(function () {
      throw new DOMException('Too many contexts', 'NotSupportedError')
    }),
  )
  const tap = openWaveTap()
  const wave = new Float32Array([1, 1])
  tap.listenTo(new EventTarget() as MediaStream)
  tap.wave(wave)
  tap.close()
  expect([...wave]).toEqual([0, 0])
})
