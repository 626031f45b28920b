import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { normaliseWords } from '#contract/phrase-pattern.ts'
import { createResampler } from '#contract/resample.ts'
import type { Recogniser } from '../ports.ts'
import { createFliteSynthesiser } from '../tts/flite-synthesiser.ts'
import { speakWhole } from '../tts/whole-speech.ts'
import { RECOGNISERS } from './candidates-testing.ts'

const QUESTION = 'What does a loaf cost?'
const GRAMMAR = { id: 'bakery', patterns: ['what does a loaf cost', 'what is rye bread', 'when do you open'] }
const SLICE = 320

/** 16 kHz, with silence around it as the endpointer leaves it. */
let question: Float32Array

beforeAll(async () => {
  const flite = await createFliteSynthesiser({ workers: 1, cacheMb: 1 })
  const { samples } = await speakWhole(flite, { text: QUESTION, voiceId: 'rowan' })
  await flite.close()
  const heard = createResampler(24_000, 16_000).push(samples)
  question = new Float32Array(heard.length + 8_000)
  question.set(heard, 2_400)
})

describe.each(RECOGNISERS)('a recogniser: $name', (candidate) => {
  let recogniser: Recogniser
  let close: () => Promise<void>
  beforeAll(async () => {
    const made = await candidate.create()
    recogniser = made.part
    close = () => made.close()
    await recogniser.warm(GRAMMAR)
  })
  afterAll(() => close())

  /** Writes from one buffer that is reused, as a socket's buffer is. */
  function listen(samples: Float32Array) {
    const stream = recogniser.open(GRAMMAR)
    const slice = new Float32Array(SLICE)
    for (let at = 0; at < samples.length; at += SLICE) {
      slice.fill(0)
      slice.set(samples.subarray(at, at + SLICE))
      stream.write(slice)
    }
    return stream
  }

  it('understands a question that is expected', async () => {
    const { text, understood } = await listen(question).finish()
    expect(understood).toBe(true)
    expect(normaliseWords(text).join(' ')).toBe('what does a loaf cost')
  })

  it('understands two callers at once', async () => {
    const both = await Promise.all([listen(question).finish(), listen(question).finish()])
    expect(both.map(({ understood }) => understood)).toEqual([true, true])
  })

  it('understands nothing in silence', async () => {
    expect(await recogniser.open(GRAMMAR).finish()).toMatchObject({ text: '', understood: false })
    expect(await listen(new Float32Array(16_000)).finish()).toMatchObject({ understood: false })
  })

  it('can be cancelled at any time, more than once', async () => {
    const stream = listen(question)
    const result = stream.finish().then(
      () => 'done',
      () => 'given up',
    )
    stream.cancel()
    stream.cancel()
    expect(await result).toMatch(/done|given up/)
    listen(question).cancel()
    expect((await listen(question).finish()).understood).toBe(true)
  })
})
