import { describe, expect, test } from 'vitest'
import { createEndpointer, type EndpointerEvent } from './endpointer.ts'
import { readRecording, RECORDINGS } from '../testing/recordings.ts'

const RATE_HZ = 16_000

function createNoise(level: number): () => number {
  let seed = 1
  return () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return level * 1.7 * (seed / 0x4000_0000 - 1)
  }
}

/** The clip with a room's noise over all of it, and a second of noise before and after it. */
function inRoom(clip: Float32Array, room: (index: number) => number): Float32Array {
  return Float32Array.from(
    { length: clip.length + 2 * RATE_HZ },
    (_, index) => (clip[index - RATE_HZ] ?? 0) + room(index),
  )
}

/** The part of the clip that is louder than a twentieth of its peak, in ms of `inRoom`. */
function extent(clip: Float32Array): { startMs: number; endMs: number } {
  const peak = clip.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const isLoud = (value: number): boolean => Math.abs(value) > peak / 20
  const toMs = (index: number): number => ((index + RATE_HZ) / RATE_HZ) * 1000
  return { startMs: toMs(clip.findIndex(isLoud)), endMs: toMs(clip.findLastIndex(isLoud)) }
}

/** All events, with the time in the audio at which each was reported. */
function listen(samples: Float32Array, pieceSamples = 320, endpointer = createEndpointer()) {
  const events: (EndpointerEvent & { knownMs: number })[] = []
  for (let start = 0; start < samples.length; start += pieceSamples) {
    const knownMs = (Math.min(samples.length, start + pieceSamples) / RATE_HZ) * 1000
    for (const event of endpointer.push(samples.subarray(start, start + pieceSamples)))
      events.push({ ...event, knownMs })
  }
  return events
}

const hum = (index: number): number => 0.02 * Math.sin((2 * Math.PI * 50 * index) / RATE_HZ)
const clip = readRecording('flite-slt--healthcare--fever.wav')

describe('the endpointer', () => {
  test.each([
    ['a silent room', 1, () => 0],
    ['a room with a fan', 1, createNoise(0.006)],
    ['a humming microphone', 1, hum],
    ['a quiet microphone', 0.03, createNoise(0.00003)],
  ])('finds speech in %s', (_, gain, room) => {
    const spoken = clip.map((value) => value * gain)
    const { startMs, endMs } = extent(spoken)
    const events = listen(inRoom(spoken, room))
    expect(events.map(({ type }) => type)).toEqual(['speech-started', 'speech-stopped'])
    const [start, stop] = events
    expect(start?.knownMs).toBeLessThan(startMs + 150)
    expect(Math.abs((start?.atMs ?? 0) - startMs)).toBeLessThan(80)
    expect(stop?.knownMs).toBeLessThan(endMs + 480)
    expect(stop?.knownMs).toBeGreaterThan(endMs + 250)
    expect(Math.abs((stop?.atMs ?? 0) - endMs)).toBeLessThan(120)
  })

  test.each<[string, (index: number) => number]>([
    ['white noise', createNoise(0.05)],
    ['a hum', (index) => 3 * hum(index)],
    [
      'clicks',
      (() => {
        const noise = createNoise(0.3)
        return (index: number) => (index % 8_000 < 40 ? noise() : 0)
      })(),
    ],
    [
      'bursts of 60 ms',
      (() => {
        const noise = createNoise(0.3)
        return (index: number) => (index % RATE_HZ < 960 ? noise() : 0)
      })(),
    ],
  ])('does not take %s for speech', (_, sound) => {
    expect(listen(Float32Array.from({ length: 5 * RATE_HZ }, (_unused, index) => sound(index)))).toEqual([])
  })

  test('a cough does not start an utterance', () => {
    expect(listen(inRoom(readRecording('synthetic--noise--cough.wav'), createNoise(0.001)))).toEqual([])
  })

  test.each([
    ['in a quiet room', 0.0003],
    ['in a room a third as loud as the voice', 0.03],
  ])('detects a recorded sentence as one utterance %s', (_, level) => {
    // Every seventh recording; all speakers are among them.
    for (const name of RECORDINGS.filter((_name, index) => index % 7 === 3)) {
      const room = createNoise(level)
      expect([name, ...listen(inRoom(readRecording(name), room)).map(({ type }) => type)]).toEqual([
        name,
        'speech-started',
        'speech-stopped',
      ])
    }
  })

  test('the size of the pieces makes no difference', () => {
    const samples = inRoom(clip, createNoise(0.003))
    const without = (events: EndpointerEvent[]) => events.map(({ type, atMs }) => ({ type, atMs }))
    expect(without(listen(samples, 77))).toEqual(without(listen(samples, 4_000)))
  })

  test('a soft sentence after a loud one is heard to its end', () => {
    const soft = clip.map((value) => value * 0.03)
    const samples = inRoom(Float32Array.from([...clip, ...new Float32Array(RATE_HZ), ...soft]), () => 0)
    const lengths = (events: EndpointerEvent[]) => events.map(({ atMs }, at) => atMs - (events[at - 1]?.atMs ?? 0))
    const [, loudMs, , softMs] = lengths(listen(samples))
    expect(softMs).toBeGreaterThan(0.8 * (loudMs ?? Infinity))
  })

  test('a longer required silence keeps two sentences together', () => {
    const pause = new Float32Array(RATE_HZ * 0.05)
    const samples = inRoom(Float32Array.from([...clip, ...pause, ...clip]), createNoise(0.0003))
    expect(listen(samples)).toHaveLength(4)
    expect(listen(samples, 320, createEndpointer({ silenceMs: 900 }))).toHaveLength(2)
  })

  test.each([
    ['complete', 250],
    ['unknown', 400],
    ['extendable', 520],
    ['open', 1_500],
  ] as const)('words that are %s end after %i ms of silence', (progress, silenceMs) => {
    const endpointer = createEndpointer()
    const samples = inRoom(Float32Array.from([...clip, ...new Float32Array(RATE_HZ)]), createNoise(0.0003))
    let endedAtMs = 0
    for (let at = 0; at < samples.length; at += 320) {
      const [event] = endpointer.push(samples.subarray(at, at + 320))
      if (event?.type === 'speech-stopped') endedAtMs = at / 16 + 20 - event.atMs
      if (endpointer.pauseMs() > 90) endpointer.expect(progress)
    }
    expect(endedAtMs).toBeGreaterThanOrEqual(silenceMs)
    expect(endedAtMs).toBeLessThan(silenceMs + 40)
  })

  test('the progress of the words is forgotten when the voice continues', () => {
    const endpointer = createEndpointer()
    const pause = new Float32Array(RATE_HZ * 0.05)
    const samples = inRoom(Float32Array.from([...clip, ...pause, ...clip]), createNoise(0.0003))
    let [pauses, ends, wasPause] = [0, 0, false]
    for (let at = 0; at < samples.length; at += 320) {
      const events = endpointer.push(samples.subarray(at, at + 320))
      if (events.some(({ type }) => type === 'speech-stopped')) ends += 1
      const isPause = endpointer.pauseMs() > 90
      if (isPause && !wasPause) pauses += 1
      wasPause = isPause
      if (isPause && pauses === 1) endpointer.expect('open')
    }
    // The words were `open` in the first pause, so both clips are one turn; in the last pause that is forgotten.
    expect(ends).toBe(1)
  })

  test('detects a voice in loud noise unless the client requires more certainty', () => {
    const drowned = inRoom(clip, createNoise(0.3))
    expect(listen(drowned).map(({ type }) => type)).toEqual(['speech-started', 'speech-stopped'])
    expect(listen(drowned, 320, createEndpointer({ threshold: 0.98 }))).toEqual([])
  })

  test('can require more voice while the assistant talks', () => {
    const endpointer = createEndpointer()
    endpointer.configure({ startMs: 300 })
    const [start] = listen(inRoom(clip, createNoise(0.0003)), 320, endpointer)
    expect(start?.knownMs).toBeGreaterThan(extent(clip).startMs + 250)
  })

  test('forceStop ends the speech once', () => {
    const endpointer = createEndpointer()
    const samples = inRoom(clip, createNoise(0.0003)).subarray(0, RATE_HZ * 1.8)
    expect(listen(samples, 320, endpointer).map(({ type }) => type)).toEqual(['speech-started'])
    expect(endpointer.forceStop()).toEqual([{ type: 'speech-stopped', atMs: expect.closeTo(1770, -2) }])
    expect(endpointer.forceStop()).toEqual([])
  })
})
