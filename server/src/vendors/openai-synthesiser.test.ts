import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { mouthStateOf } from '#contract/visemes.ts'
import { VOICE_IDS, type VoiceId } from '#contract/voices.ts'
import { encodePcm16 } from '../voice/audio/pcm16.ts'
import { createResampler } from '#contract/resample.ts'
import { encodeWav } from '../voice/audio/wav.ts'
import { createFliteSynthesiser, type FliteSynthesiser } from '../voice/tts/flite-synthesiser.ts'
import { speakWhole, type WholeSpeech } from '../voice/tts/whole-speech.ts'
import { createOpenAiSynthesiser } from './openai-synthesiser.ts'
import { startOpenAiServer } from './testing/openai-server.ts'
import { recordedSpending } from '../voice/testing/scripted-parts.ts'
import { patienceFor, type VendorServer } from './testing/vendor-server.ts'

const TEXT = 'Please bring my book back to Bob before Monday, or pay a small fee.'

let flite: FliteSynthesiser
let server: VendorServer | undefined
/**
 * The speech that the test server sends, in another voice, with its true times. Our synthesiser must find them from the
 * sound alone.
 */
let truth: WholeSpeech
const HEAD_MS = 300

beforeAll(async () => {
  flite = await createFliteSynthesiser({ workers: 1, cacheMb: 8 })
  truth = await speakWhole(flite, { text: TEXT, voiceId: 'linden' })
})
afterAll(() => flite.close())
afterEach(() => server?.close())

/** Adds silence around the speech, as such servers do. */
function asSent(samples: Float32Array): Float32Array {
  const head = (24_000 * HEAD_MS) / 1_000
  const sound = new Float32Array(head + samples.length + 12_000)
  sound.set(samples, head)
  return sound
}

async function voiceOf(speak: () => Buffer, options: { timeoutMs?: number; format?: 'pcm' | 'wav' } = {}) {
  server = await startOpenAiServer({ speak })
  const voices = Object.fromEntries(VOICE_IDS.map((id) => [id, `their-${id}`])) as Record<VoiceId, string>
  const { timeoutMs = 10_000, format = 'pcm' } = options
  const endpoint = { baseUrl: server.url, apiKey: 'sk-secret', model: 'tts-1', timeoutMs }
  return { server, synthesiser: createOpenAiSynthesiser({ endpoint, voices, format, builtIn: flite }) }
}

const pcm = () => encodePcm16(asSent(truth.samples))
const request = { text: TEXT, voiceId: 'willow' } as const

describe('a voice behind an OpenAI-compatible server', () => {
  it('is requested by its configured name, charged to the call, and trimmed of silence', async () => {
    const { server: asked, synthesiser } = await voiceOf(pcm)
    const spending = recordedSpending()
    const speech = await speakWhole(synthesiser, { ...request, spending })
    expect(spending.charged).toEqual({ speech: TEXT.length })
    expect(JSON.parse(asked.requests[0]?.body.toString() ?? '')).toEqual({
      model: 'tts-1',
      input: TEXT,
      voice: 'their-willow',
      response_format: 'pcm',
    })
    expect(speech.durationMs).toBeGreaterThan(truth.durationMs - 60)
    expect(speech.durationMs).toBeLessThan(truth.durationMs + 200)
    expect(speech.words.map((word) => word.text).join('')).toBe(TEXT)
  })

  it('moves the mouth with the audio, although the vendor gives no times', async () => {
    const { synthesiser } = await voiceOf(pcm)
    const speech = await speakWhole(synthesiser, request)
    // Where speech begins in both: the two may differ in how much leading silence was cut.
    const onset = ({ samples }: WholeSpeech) => samples.findIndex((sample) => Math.abs(sample) > 0.05) / 24
    const shiftMs = onset(speech) - onset(truth)
    const errors = truth.words.map((word, index) =>
      Math.abs((speech.words[index]?.startMs ?? Infinity) - word.startMs - shiftMs),
    )
    expect(errors.toSorted((a, b) => a - b)[Math.floor(errors.length / 2)]).toBeLessThan(40)
    expect(Math.max(...errors)).toBeLessThan(130)

    // Counts how often our lips are closed within 40 ms of the middle of a time in which the true ones are.
    const stateAt = (ms: number) => speech.cues.findLast((cue) => cue.atMs <= ms)?.viseme ?? 'sil'
    const closed = truth.cues.flatMap((cue, index) =>
      cue.viseme === 'PP' ? [(cue.atMs + (truth.cues[index + 1]?.atMs ?? cue.atMs)) / 2 + shiftMs] : [],
    )
    const met = closed.filter((ms) => [-40, -20, 0, 20, 40].some((off) => mouthStateOf(stateAt(ms + off)) === 'closed'))
    expect(closed.length).toBeGreaterThan(6)
    expect(met.length / closed.length).toBeGreaterThan(0.8)
    expect(speech.cues.at(-1)?.viseme).toBe('sil')
  })

  it('gives the first chunk long before the last one arrives', async () => {
    const { server: asked, synthesiser } = await voiceOf(pcm)
    asked.behave('slow')
    const startedAtMs = performance.now()
    const times: number[] = []
    for await (const chunk of synthesiser.speak(request)) {
      expect(chunk.samples.length).toBeGreaterThan(0)
      times.push(performance.now() - startedAtMs)
    }
    expect(times.length).toBeGreaterThan(4)
    expect(times[0]).toBeLessThan((times.at(-1) ?? 0) / 2)
  })

  it.each([22_050, 44_100, 48_000])('reads a WAV file of %i Hz', async (rateHz) => {
    const wav = encodeWav(createResampler(24_000, rateHz).push(asSent(truth.samples)), rateHz)
    // A streamed WAV file states no length.
    wav.writeUInt32LE(0xffffffff, 4)
    wav.writeUInt32LE(0xffffffff, 40)
    const { synthesiser } = await voiceOf(() => wav, { format: 'wav' })
    const speech = await speakWhole(synthesiser, request)
    expect(Math.abs(speech.durationMs - truth.durationMs)).toBeLessThan(200)
  })

  it.each([
    ['key-refused', 'key-refused'],
    ['rate-limited', 'rate-limited'],
    ['failing', 'failing'],
    ['dropped', 'unreachable'],
    ['hang', 'timed-out'],
  ] as const)('reports the kind of failure when the server is %s', async (behaviour, kind) => {
    const { server: asked, synthesiser } = await voiceOf(pcm, { timeoutMs: patienceFor(behaviour) })
    asked.behave(behaviour)
    await expect(speakWhole(synthesiser, request)).rejects.toMatchObject({ name: 'VendorError', kind })
  })

  it.each([
    ['half', 'unreachable'],
    ['stalled', 'timed-out'],
  ] as const)('gives the words that arrived before the server was %s', async (behaviour, kind) => {
    const { server: asked, synthesiser } = await voiceOf(pcm, { timeoutMs: 1_500 })
    asked.behave(behaviour)
    let said = ''
    const run = async () => {
      for await (const chunk of synthesiser.speak(request)) said += chunk.words.map((word) => word.text).join('')
    }
    await expect(run()).rejects.toMatchObject({ kind })
    expect(TEXT.startsWith(said)).toBe(true)
    expect(said.length).toBeGreaterThan(5)
    expect(said.length).toBeLessThan(TEXT.length)
  })

  it.each([
    ['an MP3', Buffer.concat([Buffer.from('ID3'), Buffer.alloc(9_000)])],
    ['a web page', Buffer.from(`<!doctype html>${' '.repeat(9_000)}`)],
    ['silence', Buffer.alloc(96_000)],
    ['nothing', Buffer.alloc(0)],
  ])('does not play %s', async (_, bytes) => {
    const { synthesiser } = await voiceOf(() => bytes)
    await expect(speakWhole(synthesiser, request)).rejects.toMatchObject({ kind: 'unreadable' })
  })

  it('closes the request when the caller interrupts', async () => {
    const { server: asked, synthesiser } = await voiceOf(pcm)
    asked.behave('slow')
    const abort = new AbortController()
    const run = async () => {
      for await (const chunk of synthesiser.speak(request, abort.signal))
        abort.abort(new Error(`${chunk.words.length}`))
    }
    const error: unknown = await run().catch((failure: unknown) => failure)
    expect(error).toBe(abort.signal.reason)
    await expect.poll(() => asked.left()).toBe(1)
  })
})
