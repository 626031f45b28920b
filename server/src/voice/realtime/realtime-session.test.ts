import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { encodePcm16Base64 } from '../audio/pcm16.ts'
import type { AdmittedCall } from '../call-ports.ts'
import type { HearingRequest, Synthesiser } from '../ports.ts'
import { createCallSpending } from '../spending.ts'
import { startRealtime, type RealtimeHarness, type TestClient } from '../testing/realtime-harness.ts'
import { metronomeSynthesiser, scriptedRecogniser, silence, speech } from '../testing/scripted-parts.ts'
import { createEffectiveSession } from './effective-session.ts'

let realtime: RealtimeHarness
afterEach(() => realtime.close())

describe('the session of a call', () => {
  it('returns the whole session after an update, ignoring unknown values', async () => {
    realtime = await startRealtime()
    const client = realtime.connect('ek_good')
    client.socket.once('open', () =>
      client.send({
        type: 'session.update',
        session: {
          type: 'realtime',
          instructions: 'be a pirate',
          audio: {
            input: { turn_detection: { type: 'semantic_vad', eagerness: 'high' } },
            output: { voice: 'marin' },
          },
        },
      }),
    )
    const { session } = await client.next('session.updated')
    expect(session).toMatchObject({
      type: 'realtime',
      instructions: '',
      output_modalities: ['audio'],
      audio: {
        input: {
          format: { type: 'audio/pcm', rate: 24_000 },
          turn_detection: { type: 'semantic_vad', interrupt_response: true },
        },
        output: { voice: 'willow' },
      },
    })
  })

  it('keeps settings that an update leaves out or gives invalid values for', async () => {
    const synthesiser = metronomeSynthesiser(20)
    const voices: unknown[] = []
    const speak: Synthesiser['speak'] = (request, signal) => (
      voices.push(request.voiceId),
      synthesiser.speak(request, signal)
    )
    realtime = await startRealtime({ parts: { synthesiser: { ...synthesiser, speak } } })
    const client = realtime.connect('ek_good')
    await client.next('session.created')
    const update = (turnDetection: object, voice: string) =>
      client.send({
        type: 'session.update',
        session: {
          type: 'realtime',
          audio: { input: { turn_detection: { type: 'server_vad', ...turnDetection } }, output: { voice } },
        },
      })
    client.send({ type: 'session.update', session: { type: 'realtime', output_modalities: ['text'] } })
    await client.next('session.updated')
    update({ threshold: 0.5 }, 'oak')
    await client.next('session.updated')
    update({ silence_duration_ms: 700 }, 'marin')
    const { session } = await client.next('session.updated')
    expect(session).toMatchObject({
      output_modalities: ['text'],
      audio: { input: { turn_detection: { threshold: 0.5, silence_duration_ms: 700 } }, output: { voice: 'oak' } },
    })
    client.send({ type: 'session.update', session: { type: 'realtime', output_modalities: ['audio'] } })
    client.send({ type: 'response.create' })
    await client.next('response.done')
    expect(voices).toEqual(['oak'])
  })

  it('answers by itself again after push-to-talk', async () => {
    realtime = await startRealtime()
    const client = realtime.connect('ek_good')
    for (const turnDetection of [null, { type: 'server_vad' }]) {
      const audio = { input: { turn_detection: turnDetection } }
      await client.next(turnDetection === null ? 'session.created' : 'session.updated')
      client.send({ type: 'session.update', session: { type: 'realtime', audio } })
    }
    const { session } = await client.next('session.updated')
    expect(session).toMatchObject({
      audio: { input: { turn_detection: { create_response: true, silence_duration_ms: 400 } } },
    })
  })

  it('applies the turn-taking and the voice that the client asks for', () => {
    const session = createEffectiveSession({ sessionId: 'sess_1', model: 'voxhall/baker', voiceId: 'willow' })
    const turn_detection = {
      type: 'server_vad',
      threshold: 0.5,
      silence_duration_ms: 700,
      create_response: false,
      interrupt_response: false,
    } as const
    const audio = { input: { turn_detection }, output: { voice: { id: 'oak' } } }
    expect(session.apply({ type: 'realtime', audio })).toEqual({
      turns: { answersBySelf: false, interruptible: false, pausable: false },
      endpointer: { silenceMs: 700, threshold: 0.5 },
      voiceId: 'oak',
      modality: 'audio',
    })
  })

  it.each<[string, string, (client: TestClient) => void]>([
    ['cancels it', 'client_cancelled', (client) => client.send({ type: 'response.cancel' })],
    [
      'speaks',
      'turn_detected',
      (client) => {
        for (const sound of [silence(100), speech(400)])
          client.send({ type: 'input_audio_buffer.append', audio: encodePcm16Base64(sound) })
      },
    ],
  ])('reports an answer as incomplete when the caller %s, with the reason %s', async (_, reason, interrupt) => {
    realtime = await startRealtime()
    const client = realtime.connect('ek_good')
    await client.next('session.created')
    client.send({ type: 'response.create' })
    await client.next('response.output_audio.delta')
    interrupt(client)
    const { response } = await client.next('response.done')
    expect(response).toMatchObject({
      status: 'cancelled',
      status_details: { type: 'cancelled', reason },
      output: [{ status: 'incomplete' }],
    })
  })

  it('answers pings, and returns a typed line until it is deleted', async () => {
    realtime = await startRealtime()
    const client = realtime.connect('ek_good')
    await client.next('session.created')
    client.send({ type: 'voxhall.ping' })
    await client.next('voxhall.pong')
    const content = [{ type: 'input_text', text: 'Do you sell rye bread?' }]
    client.send({ type: 'conversation.item.create', item: { id: 'mine_1', type: 'message', role: 'user', content } })
    client.send({ type: 'conversation.item.retrieve', item_id: 'mine_1' })
    expect((await client.next('conversation.item.retrieved'))['item']).toMatchObject({ id: 'mine_1', content })
    client.send({ type: 'conversation.item.delete', item_id: 'mine_1' })
    expect(await client.next('conversation.item.deleted')).toMatchObject({ item_id: 'mine_1' })
    client.send({ type: 'conversation.item.retrieve', item_id: 'mine_1' })
    expect(await client.next('error')).toMatchObject({ error: { code: 'item_not_found' } })
  })

  it('pauses its answer when the caller speaks if the player can, and hears a sentence that muting ends', async () => {
    realtime = await startRealtime({ script: ['what does a loaf cost'] })
    const client = realtime.connect('ek_good')
    await client.next('session.created')
    client.send({ type: 'voxhall.player.pausable' })
    client.send({ type: 'response.create' })
    await client.next('response.output_audio.delta')
    for (const sound of [silence(100), speech(600)])
      client.send({ type: 'input_audio_buffer.append', audio: encodePcm16Base64(sound) })
    await client.next('voxhall.output_audio.held')
    client.send({ type: 'voxhall.input_audio.ended' })
    const { transcript } = await client.next('conversation.item.input_audio_transcription.completed')
    expect(transcript).toBe('What does a loaf cost')
  })

  it('tells the recogniser and the synthesiser whose call it is, so that they share fairly and charge the right call', async () => {
    const spending = createCallSpending({ fixedMicros: 1_000 })
    const callers: unknown[] = []
    const note = (request?: HearingRequest) => callers.push([request?.caller, request?.spending === spending])
    const recogniser = scriptedRecogniser([])
    const synthesiser = metronomeSynthesiser(20)
    realtime = await startRealtime({
      admitted: { spending },
      parts: {
        recogniser: {
          ...recogniser,
          open: (grammar, request) => (note(request), recogniser.open(grammar, request)),
        },
        synthesiser: {
          ...synthesiser,
          speak: (request, signal) => (note(request), synthesiser.speak(request, signal)),
        },
      },
    })
    const client = realtime.connect('ek_good')
    await client.next('session.created')
    for (const sound of [silence(100), speech(400)])
      client.send({ type: 'input_audio_buffer.append', audio: encodePcm16Base64(sound) })
    await client.next('input_audio_buffer.speech_started')
    client.send({ type: 'response.create' })
    await client.next('response.done')
    expect(callers).toEqual([
      ['ek_good', true],
      ['ek_good', true],
    ])
  })
})

describe('the end of a call', () => {
  it.each<[string, Pick<AdmittedCall, 'watchLimit' | 'watchEnd'>]>([
    ['limit-reached', { watchLimit: (changed) => setTimeout(() => changed(0)) }],
    ['host-ended', { watchEnd: (end) => setTimeout(() => end('host-ended')) }],
  ])('may be decided elsewhere: %s', async (reason, admitted) => {
    realtime = await startRealtime({ admitted })
    expect(await realtime.connect('ek_good').next('voxhall.call.ended')).toMatchObject({ reason })
  })

  it.each([undefined, 1000, 1001])(
    'takes a socket that is closed (%s) for a caller who has ended the call',
    async (code) => {
      realtime = await startRealtime()
      const client = realtime.connect('ek_good')
      await client.next('session.created')
      client.socket.close(code)
      await client.closed
      await expect.poll(() => realtime.records.get('ek_good')?.ended).toBe('person-ended')
    },
  )

  it('ends a call whose token is still being looked up when the server stops', async () => {
    const lookUp = Promise.withResolvers<void>()
    realtime = await startRealtime({ beforeLookUp: lookUp.promise })
    const client = realtime.connect('ek_good')
    await once(client.socket, 'open')
    await realtime.server.close()
    lookUp.resolve()
    await expect.poll(() => realtime.records.get('ek_good')?.ended).toBe('server-stopping')
  })
})
