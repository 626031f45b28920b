import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import { describe, expect, test } from 'vitest'
import { VOICE_IDS, type VoiceId } from '#contract/voices.ts'
import { PEAK_LIMIT } from './polish.ts'
import { renderChunk } from './render-chunk.ts'
import { spokenWords } from './spoken-words.ts'

const SENTENCE = 'Peter kept the paper cup, and Dr. Bob will open the top at 9:30 on Saturday.'

const render = (voiceId: VoiceId, text: string, restMs = 0) =>
  renderChunk({ voiceId, words: spokenWords(text), restMs })

/** The sentence in each voice, rendered once for all tests. */
const sentences = new Map<VoiceId, ReturnType<typeof render>>()
function sentenceIn(voiceId: VoiceId): ReturnType<typeof render> {
  const rendered = sentences.get(voiceId) ?? render(voiceId, SENTENCE)
  sentences.set(voiceId, rendered)
  return rendered
}

function energy(samples: Float32Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length)
}

function between(samples: Float32Array, fromMs: number, toMs: number): Float32Array {
  return samples.subarray(Math.round((fromMs * SAMPLE_RATE_HZ) / 1000), Math.round((toMs * SAMPLE_RATE_HZ) / 1000))
}

/** The mean level of the parts that are not pauses, in decibels. */
function speechLevelDb(samples: Float32Array): number {
  const frames = Array.from({ length: Math.floor(samples.length / 480) }, (_, index) =>
    energy(samples.subarray(index * 480, index * 480 + 480)),
  )
  const spoken = frames.filter((frame) => frame > 1e-4)
  return 10 * Math.log10(spoken.reduce((sum, frame) => sum + frame, 0) / spoken.length)
}

describe.each(VOICE_IDS)('%s', (voiceId) => {
  test('begins and ends almost without silence, and does not clip', async () => {
    const { samples } = await sentenceIn(voiceId)
    const isAudible = (sample: number) => Math.abs(sample) > 0.01
    const headMs = (samples.findIndex(isAudible) * 1000) / SAMPLE_RATE_HZ
    const tailMs = ((samples.length - samples.findLastIndex(isAudible)) * 1000) / SAMPLE_RATE_HZ
    expect(headMs).toBeLessThanOrEqual(20)
    expect(tailMs).toBeLessThanOrEqual(80)
    expect(samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)).toBeLessThanOrEqual(PEAK_LIMIT)
  })

  test('closes the mouth where the lips stop the voice, and at the end', async () => {
    const { samples, mouth } = await render(voiceId, 'Keep it up, stop it, a paper, the top o.')
    const closures = mouth.flatMap((cue, index) =>
      cue.viseme === 'PP'
        ? [between(samples, cue.atMs + 20, cue.atMs + ((mouth[index + 1]?.atMs ?? 0) - cue.atMs) * 0.6)]
        : [],
    )
    expect(closures.length).toBe(6)
    const spoken = energy(samples)
    for (const closure of closures) expect(energy(closure) / spoken).toBeLessThan(0.1)
    expect(mouth.at(-1)?.viseme).toBe('sil')
    expect(mouth.at(-1)?.atMs).toBeLessThanOrEqual((samples.length * 1000) / SAMPLE_RATE_HZ)
  })
})

test('all voices are equally loud', async () => {
  const levels: number[] = []
  for (const voiceId of VOICE_IDS) levels.push(speechLevelDb((await sentenceIn(voiceId)).samples))
  expect(Math.max(...levels) - Math.min(...levels)).toBeLessThanOrEqual(3)
})

test('words keep the spelling of the text and follow each other in time', async () => {
  const { words, samples } = await sentenceIn('willow')
  expect(words.map(({ text }) => text).join('')).toBe(SENTENCE)
  let lastMs = 0
  for (const { text, startMs, endMs } of words) {
    expect(startMs, text).toBeGreaterThanOrEqual(lastMs)
    expect(endMs, text).toBeGreaterThan(startMs)
    lastMs = endMs
  }
  expect(lastMs).toBeLessThanOrEqual((samples.length * 1000) / SAMPLE_RATE_HZ)
})

test('a rest shifts audio, words and mouth shapes', async () => {
  const [plain, rested] = await Promise.all([render('alder', 'Hello there.'), render('alder', 'Hello there.', 250)])
  expect(rested.samples.length - plain.samples.length).toBe(6000)
  expect(energy(between(rested.samples, 0, 250))).toBe(0)
  expect((rested.words[1]?.startMs ?? 0) - (plain.words[1]?.startMs ?? 0)).toBe(250)
  expect(rested.mouth[0]).toEqual({ atMs: 0, viseme: 'sil' })
})
