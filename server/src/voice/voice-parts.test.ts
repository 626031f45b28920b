import { inspect } from 'node:util'
import { describe, expect, it, type TestContext } from 'vitest'
import type { TurnTimings } from '#contract/realtime.ts'
import { startOpenAiServer } from '../vendors/testing/openai-server.ts'
import type { Behaviour, VendorServer } from '../vendors/testing/vendor-server.ts'
import { voiceVendorsOf } from '../vendors/voice-vendors.ts'
import { voiceEnvSchema } from '../config/voice-env.ts'
import { encodePcm16, encodePcm16Base64 } from './audio/pcm16.ts'
import { createKnowledgeBrain } from './brain/knowledge-brain.ts'
import { startRealtime, type AnyEvent, type TestClient } from './testing/realtime-harness.ts'
import { metronomeSynthesiser, scriptedRecogniser, silence, speech } from './testing/scripted-parts.ts'
import { composeParts } from './voice-parts.ts'

const PARTS = ['BRAIN', 'STT', 'TTS'] as const
type Part = (typeof PARTS)[number]

/** Speech takes real time, so the voices of these tests speak fast. */
const WORD_MS = 60
const LONG_SPEECH = speech(4_000)

/** Starts a call whose three parts are provided by three servers, one each, with the built-in parts as fallbacks. */
async function startCall(
  { onTestFinished }: TestContext,
  behaviours: Partial<Record<Part, Behaviour>> = {},
  timeoutMs = 5_000,
) {
  const env: Record<string, string> = {}
  const changes: unknown[] = []
  const byPart = {} as Record<Part, VendorServer>
  for (const part of PARTS) {
    const server = await startOpenAiServer({
      apiKey: `key-of-${part}`,
      hear: () => 'How much is a loaf, please?',
      think: () => ['A loaf is', ' four', ' dollars. It', ' keeps.'],
      speak: (text) => encodePcm16(LONG_SPEECH.subarray(0, WORD_MS * 24 * text.split(' ').length)),
    })
    server.behave(behaviours[part] ?? 'normal')
    onTestFinished(() => server.close())
    byPart[part] = server
    Object.assign(env, {
      [`${part}_BASE_URL`]: server.url,
      [`${part}_API_KEY`]: `key-of-${part}`,
      [`${part}_MODEL`]: 'm',
      [`${part}_TIMEOUT_MS`]: String(timeoutMs),
    })
  }
  const builtIn = {
    brain: createKnowledgeBrain(),
    recogniser: scriptedRecogniser(['what does a loaf cost', 'what is rye bread']),
    synthesiser: metronomeSynthesiser(WORD_MS),
  }
  const parts = composeParts(builtIn, voiceVendorsOf(voiceEnvSchema.parse(env)), (part, change) =>
    changes.push({ part, ...change }),
  )
  const realtime = await startRealtime({ parts })
  onTestFinished(() => realtime.close())
  const client = realtime.connect('ek_good')
  await client.next('session.created')
  return { client, parts, changes, byPart, realtime }
}

const append = (samples: Float32Array) => ({ type: 'input_audio_buffer.append', audio: encodePcm16Base64(samples) })
const SPEECH = speech(900)
const textOf = (event: AnyEvent) => String(event['transcript'])

async function greet(client: TestClient): Promise<string> {
  client.send({ type: 'response.create' })
  const text = textOf(await client.next('response.output_audio_transcript.done'))
  await client.next('response.done')
  return text
}

/**
 * The sum of the timeouts in one turn (400 ms each, and half as much again for a sentence), with a reserve for a busy
 * machine.
 */
const LONGEST_WAIT_MS = 5_000

async function speak(client: TestClient) {
  client.send(append(silence(100)))
  client.send(append(SPEECH))
  client.send(append(silence(700)))
  const heard = textOf(await client.next('conversation.item.input_audio_transcription.completed'))
  const said = textOf(await client.next('response.output_audio_transcript.done'))
  const done = await client.next('response.done')
  const timings = client.events.findLast(({ type }) => type === 'voxhall.turn.timings')?.['timings'] as TurnTimings
  return { heard, said, status: (done['response'] as { status: string }).status, timings }
}

/** Two turns of a call in which each vendor behaves badly: the built-in parts take over, and say so once. */
async function continuesWhenAllAre(behaviour: Behaviour, context: TestContext): Promise<void> {
  const {
    client,
    parts,
    changes,
    realtime: harness,
  } = await startCall(context, { BRAIN: behaviour, STT: behaviour, TTS: behaviour }, 400)
  expect(await greet(client)).toBe('Hello I am Nina')
  const first = await speak(client)
  expect(first.heard).not.toBe('')
  expect(first.said).toMatch(/[Ff]our dollars/)
  expect(first.status).toBe('completed')
  const second = await speak(client)
  expect(second.said.length).toBeGreaterThan(10)
  expect(second.status).toBe('completed')

  for (const { timings } of [first, second]) expect(timings.firstAudioSentMs).toBeLessThan(LONGEST_WAIT_MS)
  // Reported once for each part, however often it failed.
  expect(changes.length).toBeGreaterThan(0)
  expect(changes.length).toBeLessThanOrEqual(PARTS.length)
  expect(changes).toEqual(
    changes.map(() => expect.objectContaining({ state: 'open', what: expect.any(String) as string })),
  )
  expect(harness.faults).toEqual([])
  expect(inspect([changes, parts.report(), client.events], { depth: 20, maxArrayLength: null })).not.toContain('key-of')
  const report = parts.report()
  expect(report.vendors?.map(({ part }) => part)).toEqual(['recogniser', 'brain', 'synthesiser'])
  expect(report.vendors?.some(({ lastFailure }) => lastFailure !== null)).toBe(true)
}

// Speech takes real time; run concurrently, these tests take only as long as the longest. Polls and cleanups go through
// the test's own context, since the imported functions cannot tell which of the running tests calls them.
describe.concurrent('a call with the parts of vendors', () => {
  it('recognises, answers and speaks with them, and its timings say so', async (context) => {
    const { client, parts, changes } = await startCall(context)
    expect(await greet(client)).toBe('Hello I am Nina')
    const turn = await speak(client)
    expect(turn).toMatchObject({
      heard: 'How much is a loaf, please?',
      said: 'A loaf is four dollars. It keeps.',
      status: 'completed',
      timings: { answeredBy: { recogniser: 'openai', brain: 'openai', synthesiser: 'openai' } },
    })
    expect(client.events.some(({ type }) => type === 'voxhall.mouth')).toBe(true)
    expect(changes).toEqual([])
    expect(parts.report()).toMatchObject({
      path: 'vendors',
      recogniser: 'openai',
      brain: 'openai',
      synthesiser: 'openai',
    })
  })

  it('gives each server its own key, and no other', async (context) => {
    const { client, byPart } = await startCall(context)
    await greet(client)
    await speak(client)
    for (const part of PARTS) {
      expect(byPart[part].requests.length).toBeGreaterThan(0)
      for (const { headers } of byPart[part].requests) expect(headers.authorization).toBe(`Bearer key-of-${part}`)
    }
  })

  it.for(['hang', 'half', 'stalled', 'failing'] as const)('continues when all of them are %s', continuesWhenAllAre)

  it.for(['dropped', 'malformed', 'key-refused', 'rate-limited'] as const)(
    'continues when all of them are %s',
    { tags: 'nightly' },
    continuesWhenAllAre,
  )

  it('is patient with servers that are only slow', async (context) => {
    const { client, changes } = await startCall(context, { BRAIN: 'slow', STT: 'slow', TTS: 'slow' })
    await greet(client)
    expect((await speak(client)).said).toBe('A loaf is four dollars. It keeps.')
    expect(changes).toEqual([])
  })

  it('drops a server’s running answer when the caller interrupts, and answers the interruption', async (context) => {
    const { client, parts, changes, byPart } = await startCall(context, {}, 10_000)
    await greet(client)
    byPart.BRAIN.behave('stalled', 1)
    const count = (type: string) => client.events.filter((event) => event.type === type).length
    const heardBefore = count('response.output_audio.delta')
    client.send(append(silence(100)))
    client.send(append(SPEECH))
    client.send(append(silence(700)))
    // The first sentence is being spoken while the server keeps its connection open for the rest.
    await context.expect.poll(() => count('response.output_audio.delta')).toBeGreaterThan(heardBefore)
    expect(byPart.BRAIN.left()).toBe(0)
    client.send(append(SPEECH))
    client.send(append(silence(700)))
    await context.expect.poll(() => byPart.BRAIN.left()).toBe(1)
    const said = () => client.events.filter(({ type }) => type === 'response.output_audio_transcript.done').map(textOf)
    await context.expect.poll(said).toContain('A loaf is four dollars. It keeps.')
    expect(said().join(' ')).not.toMatch(/[Ss]orry/)
    // An answer that the caller interrupted is neither a success nor a failure of the vendor.
    expect(changes).toEqual([])
    expect(parts.report()).toMatchObject({ brain: 'openai' })
  })

  it('does not wait for vendors that were unavailable when the server started', async (context) => {
    const { client, parts } = await startCall(context, { BRAIN: 'hang', STT: 'failing', TTS: 'key-refused' }, 2_000)
    await parts.check()
    expect(parts.report()).toMatchObject({
      path: 'built-in',
      recogniser: 'grammar',
      brain: 'knowledge',
      synthesiser: 'flite',
      vendors: [
        { part: 'recogniser', live: false, lastFailure: { what: 'failing (503)' } },
        { part: 'brain', live: false, lastFailure: { what: 'timed-out' } },
        { part: 'synthesiser', live: false, lastFailure: { what: 'key-refused (401)' } },
      ],
    })
    await greet(client)
    expect(await speak(client)).toMatchObject({ said: 'Four dollars', timings: { answeredBy: { brain: 'knowledge' } } })
  })

  it('reports which part was replaced in its timings and its report', async (context) => {
    const { client, parts } = await startCall(context, { BRAIN: 'key-refused' })
    await greet(client)
    const { said, timings } = await speak(client)
    expect(said).toBe('Sorry for the wait. Four dollars')
    expect(timings).toMatchObject({ answeredBy: { recogniser: 'openai', brain: 'knowledge', synthesiser: 'openai' } })
    expect(parts.report()).toMatchObject({
      path: 'mixed',
      recogniser: 'openai',
      brain: 'knowledge',
      vendors: [
        { part: 'recogniser', live: true, lastFailure: null },
        { part: 'brain', vendor: 'openai', live: false, lastFailure: { what: 'key-refused (401)' } },
        { part: 'synthesiser', live: true },
      ],
    })
  })
})

describe('the parts that vendors provide', () => {
  const partsOf = (env: Record<string, string>) => Object.keys(voiceVendorsOf(voiceEnvSchema.parse(env))).toSorted()

  it.each([
    [{}, []],
    // Speech models of OpenAI itself are being discontinued, so one must be named; compatible servers have a default.
    [{ OPENAI_API_KEY: 'k' }, ['brain', 'recogniser']],
    [{ OPENAI_API_KEY: 'k', TTS_MODEL: 'gpt-4o-mini-tts' }, ['brain', 'recogniser', 'synthesiser']],
    [{ OPENAI_BASE_URL: 'http://localhost:8000/v1' }, ['brain', 'recogniser', 'synthesiser']],
    [{ OPENAI_BASE_URL: 'http://localhost:11434/v1', STT_PROVIDER: 'builtin', TTS_PROVIDER: 'builtin' }, ['brain']],
    [{ BRAIN_BASE_URL: 'http://localhost:11434/v1' }, ['brain']],
    [{ STT_BASE_URL: 'http://localhost:8000/v1', ELEVENLABS_API_KEY: 'e' }, ['recogniser', 'synthesiser']],
    [{ ELEVENLABS_API_KEY: 'e', TTS_PROVIDER: 'builtin' }, []],
  ] as [Record<string, string>, string[]][])('%j: %j', (env, parts) => {
    expect(partsOf(env)).toEqual(parts)
  })

  it.each([
    [undefined, 'elevenlabs'],
    ['elevenlabs', 'elevenlabs'],
    ['openai', 'openai'],
  ])('where two vendors could speak and TTS_PROVIDER is %s, %s does', (provider, name) => {
    const both = { ELEVENLABS_API_KEY: 'e', OPENAI_BASE_URL: 'http://localhost:8000/v1' }
    const { synthesiser } = voiceVendorsOf(voiceEnvSchema.parse({ ...both, TTS_PROVIDER: provider }))
    expect(synthesiser?.(metronomeSynthesiser(), () => undefined).name).toBe(name)
  })
})
