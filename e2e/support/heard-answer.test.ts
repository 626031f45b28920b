import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { AssistantDefinition } from '../../contract/src/assistant.ts'
import { CATALOGUE_DEFINITIONS } from '../../server/src/features/assistants/catalogue/all.ts'
import { createResampler } from '../../contract/src/resample.ts'
import { firstPart } from '../../server/src/voice/brain/answer-parts.ts'
import { createFliteSynthesiser } from '../../server/src/voice/tts/flite-synthesiser.ts'
import { heardAnswer } from './heard-answer.ts'
import { likeness, spectrumOf } from './sound-likeness.ts'

const RATE_HZ = 16_000
const finance = CATALOGUE_DEFINITIONS.find(({ id }) => id === 'finance') as AssistantDefinition
/** A few of its answers, since each is synthesised. */
const knowledge = finance.knowledge.slice(0, 8)
const { voiceId } = finance
const assistant = { ...finance, knowledge }

vi.setConfig({ testTimeout: 60_000 })

let voice: Awaited<ReturnType<typeof createFliteSynthesiser>>
beforeAll(async () => {
  voice = await createFliteSynthesiser({ workers: 1, cacheMb: 1 })
})
afterAll(() => voice.close())

async function spoken(text: string): Promise<Float32Array> {
  const resampler = createResampler(24_000, RATE_HZ)
  const parts: number[] = []
  for await (const chunk of voice.speak({ text, voiceId })) {
    for (const sample of resampler.push(chunk.samples)) parts.push(sample)
  }
  return Float32Array.from(parts)
}

/** Inserts a pause after every `everyMs`, as when audio arrives late. */
function torn(samples: Float32Array, everyMs: number, pauseMs: number): Float32Array {
  const step = Math.round((everyMs / 1_000) * RATE_HZ)
  const pause = new Float32Array(Math.round((pauseMs / 1_000) * RATE_HZ))
  const parts: number[] = []
  for (let from = 0; from < samples.length; from += step) parts.push(...samples.subarray(from, from + step), ...pause)
  return Float32Array.from(parts)
}

function heard(samples: Float32Array) {
  const leadMs = 700
  const line = new Int16Array((leadMs / 1_000) * RATE_HZ + samples.length)
  line.set(
    samples.map((value) => value * 32_767),
    (leadMs / 1_000) * RATE_HZ,
  )
  return heardAnswer(assistant, { samples: line, sampleRate: RATE_HZ, startMs: 0 }, { fromMs: leadMs })
}

test('an answer is distinguished from all others, even with gaps in the sound', { tags: 'nightly' }, async () => {
  const answer = firstPart(knowledge[3]?.answer ?? '', assistant.voiceId)
  const samples = await spoken(answer)
  expect(await heard(samples)).toBe(answer)
  for (const [everyMs, pauseMs] of [
    [1_013, 60],
    [517, 63],
    [409, 127],
  ] as const) {
    expect(await heard(torn(samples, everyMs, pauseMs))).toBe(answer)
  }
})

test('words spoken after a pause do not count as the beginning of the sound', async () => {
  const [first, second] = await Promise.all([
    spoken('Hello, this is Mill Garage.'),
    spoken('We open at seven and close at two.'),
  ])
  const both = spectrumOf(Float32Array.from([...first, ...new Float32Array(RATE_HZ * 10), ...second]))
  expect(likeness(spectrumOf(first), both, 0)).toBeGreaterThan(0.9)
  expect(likeness(spectrumOf(second), both, 0)).toBeLessThan(0.65)
})

test('a sentence that is not an answer of the assistant is not matched', async () => {
  expect(await heard(await spoken('The red truck came down the hill too fast and stopped beside the old mill.'))).toBe(
    undefined,
  )
})
