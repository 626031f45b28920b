import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { assistantDefinitionSchema } from '#contract/assistant.ts'
import { emergencyLinesOf } from '#contract/emergency-lines.ts'
import { voiceEnvSchema } from '../config/voice-env.ts'
import { createKnowledgeBrain } from '../voice/brain/knowledge-brain.ts'
import { promptFor } from '../voice/brain/prompt.ts'
import type { BrainTurn } from '../voice/brain/brain.ts'
import { recordedSpending } from '../voice/testing/scripted-parts.ts'
import { createOpenAiBrain } from './openai-brain.ts'
import { startOpenAiServer } from './testing/openai-server.ts'
import { json, patienceFor, startVendorServer, type VendorServer } from './testing/vendor-server.ts'
import { voiceVendorsOf } from './voice-vendors.ts'

const BAKER = assistantDefinitionSchema.parse({
  id: 'baker',
  name: 'Nina',
  voiceId: 'willow',
  firstMessage: 'Hello, I am Nina.',
  systemPrompt: 'Be warm, and never talk about weather.',
  scope: 'bread',
  knowledge: [{ id: 'price', question: 'What does a loaf cost?', answer: 'Four dollars.' }],
})
const turn = (text: string, history: BrainTurn['history'] = []): BrainTurn => ({ assistant: BAKER, history, text })
const WORDS = ['A loaf', ' costs', ' four', ' dollars.', ' Anything', ' else?']

let server: VendorServer
let words: readonly string[] = WORDS
let asked: { role: string; content: string }[] = []

beforeAll(async () => {
  server = await startOpenAiServer({
    apiKey: 'sk-secret-key',
    think: (messages) => {
      asked = messages
      return words
    },
  })
})
afterAll(() => server.close())
beforeEach(() => {
  words = WORDS
  server.behave('normal')
})

function brainOf(
  options: { timeoutMs?: number; model?: string; apiKey?: string; extraBody?: Record<string, unknown> } = {},
) {
  const { extraBody, ...rest } = options
  const builtIn = createKnowledgeBrain()
  return createOpenAiBrain({
    endpoint: { baseUrl: server.url, apiKey: 'sk-secret-key', timeoutMs: 10_000, ...rest },
    extraBody,
    promptFor: (given) => promptFor({ turn: given, nearest: (text) => builtIn.nearest(given.assistant, text) }),
  })
}

async function said(brain = brainOf(), text = 'How much is a loaf?', signal = new AbortController().signal) {
  const pieces: string[] = []
  for await (const piece of brain.reply(turn(text), signal)) pieces.push(piece)
  return pieces
}

describe('a language model behind an OpenAI-compatible server', () => {
  it('answers piece by piece', async () => {
    expect(await said()).toEqual(WORDS)
  })

  it('is given its role, its knowledge and the conversation', async () => {
    const history = [
      { role: 'assistant', content: 'Hello, I am Nina.' },
      { role: 'user', content: 'Hi.' },
    ] as const
    for await (const _ of brainOf().reply(turn('How much?', history), new AbortController().signal)) void _
    const [system, ...lines] = asked
    expect(system?.content).toContain('Your name is Nina')
    expect(system?.content).toContain('never talk about weather')
    expect(system?.content).toContain('A: Four dollars.')
    expect(lines).toEqual([...history, { role: 'user', content: 'How much?' }])
  })

  it('is given the emergency numbers of this deployment', async () => {
    const env = voiceEnvSchema.parse({ BRAIN_BASE_URL: server.url, BRAIN_API_KEY: 'sk-secret-key', BRAIN_MODEL: 'm' })
    const vendor = voiceVendorsOf(env, emergencyLinesOf('GB')).brain?.create(createKnowledgeBrain(), () => undefined)
    await said(vendor?.part)
    expect(asked[0]?.content).toContain('Samaritans, 116 123')
  })

  it('is the first one that the server lists if none is configured', async () => {
    const brain = brainOf()
    await said(brain)
    await said(brain)
    const models = server.requests.filter(({ body }) => body.includes('house-model'))
    expect(models.length).toBeGreaterThanOrEqual(2)
    await said(brainOf({ model: 'named' }))
    expect(server.requests.at(-1)?.body.toString()).toContain('"model":"named"')
  })

  it('gets the extra fields that the deployment configures', async () => {
    await said(brainOf({ model: 'named', extraBody: { reasoning_effort: 'low' } }))
    expect(JSON.parse(server.requests.at(-1)?.body.toString() ?? '')).toMatchObject({ reasoning_effort: 'low' })
  })

  it('charges the call for the request, the whole prompt and the answer', async () => {
    const spending = recordedSpending()
    const reply = brainOf().reply({ ...turn('How much?'), spending }, new AbortController().signal)
    for await (const _ of reply) void _
    const prompt = asked.map(({ content }) => content).join('')
    const answer = WORDS.join('')
    expect(spending.charged).toEqual({ modelRequest: 1, modelInput: prompt.length, modelOutput: answer.length })
  })

  it('has its thoughts and markup removed, regardless of how they are split', async () => {
    words = ['<th', 'ink>They want', ' a price</thi', 'nk>\n\n**Four** ', '`doll', 'ars`.', '\n# Bye']
    expect((await said()).join('').trim()).toBe('Four dollars.\nBye')
  })

  it('may be slow between words without a time-out', async () => {
    server.behave('slow')
    expect((await said()).join('')).toBe(WORDS.join(''))
  })

  it('stops at once when the caller interrupts, and the request is closed', async () => {
    server.behave('slow')
    const before = server.left()
    const abort = new AbortController()
    const reply = brainOf().reply(turn('How much?'), abort.signal)[Symbol.asyncIterator]()
    await reply.next()
    abort.abort(new Error('cut in'))
    await expect(reply.next()).rejects.toThrow('cut in')
    await expect.poll(() => server.left()).toBe(before + 1)
  })

  it.each([
    ['key-refused', { kind: 'key-refused', status: 401, vendorCode: 'invalid_api_key' }],
    ['rate-limited', { kind: 'rate-limited', status: 429 }],
    ['failing', { kind: 'failing', status: 503 }],
    ['dropped', { kind: 'unreachable' }],
    ['half', { kind: 'unreachable' }],
    ['malformed', { kind: 'unreadable' }],
    ['hang', { kind: 'timed-out' }],
    ['stalled', { kind: 'timed-out' }],
  ] as const)('reports the kind of failure when the server is %s', async (behaviour, error) => {
    server.behave(behaviour)
    await expect(said(brainOf({ model: 'named', timeoutMs: patienceFor(behaviour) }))).rejects.toMatchObject({
      name: 'VendorError',
      ...error,
    })
  })

  it('is reported as without credit, although OpenAI sends the status of too many requests', async () => {
    const error = { message: 'You exceeded your current quota', type: 'insufficient_quota', code: 'insufficient_quota' }
    const empty = await startVendorServer({ answer: () => json(429, { error }) })
    const endpoint = { baseUrl: empty.url, model: 'm', timeoutMs: 10_000 }
    const brain = createOpenAiBrain({ endpoint, promptFor: () => [{ role: 'user', content: 'hi' }] })
    await expect(said(brain)).rejects.toMatchObject({ kind: 'no-credit', vendorCode: 'insufficient_quota' })
    await empty.close()
  })

  it('never repeats the request or response in an error', async () => {
    server.behave('key-refused')
    const error: unknown = await said(brainOf({ model: 'named' }), 'my secret question').catch(
      (failure: unknown) => failure,
    )
    expect(`${String(error)}${JSON.stringify(error)}`).not.toMatch(/sk-|secret/)
  })

  it('does not follow a redirect with its key', async () => {
    const headers = { Location: `${server.url}/chat/completions` }
    const elsewhere = await startVendorServer({
      answer: () => ({ status: 307, contentType: 'text/plain', headers, pieces: [] }),
    })
    const before = server.requests.length
    const brain = createOpenAiBrain({
      endpoint: { baseUrl: elsewhere.url, apiKey: 'sk-secret-key', model: 'm', timeoutMs: 10_000 },
      promptFor: () => [{ role: 'user', content: 'hi' }],
    })
    await expect(said(brain)).rejects.toMatchObject({ kind: 'unreachable' })
    expect(server.requests.length).toBe(before)
    await elsewhere.close()
  })
})
