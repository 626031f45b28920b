import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SpeechChunk, Synthesiser } from '../ports.ts'
import { speakWhole } from '../tts/whole-speech.ts'
import { SYNTHESISERS } from './candidates-testing.ts'

const TEXT = 'Bob, my brother, bakes rye bread. Please come by before 7:30 on Monday!'

describe.each(SYNTHESISERS)('a voice: $name', (candidate) => {
  let voice: Synthesiser
  let close: () => Promise<void>
  beforeAll(async () => {
    const made = await candidate.create()
    voice = made.part
    close = () => made.close()
  })
  afterAll(() => close())

  async function say(text: string): Promise<SpeechChunk[]> {
    const chunks: SpeechChunk[] = []
    for await (const chunk of voice.speak({ text, voiceId: 'willow' })) chunks.push(chunk)
    return chunks
  }

  /** The text as this voice speaks it, which takes seconds and serves several tests. */
  let spoken: ReturnType<typeof say> | undefined
  const sayText = () => (spoken ??= say(TEXT))
  let whole: ReturnType<typeof speakWhole> | undefined
  const speakText = () => (whole ??= speakWhole(voice, { text: TEXT, voiceId: 'willow' }))

  it('gives playable audio of a plausible length', async () => {
    const chunks = await sayText()
    const samples = chunks.flatMap((chunk) => [...chunk.samples])
    const seconds = samples.length / SAMPLE_RATE_HZ
    expect(seconds).toBeGreaterThan(2.5)
    expect(seconds).toBeLessThan(12)
    expect(samples.every((sample) => Number.isFinite(sample) && Math.abs(sample) <= 1)).toBe(true)
    expect(Math.max(...samples.filter((_, index) => index % 7 === 0))).toBeGreaterThan(0.05)
  })

  it('gives every word once, in the text’s own spelling', async () => {
    for (const text of [TEXT, '  Well…  okay then 🙂 ', 'One.\nTwo.', 'It costs $5.50, i.e. a bargain.']) {
      const chunks = await (text === TEXT ? sayText() : say(text))
      const words = chunks.flatMap((chunk) => chunk.words)
      expect(words.map((word) => word.text).join('')).toBe(text)
    }
  })

  it('gives words and mouth shapes in order, within their audio', async () => {
    const { words, cues, durationMs } = await speakText()
    const starts = words.map((word) => word.startMs)
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    const moments = cues.map((cue) => cue.atMs)
    expect(moments).toEqual(moments.toSorted((a, b) => a - b))
    for (const ms of [...starts, ...moments]) expect(ms).toBeGreaterThanOrEqual(0)
    for (const ms of [...starts, ...moments]) expect(ms).toBeLessThanOrEqual(durationMs + 60)
  })

  it('closes the lips for b, p and m, and the mouth at the end', async () => {
    const { cues } = await speakText()
    expect(cues.filter((cue) => cue.viseme === 'PP').length).toBeGreaterThan(6)
    expect(new Set(cues.map((cue) => cue.viseme)).size).toBeGreaterThan(7)
    expect(cues.at(-1)?.viseme).toBe('sil')
  })

  it('stops when the caller interrupts, with the reason', async () => {
    const abort = new AbortController()
    const reason = new Error('cut in')
    const early = voice.speak({ text: TEXT, voiceId: 'oak' }, AbortSignal.abort(reason))[Symbol.asyncIterator]()
    await expect(early.next()).rejects.toBe(reason)

    const long = voice.speak({ text: `${TEXT} ${TEXT} ${TEXT}`, voiceId: 'oak' }, abort.signal)[Symbol.asyncIterator]()
    await long.next()
    abort.abort(reason)
    const drained = async () => {
      while (!(await long.next()).done);
    }
    await expect(drained()).rejects.toBe(reason)
  })
})
