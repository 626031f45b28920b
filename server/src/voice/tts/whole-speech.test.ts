import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import { expect, test } from 'vitest'
import type { SpeechChunk, Synthesiser } from '../ports.ts'
import { speakWhole, SpeechTooLongError, WHOLE_SPEECH_MAX_SECONDS } from './whole-speech.ts'

function synthesiserOf(...chunks: SpeechChunk[]): Synthesiser {
  return {
    async *speak() {
      yield* chunks
    },
    close: async () => undefined,
  }
}

const request = { text: 'Good day.', voiceId: 'oak' as const }

test('chunks become one speech on one time line, which ends with a closed mouth', async () => {
  const speech = await speakWhole(
    synthesiserOf(
      {
        samples: new Float32Array(2_400).fill(0.25),
        mouth: [{ atMs: 0, viseme: 'kk' }],
        words: [{ text: 'Good ', startMs: 10, endMs: 90 }],
      },
      {
        samples: new Float32Array(1_200).fill(0.5),
        mouth: [{ atMs: 5, viseme: 'DD' }],
        words: [{ text: 'day.', startMs: 4, endMs: 45.4 }],
      },
    ),
    request,
  )
  expect(speech.samples.length).toBe(3_600)
  expect([speech.samples[2_399], speech.samples[2_400]]).toEqual([0.25, 0.5])
  expect(speech.durationMs).toBe(150)
  expect(speech.words).toEqual([
    { text: 'Good ', startMs: 10, endMs: 90 },
    { text: 'day.', startMs: 104, endMs: 145 },
  ])
  expect(speech.cues).toEqual([
    { atMs: 0, viseme: 'kk' },
    { atMs: 105, viseme: 'DD' },
    { atMs: 150, viseme: 'sil' },
  ])
})

test('a mouth that is closed at the end is not closed twice', async () => {
  const chunk: SpeechChunk = { samples: new Float32Array(240), mouth: [{ atMs: 8, viseme: 'sil' }], words: [] }
  expect((await speakWhole(synthesiserOf(chunk), request)).cues).toEqual([{ atMs: 8, viseme: 'sil' }])
})

test('an error of the voice is passed on', async () => {
  const broken: Synthesiser = {
    // oxlint-disable-next-line require-yield -- it fails before it says anything
    async *speak() {
      throw new Error('hoarse')
    },
    close: async () => undefined,
  }
  await expect(speakWhole(broken, request)).rejects.toThrow('hoarse')
})

test('speech that takes too long is broken off', async () => {
  let made = 0
  const endless: Synthesiser = {
    async *speak() {
      for (; made < 1_000; made += 1) {
        yield { samples: new Float32Array(10 * SAMPLE_RATE_HZ), mouth: [], words: [] }
      }
    },
    close: async () => undefined,
  }
  await expect(speakWhole(endless, request)).rejects.toThrow(SpeechTooLongError)
  expect(made).toBe(WHOLE_SPEECH_MAX_SECONDS / 10)
})
