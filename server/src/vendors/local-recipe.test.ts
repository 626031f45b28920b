import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assistantDefinitionSchema } from '#contract/assistant.ts'
import { VOICE_IDS } from '#contract/voices.ts'
import { repositoryRoot } from '../../../scripts/repository-root.ts'
import { voiceEnvSchema } from '../config/voice-env.ts'
import { createKnowledgeBrain } from '../voice/brain/knowledge-brain.ts'
import { metronomeSynthesiser, scriptedRecogniser } from '../voice/testing/scripted-parts.ts'
import { composeParts, type ComposedParts } from '../voice/voice-parts.ts'
import {
  json,
  startVendorServer,
  type SeenRequest,
  type VendorAnswer,
  type VendorServer,
} from './testing/vendor-server.ts'
import { voiceVendorsOf } from './voice-vendors.ts'

// The documented setup for running every part on one's own machines, with its variables, against servers that answer
// like Ollama, Speaches and Kokoro-FastAPI (by their sources and documentation, 2025 and 2026).

const MODEL = 'llama3.2:3b'
const WHISPER = 'Systran/faster-distil-whisper-small.en'
const KOKORO_VOICES = ['af_heart', 'af_nicole', 'af_bella', 'bf_emma', 'am_michael', 'am_onyx', 'am_puck', 'bm_george', 'bm_lewis', 'bm_fable'] // oxfmt-ignore
const BAKER = assistantDefinitionSchema.parse({
  id: 'baker', name: 'Nina', voiceId: 'willow', firstMessage: 'Hello.', systemPrompt: '', scope: 'bread', knowledge: [],
}) // oxfmt-ignore

const event = (body: unknown): string => `data: ${JSON.stringify(body)}\n\n`

/** In every chunk Ollama sends the role, and in a field of their own the thoughts of a reasoning model. */
function ollama({ path, body }: SeenRequest): VendorAnswer {
  if (path === '/v1/models') return json(200, { object: 'list', data: [{ id: MODEL, object: 'model', created: 1, owned_by: 'library' }] }) // oxfmt-ignore
  const { model } = JSON.parse(body.toString()) as { model: string }
  if (model !== MODEL) {
    return json(404, { error: { message: `model "${model}" not found, try pulling it first`, type: 'api_error', param: null, code: null } }) // oxfmt-ignore
  }
  const chunk = (delta: object, finish_reason: string | null = null) =>
    event({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1,
      model,
      system_fingerprint: 'fp_ollama',
      choices: [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason }],
    })
  return {
    contentType: 'text/event-stream',
    pieces: [
      chunk({ content: '', reasoning: 'They ask for the price.' }),
      chunk({ content: 'A loaf' }),
      chunk({ content: ' costs four dollars.' }),
      chunk({ content: '' }, 'stop'),
      'data: [DONE]\n\n',
    ],
  }
}

/** Speaches sends an event for each segment, none for silence, and no event at the end. */
async function speaches({ path, headers, body }: SeenRequest): Promise<VendorAnswer> {
  if (path === '/v1/models') return json(200, { data: [{ id: WHISPER, object: 'model' }], object: 'list' })
  const type = headers['content-type'] ?? ''
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  if (form.get('model') !== WHISPER) return json(404, { detail: 'Model is not installed locally.' })
  const file = Buffer.from(await (form.get('file') as File).arrayBuffer())
  const isSilent = file.subarray(44).every((byte) => byte === 0)
  const segments = isSilent ? [] : ['What does', 'a loaf cost?']
  if (form.get('stream') !== 'true') return json(200, { text: segments.join(' ') })
  return { contentType: 'text/event-stream; charset=utf-8', pieces: segments.map((text) => event({ text })) }
}

function kokoro({ path, body }: SeenRequest): VendorAnswer {
  if (path === '/v1/models') return json(200, { object: 'list', data: [{ id: 'tts-1' }, { id: 'tts-1-hd' }, { id: 'kokoro' }] }) // oxfmt-ignore
  const request = JSON.parse(body.toString()) as { model: string; voice: string; response_format: string }
  const refuse = (error: string) => json(400, { detail: { error, message: error, type: 'invalid_request_error' } })
  if (!['tts-1', 'tts-1-hd', 'kokoro'].includes(request.model)) return refuse('invalid_model')
  if (!KOKORO_VOICES.includes(request.voice)) return refuse('validation_error')
  const sound = Buffer.from(Int16Array.from({ length: 24_000 }, (_, index) => 6_000 * Math.sin(index / 20)).buffer)
  const headers = { 'Content-Disposition': 'attachment; filename=speech.pcm', 'X-Accel-Buffering': 'no' }
  return { contentType: `audio/${request.response_format}`, headers, pieces: [sound.subarray(0, 9_601), sound.subarray(9_601)] } // oxfmt-ignore
}

describe('the recipe for running all parts locally', () => {
  let servers: VendorServer[]
  let parts: ComposedParts
  const changes: unknown[] = []

  beforeAll(async () => {
    const recipe = readFileSync(join(repositoryRoot, 'docs/recipes/local-voice.md'), 'utf8')
    const block = /```\n(BRAIN_BASE_URL=[\s\S]*?)```/.exec(recipe)?.[1] ?? ''
    servers = await Promise.all([ollama, speaches, kokoro].map((answer) => startVendorServer({ answer })))
    const [mind, ears, voice] = servers.map(({ url }) => url)
    const own = block
      .replace('http://localhost:11434', mind ?? '')
      .replace('http://localhost:8000', ears ?? '')
      .replace('http://localhost:8880', voice ?? '')
    if (own.includes('localhost') || block === '') throw new Error('the recipe has other addresses than this test')
    const pairs = own.trim().split('\n').map((line): [string, string] => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]) // oxfmt-ignore
    parts = composeParts(
      {
        brain: createKnowledgeBrain(),
        recogniser: scriptedRecogniser(['built in']),
        synthesiser: metronomeSynthesiser(),
      },
      voiceVendorsOf(voiceEnvSchema.parse(Object.fromEntries(pairs))),
      (part, change) => changes.push({ part, ...change }),
    )
    await parts.check()
  })
  afterAll(() => Promise.all(servers.map((server) => server.close())))

  function hear(samples: Float32Array) {
    const stream = parts.recogniser.open({ id: 'none', patterns: [] })
    stream.write(samples)
    return stream.finish()
  }

  it('answers with Ollama', async () => {
    let said = ''
    const turn = { assistant: BAKER, history: [], text: 'What does a loaf cost?' }
    for await (const piece of parts.brain.reply(turn, new AbortController().signal)) said += piece
    expect(said).toBe('A loaf costs four dollars.')
  })

  it('recognises speech with Speaches, and no words in silence', async () => {
    expect(await hear(new Float32Array(16_000).fill(0.1))).toMatchObject({ text: 'What does a loaf cost?', understood: true, by: 'openai' }) // oxfmt-ignore
    expect(await hear(new Float32Array(16_000))).toMatchObject({ text: '', understood: false, by: 'openai' })
  })

  it.each(VOICE_IDS)('speaks as %s with Kokoro', async (voiceId) => {
    const by = new Set<string | undefined>()
    for await (const chunk of parts.synthesiser.speak({ text: 'Hello there.', voiceId })) by.add(chunk.by)
    expect([...by]).toEqual(['openai'])
  })

  it('never falls back to the built-in parts', () => {
    expect(changes).toEqual([])
    expect(parts.report()).toMatchObject({ path: 'vendors', vendors: [{ lastFailure: null }, { lastFailure: null }, { lastFailure: null }] }) // oxfmt-ignore
  })
})
