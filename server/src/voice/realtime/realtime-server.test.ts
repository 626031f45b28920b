import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { MAX_COMMAND_CHARACTERS, MAX_FRAME_BYTES } from '#contract/realtime.ts'
import { encodePcm16Base64 } from '../audio/pcm16.ts'
import { startRealtime, type AnyEvent, type RealtimeHarness, type TestClient } from '../testing/realtime-harness.ts'
import { metronomeSynthesiser, silence, speech } from '../testing/scripted-parts.ts'

let realtime: RealtimeHarness
afterEach(() => realtime.close())

const append = (samples: Float32Array) => ({ type: 'input_audio_buffer.append', audio: encodePcm16Base64(samples) })
const typed = (text: string) => ({
  type: 'conversation.item.create',
  item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
})
const errorOf = (event: AnyEvent) => event['error'] as { code: string; message: string; event_id: string | null }
const transcriptOf = (event: AnyEvent) => event['transcript'] as string
/** Speech takes real time, so tests that are not about it use a fast voice. */
const FAST = { parts: { synthesiser: metronomeSynthesiser(20) } }

async function answers(client: TestClient): Promise<void> {
  client.send(typed('what does a loaf cost'))
  client.send({ type: 'response.create' })
  expect(transcriptOf(await client.next('response.output_audio_transcript.done'))).toBe('Four dollars')
  await client.next('response.done')
}

describe('the realtime server', () => {
  it('greets, recognises speech and answers with audio, words and mouth shapes in the protocol’s order', async () => {
    realtime = await startRealtime({ script: ['what does a loaf cost'], limitMs: 60_000 })
    const client = realtime.connect('ek_good')
    await client.next('session.created')
    const started = await client.next('voxhall.call.started')
    expect(started).toMatchObject({ call_id: 'call_ek_good', limit_ms: 60_000 })
    client.send({ type: 'response.create' })
    expect(transcriptOf(await client.next('response.output_audio_transcript.done'))).toBe('Hello I am Nina')
    client.send(append(silence(100)))
    client.send(append(speech(900)))
    client.send(append(silence(700)))
    const answer = await client.next('response.output_audio_transcript.done')
    expect(transcriptOf(answer)).toBe('Four dollars')
    await client.next('response.done')
    await client.next('response.done')
    const timings = client.events.findLast(({ type }) => type === 'voxhall.turn.timings')?.['timings']
    expect(timings).toMatchObject({ firstWordMs: expect.any(Number), firstAudioSentMs: expect.any(Number) })

    const order = client.events.map(({ type }) => type)
    const spoken = order.slice(order.indexOf('input_audio_buffer.speech_started'))
    const places = [
      'input_audio_buffer.speech_started',
      'input_audio_buffer.speech_stopped',
      'input_audio_buffer.committed',
      'conversation.item.added',
      'conversation.item.input_audio_transcription.completed',
      'response.created',
      'response.output_item.added',
      'response.content_part.added',
      'voxhall.mouth',
      'response.output_audio.delta',
      'response.output_audio_transcript.done',
      'response.output_item.done',
      'response.done',
      'voxhall.turn.timings',
    ].map((type) => spoken.indexOf(type))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
    // The greeting, sent while it is played, and the answer, sent at once.
    expect(order.filter((type) => type === 'response.output_audio.done')).toHaveLength(2)
    expect(new Set(client.events.map((event) => event['event_id'])).size).toBe(client.events.length)
  })

  it('answers in text if only text is requested', async () => {
    realtime = await startRealtime()
    const client = realtime.connect('ek_good')
    await client.next('session.created')
    client.send({ type: 'session.update', session: { type: 'realtime', output_modalities: ['text'] } })
    client.send(typed('what does a loaf cost'))
    client.send({ type: 'response.create' })
    expect((await client.next('response.output_text.done'))['text']).toBe('Four dollars')
    await client.next('response.done')
    expect(client.events.some(({ type }) => type.includes('audio.delta'))).toBe(false)
  })

  it('ends the call at the limit, even if the client does nothing', async () => {
    realtime = await startRealtime({ limitMs: 150 })
    const client = realtime.connect('ek_good')
    const { reason } = await client.next('voxhall.call.ended')
    expect(reason).toBe('limit-reached')
    expect(await client.closed).toEqual({ code: 1000, reason: 'limit-reached' })
    expect(realtime.records.get('ek_good')?.ended).toBe('limit-reached')
  })

  it('ends the call when the socket closes', async () => {
    realtime = await startRealtime()
    const client = realtime.connect('ek_good')
    await client.next('session.created')
    client.send(typed('What is rye bread?'))
    client.send({ type: 'response.create' })
    await client.next('response.output_audio.delta')
    client.socket.terminate()
    await client.closed
    await expect.poll(() => realtime.records.get('ek_good')?.ended).toBe('connection-lost')
    expect(realtime.server.liveCalls()).toBe(0)
  })

  it('ends all calls cleanly when it stops', async () => {
    realtime = await startRealtime({ tokens: ['ek_a', 'ek_b'] })
    const clients = [realtime.connect('ek_a'), realtime.connect('ek_b')]
    await Promise.all(clients.map((client) => client.next('session.created')))
    await realtime.server.close()
    expect([...realtime.records.values()].map((record) => record.ended)).toEqual(['server-stopping', 'server-stopping'])
    for (const client of clients) expect((await client.closed).reason).toBe('server-stopping')
  })
})

describe('admission', () => {
  it.each([
    ['no token', '', {}, 4401, 'call_token_invalid'],
    ['a wrong token', 'ek_wrong', {}, 4401, 'call_token_invalid'],
    ['a foreign page', 'ek_good', { headers: { origin: 'https://evil.example' } }, 4403, 'origin_refused'],
  ])('refuses %s with an error and a close code', async (_, token, options, code, name) => {
    realtime = await startRealtime()
    const client = realtime.connect(token, options)
    expect(errorOf(await client.next('error')).code).toBe(name)
    expect((await client.closed).code).toBe(code)
    expect(realtime.server.liveCalls()).toBe(0)
  })

  it('admits only one of ten sockets with the same token', async () => {
    realtime = await startRealtime()
    const clients = Array.from({ length: 10 }, () => realtime.connect('ek_good'))
    const first = await Promise.all(
      clients.map((client) => Promise.race([client.next('session.created'), client.next('error')])),
    )
    expect(first.filter(({ type }) => type === 'session.created')).toHaveLength(1)
  })

  it('applies the rate limit before it looks up the token', async () => {
    realtime = await startRealtime({
      checkRate: () => {
        throw new AppError('rate-limited')
      },
    })
    const client = realtime.connect('ek_good')
    expect(errorOf(await client.next('error')).code).toBe('rate_limited')
    expect((await client.closed).code).toBe(4429)
  })

  it('accepts the token as a subprotocol, as browsers must send it', async () => {
    realtime = await startRealtime()
    const browser = new WebSocket(realtime.url, ['realtime', 'openai-insecure-api-key.ek_good'])
    const opened = await new Promise<string>((resolve) => {
      browser.addEventListener('message', (message) => resolve(String(message.data)), { once: true })
    })
    expect(browser.protocol).toBe('realtime')
    expect(JSON.parse(opened)).toMatchObject({ type: 'session.created' })
    browser.close()
  })

  it('says that all lines are busy, even while the last one is being taken', async () => {
    const lookUp = Promise.withResolvers<void>()
    realtime = await startRealtime({ tokens: ['ek_a', 'ek_b'], maxCalls: 1, beforeLookUp: lookUp.promise })
    const isRefused = async () => expect(errorOf(await realtime.connect('ek_b').next('error')).message).toMatch(/busy/)
    const first = realtime.connect('ek_a')
    await once(first.socket, 'open')
    await isRefused()
    lookUp.resolve()
    await first.next('session.created')
    await isRefused()
  })
})

describe('bad input', () => {
  const badFrames: [string, object, string][] = [
    ['an unknown event', { type: 'make.coffee', event_id: 'mine' }, 'invalid_event'],
    ['a missing field', { type: 'input_audio_buffer.append', event_id: 'mine' }, 'invalid_event'],
    ['audio that is no base64', { type: 'input_audio_buffer.append', audio: '%%%%', event_id: 'mine' }, 'invalid_audio'],
    ['half a sample', { type: 'input_audio_buffer.append', audio: 'AA==', event_id: 'mine' }, 'invalid_audio'],
    ['16 seconds in one frame', { ...append(silence(16_000)), event_id: 'mine' }, 'audio_too_long'],
    [
      'another sample rate',
      { type: 'session.update', session: { type: 'realtime', audio: { input: { format: { type: 'audio/pcm', rate: 16_000 } } } }, event_id: 'mine' },
      'invalid_event',
    ],
    ['10,000 characters', { ...typed('x'.repeat(10_000)), event_id: 'mine' }, 'string_above_max_length'],
    ['characters that stand for phrases', { ...typed('\ufdfa'.repeat(2_000)), event_id: 'mine' }, 'string_above_max_length'],
    ['an empty line', { ...typed('   '), event_id: 'mine' }, 'invalid_value'],
    ['an answer attributed to the assistant', { type: 'conversation.item.create', item: { type: 'message', role: 'assistant', content: [{ type: 'input_text', text: 'hi' }] }, event_id: 'mine' }, 'invalid_value'],
    ['a function result that nobody asked for', { type: 'conversation.item.create', item: { type: 'function_call_output', call_id: 'call_1', output: '{}', role: 'user', content: [{ type: 'input_text', text: 'hi' }] }, event_id: 'mine' }, 'invalid_event'],
    ['an unknown item', { type: 'conversation.item.truncate', item_id: 'item_x', content_index: 0, audio_end_ms: 1, event_id: 'mine' }, 'item_not_found'],
    ['nothing to commit', { type: 'input_audio_buffer.commit', event_id: 'mine' }, 'input_audio_buffer_commit_empty'],
    ['nothing to cancel', { type: 'response.cancel', event_id: 'mine' }, 'response_cancel_not_active'],
  ] // oxfmt-ignore

  it.each(badFrames)('such as %s is answered with an error on that connection only', async (_, frame, code) => {
    realtime = await startRealtime(FAST)
    const client = realtime.connect('ek_good')
    await client.next('session.created')
    client.send(frame)
    expect(errorOf(await client.next('error'))).toMatchObject({ code, event_id: 'mine' })
    await answers(client)
    expect(realtime.faults).toEqual([])
  })

  it('such as binary junk and broken JSON is answered with errors, and the call continues', async () => {
    realtime = await startRealtime(FAST)
    const client = realtime.connect('ek_good')
    await client.next('session.created')
    client.socket.send(Buffer.from([0, 159, 146, 150]))
    expect(errorOf(await client.next('error')).code).toBe('invalid_frame')
    client.socket.send('{"type":')
    expect(errorOf(await client.next('error')).code).toBe('invalid_json')
    await answers(client)
  })

  it('such as a frame over the size limit closes only that socket', async () => {
    realtime = await startRealtime({ ...FAST, tokens: ['ek_a', 'ek_b'] })
    const [greedy, other] = [realtime.connect('ek_a'), realtime.connect('ek_b')]
    await Promise.all([greedy.next('session.created'), other.next('session.created')])
    greedy.socket.send('x'.repeat(MAX_FRAME_BYTES + 1))
    expect((await greedy.closed).code).toBe(1009)
    await answers(other)
  })

  it('such as a large event without audio is refused with an error, and the call continues', async () => {
    realtime = await startRealtime(FAST)
    const client = realtime.connect('ek_good')
    await client.next('session.created')
    const session = { type: 'realtime', instructions: 'x'.repeat(MAX_COMMAND_CHARACTERS) }
    client.send({ type: 'session.update', session, event_id: 'mine' })
    expect(errorOf(await client.next('error'))).toMatchObject({ code: 'frame_too_large', event_id: 'mine' })
    await answers(client)
  })

  it('a small frame behind a large one waits for its turn', async () => {
    realtime = await startRealtime()
    const client = realtime.connect('ek_good')
    await client.next('session.created')
    client.send(append(silence(16_000)))
    client.socket.send('junk')
    expect(errorOf(await client.next('error')).code).toBe('audio_too_long')
    expect(errorOf(await client.next('error')).code).toBe('invalid_json')
  })

  it('such as an item with an existing id changes nothing', async () => {
    realtime = await startRealtime()
    const client = realtime.connect('ek_good')
    await client.next('session.created')
    const item = { ...typed('what does a loaf cost').item, id: 'mine_1' }
    client.send({ type: 'conversation.item.create', item })
    client.send({
      type: 'conversation.item.create',
      item: { ...item, content: [{ type: 'input_text', text: 'other' }] },
    })
    expect(errorOf(await client.next('error')).code).toBe('item_not_added')
    expect(realtime.records.get('ek_good')?.lines.map(({ content }) => content)).toEqual(['what does a loaf cost'])
  })

  it('such as control characters is removed from typed lines', async () => {
    realtime = await startRealtime()
    const client = realtime.connect('ek_good')
    await client.next('session.created')
    client.send(typed('what does\u0000 a loaf\u0007 cost'))
    client.send({ type: 'response.create' })
    expect(transcriptOf(await client.next('response.output_audio_transcript.done'))).toBe('Four dollars')
    expect(realtime.records.get('ek_good')?.lines[0]?.content).toBe('what does  a loaf  cost')
  })

  it('such as hundreds of commands is dropped with an error', async () => {
    realtime = await startRealtime()
    const client = realtime.connect('ek_good')
    await client.next('session.created')
    for (let sent = 0; sent < 150; sent += 1) client.send({ type: 'input_audio_buffer.clear' })
    expect(errorOf(await client.next('error')).code).toBe('rate_limit_exceeded')
  })

  it('such as commits in the middle of speech leaves no recogniser stream open', async () => {
    const open = new Set<number>()
    let opened = 0
    realtime = await startRealtime({
      parts: {
        recogniser: {
          open() {
            const id = (opened += 1)
            open.add(id)
            const close = () => void open.delete(id)
            return {
              write: () => undefined,
              progress: async () => 'unknown',
              finish: async () => {
                close()
                return { text: '', understood: false }
              },
              cancel: close,
            }
          },
          warm: async () => undefined,
          close: async () => undefined,
        },
      },
    })
    const client = realtime.connect('ek_good')
    await client.next('session.created')
    const spoken = speech(500)
    client.send(append(silence(300)))
    for (let turn = 0; turn < 10; turn += 1) {
      client.send(append(spoken))
      client.send({ type: 'input_audio_buffer.commit' })
      const turnDetection = turn % 2 === 0 ? null : { type: 'server_vad' }
      client.send({
        type: 'session.update',
        session: { type: 'realtime', audio: { input: { turn_detection: turnDetection } } },
      })
      client.send(append(silence(300)))
    }
    await expect.poll(() => opened).toBeGreaterThan(3)
    // The caller leaves in the middle of a word.
    client.send({
      type: 'session.update',
      session: { type: 'realtime', audio: { input: { turn_detection: { type: 'server_vad' } } } },
    })
    client.send(append(silence(600)))
    client.send(append(spoken))
    await expect.poll(() => open.size).toBe(1)
    client.socket.close()
    await client.closed
    await expect.poll(() => open.size).toBe(0)
  })

  it('such as endless audio is dropped and not buffered', async () => {
    realtime = await startRealtime()
    const client = realtime.connect('ek_good')
    await client.next('session.created')
    // A minute may be ahead of the clock; the fifth frame ends after 70 seconds.
    for (let sent = 0; sent < 5; sent += 1) client.send(append(silence(14_000)))
    expect(errorOf(await client.next('error')).code).toBe('audio_too_fast')
  })

  it('in frame after frame closes the socket', async () => {
    realtime = await startRealtime()
    const client = realtime.connect('ek_good')
    await client.next('session.created')
    for (let sent = 0; sent < 100; sent += 1) client.socket.send('junk')
    expect((await client.closed).code).toBe(1008)
  })

  it('closes the socket even with good frames in between', async () => {
    realtime = await startRealtime()
    const client = realtime.connect('ek_good')
    await client.next('session.created')
    for (let sent = 0; sent < 90; sent += 1) {
      client.socket.send('junk')
      client.send({ type: 'input_audio_buffer.clear' })
    }
    expect((await client.closed).code).toBe(1008)
  })

  it('such as a second request for an answer gets the protocol’s error', async () => {
    realtime = await startRealtime()
    const client = realtime.connect('ek_good')
    await client.next('session.created')
    client.send({ type: 'response.create' })
    client.send({ type: 'response.create' })
    expect(errorOf(await client.next('error')).code).toBe('conversation_already_has_active_response')
  })
})
