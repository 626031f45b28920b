import { describe, expect, it } from 'vitest'
import { createVendorCircuit, isWorthAnotherTry } from '../../vendors/vendor-circuit.ts'
import { VendorError } from '../../vendors/vendor-error.ts'
import type { Recogniser, SpeechChunk, Synthesiser } from '../ports.ts'
import { metronomeSynthesiser, scriptedRecogniser } from '../testing/scripted-parts.ts'
import { keepSpeech } from './kept-speech.ts'
import { createFallbackRecogniser } from './fallback-recogniser.ts'
import { createFallbackSynthesiser } from './fallback-synthesiser.ts'

const lineDropped = new VendorError('openai', 'unreachable')
const tooSlow = new VendorError('openai', 'timed-out')
const GRAMMAR = { id: 'none', patterns: [] }

const clock = { nowMs: 1_000_000 }

function vendorOf<Part>(part: Part, failures: unknown[] = []) {
  const circuit = createVendorCircuit({
    onFailure: (error) => failures.push(error),
    nowMs: () => clock.nowMs,
  })
  return { name: 'openai', part, circuit, isWorthAnotherTry }
}

/** A recogniser that returns texts or fails, as the script says. */
function ears(script: (string | Error)[]): Recogniser & { heard: number[] } {
  const heard: number[] = []
  return {
    heard,
    open() {
      let length = 0
      return {
        write: (samples) => void (length += samples.length),
        progress: async () => 'unknown',
        async finish() {
          heard.push(length)
          const step = script.shift() ?? ''
          if (step instanceof Error) throw step
          return { text: step, understood: step !== '' }
        },
        cancel: () => undefined,
      }
    },
    warm: async () => undefined,
    close: async () => undefined,
  }
}

function listen(recogniser: Recogniser) {
  const stream = recogniser.open(GRAMMAR)
  for (let slice = 0; slice < 10; slice += 1) stream.write(new Float32Array(320))
  return stream.finish()
}

describe('ears with the built-in ones behind them', () => {
  it('hear again from memory what the vendor failed to hear, all of it', async () => {
    const builtIn = scriptedRecogniser(['what is rye bread', 'again', 'once more'])
    const failures: unknown[] = []
    const vendor = vendorOf(ears([tooSlow, 'Looked at.', 'Back again.']), failures)
    const fallback = createFallbackRecogniser({ vendor, builtIn, builtInName: 'grammar' })
    expect(await listen(fallback)).toEqual({ text: 'what is rye bread', understood: true, by: 'grammar' })
    expect(builtIn.utterances).toEqual([3_200])
    expect(failures).toEqual([tooSlow])
    // While the circuit is open, the vendor is not asked.
    expect(await listen(fallback)).toMatchObject({ text: 'again', by: 'grammar' })
    clock.nowMs += 10_000
    expect(await listen(fallback)).toMatchObject({ text: 'once more', by: 'grammar' })
    expect(await listen(fallback)).toMatchObject({ text: 'Back again.', by: 'openai' })
  })

  it('try a dropped line once more', async () => {
    const part = ears([lineDropped, 'Good morning.'])
    const fallback = createFallbackRecogniser({ vendor: vendorOf(part), builtIn: ears([]), builtInName: 'grammar' })
    expect(await listen(fallback)).toEqual({ text: 'Good morning.', understood: true, by: 'openai' })
    expect(part.heard).toEqual([3_200, 3_200])
  })

  it('do not count an utterance that was given up as a failure', async () => {
    const failures: unknown[] = []
    const waiting: Recogniser = {
      ...ears([]),
      open() {
        const { promise, reject } = Promise.withResolvers<never>()
        return {
          write: () => undefined,
          progress: async () => 'unknown',
          finish: () => promise,
          cancel: () => reject(new Error('given up')),
        }
      },
    }
    const fallback = createFallbackRecogniser({
      vendor: vendorOf(waiting, failures),
      builtIn: ears([]),
      builtInName: 'grammar',
    })
    const stream = fallback.open(GRAMMAR)
    const result = stream.finish()
    stream.cancel()
    await expect(result).rejects.toThrow('given up')
    expect(failures).toEqual([])
  })
})

/** A synthesiser that speaks this many words, each as its own chunk, and then fails; without a failure, it is a metronome. */
function voice(failAfterWords: number, error: Error = tooSlow): Synthesiser & { asked: string[] } {
  const asked: string[] = []
  const metronome = metronomeSynthesiser()
  return {
    asked,
    async *speak(request) {
      asked.push(request.text)
      const words = request.text.match(/\S+\s*/g) ?? []
      for (const word of words.slice(0, failAfterWords)) yield* metronome.speak({ ...request, text: word })
      if (failAfterWords < words.length) throw error
    },
    close: async () => undefined,
  }
}

async function say(synthesiser: Synthesiser, text: string) {
  const chunks: SpeechChunk[] = []
  for await (const chunk of synthesiser.speak({ text, voiceId: 'willow' })) chunks.push(chunk)
  return chunks.map((chunk) => `${chunk.by}: ${chunk.words.map((word) => word.text).join('')}`)
}

describe('a voice with the built-in one behind it', () => {
  it('is the vendor’s as long as that speaks', async () => {
    const fallback = createFallbackSynthesiser({ vendor: vendorOf(voice(9)), builtIn: voice(9), builtInName: 'flite' })
    expect(await say(fallback, 'Rye keeps well.')).toEqual(['openai: Rye ', 'openai: keeps ', 'openai: well.'])
  })

  it('goes on at the very word at which the vendor stopped', async () => {
    const builtIn = voice(9)
    const fallback = createFallbackSynthesiser({ vendor: vendorOf(voice(2)), builtIn, builtInName: 'flite' })
    expect(await say(fallback, 'Rye keeps very well.')).toEqual([
      'openai: Rye ',
      'openai: keeps ',
      'flite: very ',
      'flite: well.',
    ])
    expect(builtIn.asked).toEqual(['very well.'])
  })

  it('says everything where the vendor says nothing, and leaves it in peace for a while', async () => {
    const vendor = voice(0)
    const fallback = createFallbackSynthesiser({ vendor: vendorOf(vendor), builtIn: voice(9), builtInName: 'flite' })
    expect(await say(fallback, 'Rye keeps.')).toEqual(['flite: Rye ', 'flite: keeps.'])
    await say(fallback, 'Rye keeps.')
    expect(vendor.asked.length).toBe(1)
    // The probe runs while the built-in voice speaks.
    clock.nowMs += 10_000
    expect(await say(fallback, 'Well.')).toEqual(['flite: Well.'])
    expect(vendor.asked).toEqual(['Rye keeps.', 'Well.'])
  })

  it('asks nobody for a text that has nothing to say', async () => {
    const vendor = voice(9)
    const fallback = createFallbackSynthesiser({ vendor: vendorOf(vendor), builtIn: voice(9), builtInName: 'flite' })
    await say(fallback, '🙂 …')
    expect(vendor.asked).toEqual([])
  })
})

describe('kept speech', () => {
  it('is said again without asking, and is the listener’s own', async () => {
    const vendor = voice(9)
    const kept = keepSpeech(vendor, { cacheMb: 1, worthKeeping: () => true })
    for await (const chunk of kept.speak({ text: 'Rye keeps.', voiceId: 'willow' })) chunk.samples.fill(0)
    const loudness: string[] = []
    for await (const { samples } of kept.speak({ text: 'Rye keeps.', voiceId: 'willow' })) {
      loudness.push(samples[0]?.toFixed(3) ?? '')
    }
    expect(vendor.asked.length).toBe(1)
    expect(loudness).toEqual(['0.100', '0.100'])
    for await (const _ of kept.speak({ text: 'Rye keeps.', voiceId: 'oak' })) void _
    expect(vendor.asked.length).toBe(2)
  })

  it('keeps neither half of a text nor what another voice had to say', async () => {
    const failing = voice(1)
    const kept = keepSpeech(failing, { cacheMb: 1, worthKeeping: () => true })
    await expect(say(kept, 'Rye keeps.')).rejects.toBe(tooSlow)
    await expect(say(kept, 'Rye keeps.')).rejects.toBe(tooSlow)
    expect(failing.asked.length).toBe(2)
    const other = voice(9)
    const choosy = keepSpeech(other, { cacheMb: 1, worthKeeping: ({ by }) => by === 'openai' })
    await say(choosy, 'Rye keeps.')
    await say(choosy, 'Rye keeps.')
    expect(other.asked.length).toBe(2)
  })
})
