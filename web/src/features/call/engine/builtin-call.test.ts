import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiProblem } from '../../../lib/api-problem.ts'
import { createBuiltinCall } from './builtin-call.ts'
import { createHandCrankedAudio, type HandCrankedAudio } from './hand-cranked-audio.fixture.ts'
import { socketAddress } from './request-call.ts'
import {
  answerBegins,
  answerEnds,
  speechStarts,
  speechStops,
  spoken,
  startScriptedServer,
  transcribed,
  type ScriptedServer,
} from './scripted-server.fixture.ts'
import { START_STAGES } from './start-stages.ts'
import type { VoiceCall } from './voice-call.ts'

let server: ScriptedServer
let audio: HandCrankedAudio
let call: VoiceCall
let refusal: Error | null = null

beforeEach(async () => {
  server = await startScriptedServer()
  audio = createHandCrankedAudio()
  refusal = null
  call = createBuiltinCall({
    openAudio: audio.open,
    requestCall: () =>
      refusal === null
        ? Promise.resolve({
            callId: 'call_1',
            token: 'secret',
            tokenExpiresAt: '2030-01-01T00:00:00Z',
            url: server.url,
            limitMs: 60_000,
            isDemo: true,
            continued: false,
          })
        : Promise.reject(refusal),
    onOffline: () => () => undefined,
    openSocket: (url, protocols) => new WebSocket(url, protocols),
    resolveAddress: (url) => socketAddress(url, 'http://127.0.0.1/'),
    isMobile: false,
  })
})
afterEach(async () => {
  call.end()
  await server.close()
})

const types = () => server.received.map(({ type }) => type)
const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 5 })
const untilStatus = (status: string) => until(() => expect(call.view().status).toBe(status))

async function startCall(): Promise<void> {
  call.start({ assistantId: 'healthcare' })
  await until(() => expect(types()).toContain('response.create'))
  await until(() => expect(call.view().endsAtMs).not.toBeNull())
}

/** The assistant has begun to say this, and so much of it was heard. */
async function startAnswer(response: string, heardMs: number): Promise<void> {
  server.send(answerBegins(response), ...spoken(response, 400, 'A fever '), ...spoken(response, 400, 'is a sign.'))
  await until(() => expect(audio.play(5)).toBeGreaterThan(0))
  audio.play(heardMs - 5)
  expect(call.view().assistantSpeaking).toBe(true)
}

describe('starting', () => {
  test('goes through the stages, joins with the token, and asks for the first message', async () => {
    const stages: string[] = []
    const success = vi.fn<() => void>()
    call.on('progress', (progress) => stages.push(`${progress.stage} ${progress.status}`))
    call.on('call-start-success', success)
    call.start({ assistantId: 'healthcare' })
    expect(call.view().phase).toBe('starting')
    expect(audio.opened(), 'sound is unlocked inside the click').toBe(1)
    await until(() => expect(success).toHaveBeenCalledTimes(1))
    expect(stages).toEqual(START_STAGES.flatMap((stage) => [`${stage} started`, `${stage} completed`]))
    await until(() => expect(types()).toEqual(['voxhall.player.pausable', 'response.create']))
    expect(server.protocols()).toContain('openai-insecure-api-key.secret')
    expect(call.view()).toMatchObject({ phase: 'live', status: 'connected', microphone: { state: 'granted' } })
  })

  test('a second start is ignored', async () => {
    await startCall()
    call.start({ assistantId: 'finance' })
    expect(audio.opened()).toBe(1)
    expect(call.view().phase).toBe('live')
  })

  test("without anybody to talk with it says the specification's words", async () => {
    call.start({})
    await until(() => expect(call.view().startFailure?.detail).toBe('Assistant or Squad or Workflow must be provided.'))
    expect(call.view()).toMatchObject({ phase: 'idle', status: 'error' })
    expect(audio.isClosed()).toBe(true)
  })

  test("a refusal shows the server's words and may be tried again", async () => {
    refusal = new ApiProblem({
      status: 429,
      code: 'too-many-calls',
      title: 'Too many calls at once',
      detail: 'End the other call first, then start again.',
      requestId: 'r7',
    })
    call.start({ assistantId: 'healthcare' })
    await untilStatus('error')
    expect(call.view().startFailure).toMatchObject({
      detail: 'Too many calls at once. End the other call first, then start again.',
      requestId: 'r7',
    })
    refusal = null
    await startCall()
    expect(call.view()).toMatchObject({ status: 'connected', startFailure: null })
  })

  test('sound that cannot be opened is told at once and may be tried again', async () => {
    audio.refuseSound(new DOMException('', 'NotSupportedError'))
    call.start({ assistantId: 'healthcare' })
    expect(call.view()).toMatchObject({ phase: 'idle', status: 'error' })
    expect(call.view().startFailure?.detail).toContain('could not be set up in this browser')
    audio.refuseSound(null)
    await startCall()
    expect(call.view()).toMatchObject({ phase: 'live', startFailure: null })
  })

  test('a socket that is refused is told in the words of its error event', async () => {
    server.refuseNext('Its token was used already. Start a new call.')
    call.start({ assistantId: 'healthcare' })
    await untilStatus('error')
    expect(call.view().startFailure?.detail).toBe('Its token was used already. Start a new call.')
  })

  test('a microphone that is blocked does not keep the call from starting', async () => {
    audio.refuseMicrophone(new DOMException('', 'NotAllowedError'))
    await startCall()
    expect(call.view().microphone).toEqual({ state: 'error', reason: 'blocked' })
    expect(call.view().status).toBe('connected')
    audio.refuseMicrophone(null)
    call.retryMicrophone()
    await until(() => expect(call.view().microphone).toEqual({ state: 'granted' }))
  })

  test('ending while it starts leaves nothing behind', async () => {
    const ended = vi.fn<() => void>()
    call.on('call-end', ended)
    call.start({ assistantId: 'healthcare' })
    call.end()
    expect(call.view()).toMatchObject({ phase: 'idle', status: 'disconnected', startFailure: null })
    expect(audio.isClosed()).toBe(true)
    await startCall()
    expect(ended).not.toHaveBeenCalled()
    expect(types()).toEqual(['voxhall.player.pausable', 'response.create'])
  })
})

describe('a turn', () => {
  test("passes through the specification's statuses, and captions grow with the voice", async () => {
    await startCall()
    audio.speak(3)
    await until(() => expect(server.audioFrames()).toBe(3))
    server.send(speechStarts('u1'))
    await untilStatus('user-speaking')
    server.send(speechStops('u1'))
    await untilStatus('processing')
    server.send(transcribed('u1', 'what is a fever'))
    await startAnswer('r1', 100)
    await until(() => expect(types()).toContain('voxhall.playback.started'))
    expect(call.view().captions).toMatchObject([
      { role: 'user', content: 'what is a fever' },
      { role: 'assistant', content: 'A fever ', partial: true },
    ])
    expect(call.mouth()).toEqual({ kind: 'level', level: 0.4 })
    audio.play(400)
    expect(call.view().captions.at(-1)?.content).toBe('A fever is a sign.')
    server.send(...answerEnds('r1', 'A fever is a sign.'))
    await until(() => {
      audio.play(100)
      expect(call.view().status).toBe('listening')
    })
    expect(call.view().assistantSpeaking).toBe(false)
    expect(call.view().captions.at(-1)).toMatchObject({
      content: 'A fever is a sign.',
      partial: false,
      interrupted: false,
    })
    expect(call.mouth()).toEqual({ kind: 'closed' })
  })

  test('the mouth follows its cues at the position that is playing', async () => {
    await startCall()
    server.send(answerBegins('r1'), {
      type: 'voxhall.mouth',
      response_id: 'r1',
      item_id: 'item_r1',
      cues: [
        { at_ms: 0, viseme: 'sil' },
        { at_ms: 80, viseme: 'aa' },
      ],
    })
    await startAnswer('r1', 90)
    expect(call.mouth()).toMatchObject({
      kind: 'cues',
      positionMs: 90,
      cues: [{ atMs: 0 }, { atMs: 80, viseme: 'aa' }],
    })
  })

  test('silence that nobody answers does not leave the person waiting', async () => {
    await startCall()
    server.send(speechStarts('u1'), speechStops('u1'))
    await untilStatus('processing')
    server.send({ type: 'conversation.item.deleted', item_id: 'u1' })
    await untilStatus('listening')
    expect(call.view().captions).toEqual([])
  })
})

describe('interrupting', () => {
  test('silences the assistant at once, reports what was heard, and goes on after a cough', async () => {
    await startCall()
    await startAnswer('r1', 200)
    server.send(speechStarts('u1'))
    await until(() => expect(types()).toContain('voxhall.playback.paused'))
    expect(server.received.at(-1)).toEqual({ type: 'voxhall.playback.paused', item_id: 'item_r1', played_ms: 200 })
    expect(audio.play(300), 'only the fade is still heard').toBeLessThan(10)
    expect(call.view().assistantSpeaking).toBe(false)
    expect(call.mouth()).toEqual({ kind: 'closed' })

    server.send({ type: 'voxhall.output_audio.resumed', item_id: 'item_r1' })
    await until(() => expect(call.view().assistantSpeaking).toBe(true))
    expect(audio.play(1_000)).toBeGreaterThan(580)
  })

  test('for good drops the rest, ignores what comes too late, and keeps only what was heard', async () => {
    await startCall()
    await startAnswer('r1', 200)
    server.send(
      speechStarts('u1'),
      speechStops('u1'),
      transcribed('u1', 'stop'),
      ...answerEnds('r1', 'A fever', 'cancelled'),
    )
    server.send(...spoken('r1', 400, 'that comes late'))
    await until(() => expect(call.view().captions).toHaveLength(2))
    expect(call.view().captions[0]).toMatchObject({ content: 'A fever', interrupted: true, partial: false })
    expect(call.view().status, 'the person waits for the next answer').toBe('processing')
    audio.play(20)
    expect(audio.play(500)).toBe(0)

    server.send(answerBegins('r2'), ...spoken('r2', 300, 'Certainly.'), ...answerEnds('r2', 'Certainly.'))
    await until(() => expect(audio.play(50)).toBeGreaterThan(0))
    audio.play(400)
    expect(call.view().captions.at(-1)).toMatchObject({ content: 'Certainly.', interrupted: false })
  })

  test('the end of an answer that the server takes for heard is cut in its record too', async () => {
    await startCall()
    await startAnswer('r1', 200)
    server.send(...answerEnds('r1', 'A fever is a sign.'), speechStarts('u1'))
    await until(() =>
      expect(server.received.at(-1)).toEqual({
        type: 'conversation.item.truncate',
        item_id: 'item_r1',
        content_index: 0,
        audio_end_ms: 200,
      }),
    )
    expect(audio.play(300)).toBeLessThan(10)
    expect(call.view().captions.at(-1)).toMatchObject({ content: 'A fever', interrupted: true })
  })

  test('typing cuts the assistant short and asks', async () => {
    await startCall()
    await startAnswer('r1', 200)
    call.sendText('  what is a cold  ')
    expect(call.view()).toMatchObject({ status: 'processing', assistantSpeaking: false })
    await until(() =>
      expect(server.received.slice(-5)).toMatchObject([
        { type: 'voxhall.playback.paused', played_ms: 200 },
        { type: 'response.cancel' },
        { type: 'conversation.item.truncate', item_id: 'item_r1', audio_end_ms: 200 },
        { type: 'conversation.item.create', item: { content: [{ type: 'input_text', text: 'what is a cold' }] } },
        { type: 'response.create' },
      ]),
    )
    expect(audio.play(300)).toBeLessThan(10)
    expect(call.view().captions).toMatchObject([
      { role: 'assistant', content: 'A fever', interrupted: true },
      { role: 'user', content: 'what is a cold' },
    ])
    // What the server still says of the old answer changes nothing.
    server.send(...answerEnds('r1', 'A fever is', 'cancelled'), answerBegins('r2'), ...spoken('r2', 200, 'It is mild.'))
    await until(() => expect(audio.play(20)).toBeGreaterThan(0))
    expect(call.view().captions.map(({ content }) => content)).toEqual(['A fever', 'what is a cold', 'It is mild.'])
  })
})

describe('the microphone', () => {
  test('muting stops the sound and ends the sentence', async () => {
    await startCall()
    audio.speak(2)
    call.setMuted(true)
    audio.speak(5)
    await until(() => expect(types()).toContain('voxhall.input_audio.ended'))
    expect(server.audioFrames()).toBe(2)
    call.setMuted(false)
    audio.speak(1)
    await until(() => expect(server.audioFrames()).toBe(3))
  })

  test('push-to-talk sends only what is said while holding, and asks for an answer', async () => {
    await startCall()
    call.setPushToTalk(true)
    audio.speak(4)
    call.hold()
    audio.speak(10)
    expect(call.view()).toMatchObject({ holding: true, status: 'user-speaking' })
    call.release()
    await until(() => expect(types().slice(-2)).toEqual(['input_audio_buffer.commit', 'response.create']))
    expect(server.received.find(({ type }) => type === 'session.update')).toMatchObject({
      session: { audio: { input: { turn_detection: null } } },
    })
    expect(server.audioFrames()).toBe(10)
    expect(call.view()).toMatchObject({ holding: false, status: 'processing' })
  })

  test('a slip of the finger asks for nothing', async () => {
    await startCall()
    call.setPushToTalk(true)
    call.hold()
    audio.speak(2)
    call.release()
    await until(() => expect(call.view().notice).toContain('Hold the button'))
    expect(types()).not.toContain('input_audio_buffer.commit')
    expect(call.view().status).toBe('listening')
  })

  test('unplugged, it is looked for again and the person is told', async () => {
    await startCall()
    audio.refuseMicrophone(new DOMException('', 'NotFoundError'))
    audio.microphone()?.onEnded()
    await until(() => expect(call.view().microphone).toEqual({ state: 'error', reason: 'missing' }))
    expect(call.view().phase).toBe('live')
  })

  test('an audio processor that breaks costs the noise cancellation, not the microphone', async () => {
    await startCall()
    const before = audio.microphone()
    before?.onProcessorError()
    await until(() => expect(audio.microphone()).not.toBe(before))
    expect(call.view().notice).toContain('Noise cancellation failed and was turned off')
    await until(() => expect(call.view().microphone).toEqual({ state: 'granted' }))
    audio.microphone()?.onProcessorError()
    expect(call.view(), 'it breaks without, too').toMatchObject({ phase: 'live', notice: null })
    expect(call.view().microphone, 'no third try').toEqual({ state: 'error', reason: 'unknown' })
  })
})

describe('the end', () => {
  test('leaving is told once, with its reason, however often it is asked for', async () => {
    const updates = vi.fn<(update: unknown) => void>()
    const ends = vi.fn<(ending: unknown) => void>()
    call.on('status-update', updates)
    call.on('call-end', ends)
    await startCall()
    await startAnswer('r1', 200)
    call.end()
    call.end()
    expect(updates.mock.calls).toEqual([[{ status: 'ended', endedReason: 'customer-ended-call' }]])
    expect(ends).toHaveBeenCalledTimes(1)
    expect(call.view()).toMatchObject({ phase: 'idle', status: 'disconnected', assistantSpeaking: false })
    expect(call.view().captions.at(-1)).toMatchObject({ content: 'A fever', interrupted: true })
    expect(call.mouth()).toEqual({ kind: 'closed' })
    expect(audio.isClosed()).toBe(true)
    await until(() => expect(server.isConnected()).toBe(false))
  })

  test("the server's reason is kept", async () => {
    await startCall()
    server.send({ type: 'voxhall.call.ended', reason: 'limit-reached', duration_ms: 60_000 })
    await untilStatus('disconnected')
    expect(call.view().ending).toEqual({ reason: 'limit-reached', durationMs: 60_000 })
    call.end()
    expect(call.view().ending?.reason).toBe('limit-reached')
  })
})
