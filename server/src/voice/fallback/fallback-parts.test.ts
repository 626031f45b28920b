import { describe, expect, it } from 'vitest'
import { createVendorCircuit, isWorthAnotherTry } from '../../vendors/vendor-circuit.ts'
import { VendorError } from '../../vendors/vendor-error.ts'
import type { Recogniser, SpeechChunk, Synthesiser } from '../ports.ts'
import { metronomeSynthesiser, scriptedRecogniser } from '../testing/scripted-parts.ts'
import { createCallSpending } from '../spending.ts'
import { keepSpeech } from './kept-speech.ts'
import { createFallbackRecogniser } from './fallback-recogniser.ts'
import { createFallbackSynthesiser } from './fallback-synthesiser.ts'
import { mayTryAgain } from './vendor-part.ts'

const lineDropped = new VendorError('openai', 'unreachable')
const tooSlow = new VendorError('openai', 'timed-out')
/** The budget of a call for vendors is used up. */
const SPENT = createCallSpending({ fixedMicros: 0 })
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
function scripted(script: (string | Error)[]): Recogniser & { heard: number[] } {
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

describe('a vendor’s recogniser with the built-in one as fallback', () => {
  it('has a whole utterance recognised by the built-in one if the vendor fails', async () => {
    const builtIn = scriptedRecogniser(['what is rye bread', 'again', 'once more'])
    const failures: unknown[] = []
    const vendor = vendorOf(scripted([tooSlow, 'Looked at.', 'Back again.']), failures)
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

  it('is asked once more after a dropped connection', async () => {
    const part = scripted([lineDropped, 'Good morning.'])
    const fallback = createFallbackRecogniser({ vendor: vendorOf(part), builtIn: scripted([]), builtInName: 'grammar' })
    expect(await listen(fallback)).toEqual({ text: 'Good morning.', understood: true, by: 'openai' })
    expect(part.heard).toEqual([3_200, 3_200])
  })

  it('has not failed if an utterance was cancelled', async () => {
    const failures: unknown[] = []
    const waiting: Recogniser = {
      ...scripted([]),
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
      builtIn: scripted([]),
      builtInName: 'grammar',
    })
    const stream = fallback.open(GRAMMAR)
    const result = stream.finish()
    stream.cancel()
    await expect(result).rejects.toThrow('given up')
    expect(failures).toEqual([])
  })

  it('hear what was said, though the caller’s buffer is used again', async () => {
    const loudness: (number | undefined)[] = []
    const part: Recogniser = {
      ...scripted([]),
      open: (...request) => ({
        ...scripted(['Good morning.']).open(...request),
        write: (samples) => void loudness.push(samples[0]),
      }),
    }
    const stream = createFallbackRecogniser({
      vendor: vendorOf(part),
      builtIn: scripted([]),
      builtInName: 'grammar',
    }).open(GRAMMAR)
    const buffer = new Float32Array(320)
    for (const level of [0.25, 0.5]) stream.write(buffer.fill(level))
    await stream.finish()
    expect(loudness).toEqual([0.25, 0.5])
  })

  it('probe the vendor again after a probe whose utterance was given up', async () => {
    let cancelled = 0
    const script = [tooSlow, 'Looked at.', 'Back again.']
    const part: Recogniser = {
      ...scripted([]),
      open: (...request) => ({ ...scripted(script).open(...request), cancel: () => void (cancelled += 1) }),
    }
    const fallback = createFallbackRecogniser({ vendor: vendorOf(part), builtIn: scripted([]), builtInName: 'grammar' })
    await listen(fallback)
    clock.nowMs += 10_000
    fallback.open(GRAMMAR).cancel()
    expect(cancelled).toBe(1)
    await listen(fallback)
    expect(await listen(fallback)).toMatchObject({ text: 'Back again.', by: 'openai' })
  })

  it('do not wait for the probe', async () => {
    const script = [tooSlow]
    const part: Recogniser = {
      ...scripted([]),
      open: (...request) => ({
        ...scripted(script).open(...request),
        finish: () => (script.length > 0 ? Promise.reject(script.shift()) : new Promise(() => undefined)),
      }),
    }
    const builtIn = scripted(['first', 'second'])
    const fallback = createFallbackRecogniser({ vendor: vendorOf(part), builtIn, builtInName: 'grammar' })
    await listen(fallback)
    clock.nowMs += 10_000
    expect(await listen(fallback)).toMatchObject({ text: 'second', by: 'grammar' })
  })

  it('neither ask nor probe the vendor for a call that has spent its budget', async () => {
    const part = scripted(['Good morning.', tooSlow, 'Looked at.'])
    const fallback = createFallbackRecogniser({
      vendor: vendorOf(part),
      builtIn: scripted(['one', 'two', 'three']),
      builtInName: 'grammar',
    })
    const byBudget = async (): Promise<unknown> => (await fallback.open(GRAMMAR, { spending: SPENT }).finish()).text
    expect(await byBudget()).toBe('one')
    expect(await listen(fallback)).toMatchObject({ by: 'openai' })
    expect(await listen(fallback)).toMatchObject({ text: 'two' })
    clock.nowMs += 10_000
    expect(await byBudget()).toBe('three')
    expect(part.heard).toHaveLength(2)
  })

  it('are prepared for a call only while the vendor is unavailable', async () => {
    const ready: unknown[] = []
    const builtIn: Recogniser = { ...scripted([]), warm: async (_, call) => void ready.push(call) }
    const vendor = vendorOf(scripted([tooSlow]))
    const fallback = createFallbackRecogniser({ vendor, builtIn, builtInName: 'grammar' })
    const { signal } = new AbortController()
    await fallback.warm(GRAMMAR, signal)
    expect(ready).toEqual([])
    await listen(fallback)
    await fallback.warm(GRAMMAR, signal)
    expect(ready).toEqual([signal])
  })
})

describe('a second try', () => {
  it.each([
    ['unreachable', undefined, true],
    ['failing', undefined, true],
    ['failing', 2_000, false],
    ['rate-limited', 1_000, true],
    ['rate-limited', 1_001, false],
    ['rate-limited', undefined, false],
    ['timed-out', undefined, false],
    ['key-refused', undefined, false],
    ['refused', undefined, false],
  ] as const)('after %s, where the vendor asks to wait %s ms, may help: %s', (kind, retryAfterMs, mayHelp) => {
    const error = new VendorError('openai', kind, { retryAfterMs })
    expect(mayTryAgain(vendorOf(null), error, performance.now())).toBe(mayHelp)
  })

  it('is made only within a second, so that the caller does not wait longer', () => {
    const vendor = vendorOf(null)
    const now = performance.now()
    expect([0, 900, 1_100].map((ms) => mayTryAgain(vendor, lineDropped, now - ms))).toEqual([true, true, false])
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

describe('a vendor’s voice with the built-in one as fallback', () => {
  it('is used as long as it works', async () => {
    const fallback = createFallbackSynthesiser({ vendor: vendorOf(voice(9)), builtIn: voice(9), builtInName: 'flite' })
    expect(await say(fallback, 'Rye keeps well.')).toEqual(['openai: Rye ', 'openai: keeps ', 'openai: well.'])
  })

  it('is continued by the built-in one at the word where it stopped', async () => {
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

  it('is replaced for the whole text if it says nothing, and is not asked for a while', async () => {
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

  it('adds nothing when the vendor fails after its last word', async () => {
    const part: Synthesiser = {
      ...voice(9),
      async *speak(request) {
        yield* voice(9).speak(request)
        throw tooSlow
      },
    }
    const builtIn = voice(9)
    const fallback = createFallbackSynthesiser({ vendor: vendorOf(part), builtIn, builtInName: 'flite' })
    expect(await say(fallback, 'Rye keeps.')).toEqual(['openai: Rye ', 'openai: keeps.'])
    expect(builtIn.asked).toEqual([])
  })

  it('is the built-in one for a call without budget', async () => {
    const vendor = voice(9)
    const fallback = createFallbackSynthesiser({ vendor: vendorOf(vendor), builtIn: voice(9), builtInName: 'flite' })
    for await (const chunk of fallback.speak({ text: 'Rye keeps.', voiceId: 'willow', spending: SPENT })) {
      expect(chunk.by).toBe('flite')
    }
    expect(vendor.asked).toEqual([])
  })

  it('is not asked for a text without words', async () => {
    const vendor = voice(9)
    const fallback = createFallbackSynthesiser({ vendor: vendorOf(vendor), builtIn: voice(9), builtInName: 'flite' })
    await say(fallback, '🙂 …')
    expect(vendor.asked).toEqual([])
  })
})

describe('cached speech', () => {
  it('is played again without asking the vendor, as a separate copy', async () => {
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

  it('excludes incomplete texts and speech of another voice', async () => {
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
