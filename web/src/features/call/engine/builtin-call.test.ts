import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ApiProblem } from '../../../lib/api-problem.ts'
import { openBuiltinCall, until, type BuiltinCallScene } from './builtin-call-testing.ts'
import { statusOf } from './call-state.ts'
import type { HandCrankedAudio } from './hand-cranked-audio.fixture.ts'
import {
  answerBegins,
  answerEnds,
  speechStarts,
  speechStops,
  spoken,
  transcribed,
  type ScriptedServer,
} from './scripted-server.fixture.ts'
import { START_STAGES } from './start-stages.ts'
import type { VoiceCall } from './voice-call.ts'

let scene: BuiltinCallScene
let server: ScriptedServer
let audio: HandCrankedAudio
let call: VoiceCall

beforeEach(async () => {
  scene = await openBuiltinCall()
  ;({ server, audio, call } = scene)
})
afterEach(() => scene.close())

const types = () => scene.types()
const untilState = (facts: object) => scene.untilState(facts)
const startCall = () => scene.startCall()
const startAnswer = (response: string, heardMs: number) => scene.startAnswer(response, heardMs)

describe('starting', () => {
  test('runs through the stages, joins with the token, and asks for the first message', async () => {
    const stages: string[] = []
    const success = vi.fn<() => void>()
    call.on('progress', (progress) => stages.push(`${progress.stage} ${progress.status}`))
    call.on('call-start-success', success)
    call.start({ assistantId: 'healthcare' })
    expect(call.state().phase).toBe('starting')
    expect(audio.opened(), 'sound is unlocked inside the click').toBe(1)
    await until(() => expect(success).toHaveBeenCalledTimes(1))
    expect(stages).toEqual(START_STAGES.flatMap((stage) => [`${stage} started`, `${stage} completed`]))
    await until(() => expect(types()).toEqual(['voxhall.player.pausable', 'response.create']))
    expect(server.protocols()).toContain('openai-insecure-api-key.secret')
    expect(call.state()).toMatchObject({ phase: 'live', status: 'connected', microphone: { state: 'granted' } })
  })

  test('a second start is ignored', async () => {
    await startCall()
    call.start({ assistantId: 'finance' })
    expect(audio.opened()).toBe(1)
    expect(call.state().phase).toBe('live')
  })

  test("without an assistant it fails with the specification's text", async () => {
    call.start({})
    await untilState({ phase: 'failed', failure: { detail: 'Assistant or Squad or Workflow must be provided.' } })
    expect(audio.isClosed()).toBe(true)
  })

  test('sound that cannot be opened fails at once, and the call can be started again', async () => {
    audio.refuseSound(new DOMException('', 'NotSupportedError'))
    call.start({ assistantId: 'healthcare' })
    const detail = expect.stringContaining('could not be set up in this browser') as string
    expect(call.state()).toMatchObject({ phase: 'failed', failure: { detail } })
    audio.refuseSound(null)
    await startCall()
  })

  test('a refused socket fails with the text of its error event', async () => {
    server.refuseNext('Its token was used already.')
    call.start({ assistantId: 'healthcare' })
    await until(() => expect(call.state()).toHaveProperty('failure.detail', 'Its token was used already.'))
  })

  test('a blocked microphone does not prevent the call from starting', async () => {
    audio.refuseMicrophone(new DOMException('', 'NotAllowedError'))
    await startCall()
    expect(call.state()).toMatchObject({ status: 'connected', microphone: { state: 'error', reason: 'blocked' } })
    audio.refuseMicrophone(null)
    call.retryMicrophone()
    await untilState({ microphone: { state: 'granted' } })
  })

  describe('asks for the microphone', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
    afterEach(() => void vi.useRealTimers())

    /** Resolves when the stage begins. Polling would advance the fake clock. */
    const startUntilAsking = async (starting: VoiceCall) => {
      const reached = Promise.withResolvers<void>()
      starting.on('progress', ({ stage }) => stage === 'mobile-permissions' && reached.resolve())
      starting.start({ assistantId: 'healthcare' })
      await reached.promise
    }

    test('on a phone after a second', async () => {
      const phone = await openBuiltinCall({ isMobile: true })
      onTestFinished(() => phone.close())
      await startUntilAsking(phone.call)
      await vi.advanceTimersByTimeAsync(999)
      expect(phone.call.state()).toMatchObject({ phase: 'starting', microphone: { state: 'unasked' } })
      await vi.advanceTimersByTimeAsync(1)
      expect(phone.call.state()).toMatchObject({ microphone: { state: 'granted' } })
    })

    test('and begins without it when the prompt is not answered within ten seconds', async () => {
      audio.ignoreMicrophonePrompt()
      await startUntilAsking(call)
      await vi.advanceTimersByTimeAsync(9_999)
      expect(call.state()).toMatchObject({ phase: 'starting', microphone: { state: 'asking' } })
      await vi.advanceTimersByTimeAsync(1)
      await untilState({ phase: 'live', microphone: { state: 'asking' } })
    })
  })

  test('ending a call while it starts releases everything and reports no end', async () => {
    const ended = vi.fn<() => void>()
    call.on('call-end', ended)
    call.start({ assistantId: 'healthcare' })
    call.end()
    expect(call.state().phase).toBe('idle')
    expect(audio.isClosed()).toBe(true)
    await startCall()
    expect(ended).not.toHaveBeenCalled()
    expect(types()).toEqual(['voxhall.player.pausable', 'response.create'])
  })
})

describe('a turn', () => {
  test('leads from the caller’s question to the spoken answer, and captions grow with the voice', async () => {
    await startCall()
    audio.speak(3)
    await until(() => expect(server.audioFrames()).toBe(3))
    server.send(speechStarts('u1'), speechStops('u1'), transcribed('u1', 'what is a fever'))
    await startAnswer('r1', 100)
    await until(() => expect(types()).toContain('voxhall.playback.started'))
    expect(call.state().captions).toMatchObject([
      { role: 'user', content: 'what is a fever' },
      { role: 'assistant', content: 'A fever ', partial: true },
    ])
    expect(call.mouth()).toEqual({ kind: 'level', level: 0.4 })
    audio.play(400)
    expect(call.state().captions.at(-1)?.content).toBe('A fever is a sign.')
    server.send(...answerEnds('r1', 'A fever is a sign.'))
    await until(() => {
      audio.play(100)
      expect(statusOf(call.state())).toBe('listening')
    })
    expect(call.state().captions.at(-1)).toMatchObject({
      content: 'A fever is a sign.',
      partial: false,
      interrupted: false,
    })
    expect(call.mouth()).toEqual({ kind: 'closed' })
  })

  test('the mouth follows its cues at the playback position', async () => {
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
})

describe('an interruption', () => {
  test('silences the assistant at once, reports what was heard, and goes on after a cough', async () => {
    await startCall()
    await startAnswer('r1', 200)
    server.send(speechStarts('u1'))
    await until(() => expect(types()).toContain('voxhall.playback.paused'))
    expect(server.received.at(-1)).toEqual({ type: 'voxhall.playback.paused', item_id: 'item_r1', played_ms: 200 })
    expect(audio.play(300), 'only the fade is still heard').toBeLessThan(10)
    expect(call.state()).toMatchObject({ assistantSpeaking: false })
    expect(call.mouth()).toEqual({ kind: 'closed' })

    server.send({ type: 'voxhall.output_audio.resumed', item_id: 'item_r1' })
    await untilState({ assistantSpeaking: true })
    expect(audio.play(1_000)).toBeGreaterThan(580)
  })

  test('with words drops the rest of the answer, ignores late sound, and keeps only the part that was heard', async () => {
    await startCall()
    await startAnswer('r1', 200)
    server.send(
      speechStarts('u1'),
      speechStops('u1'),
      transcribed('u1', 'stop'),
      ...answerEnds('r1', 'A fever', 'cancelled'),
    )
    server.send(...spoken('r1', 400, 'that comes late'))
    await until(() => expect(call.state().captions).toHaveLength(2))
    expect(call.state().captions[0]).toMatchObject({ content: 'A fever', interrupted: true, partial: false })
    expect(statusOf(call.state()), 'the caller waits for the next answer').toBe('processing')
    audio.play(20)
    expect(audio.play(500)).toBe(0)

    server.send(answerBegins('r2'), ...spoken('r2', 300, 'Certainly.'), ...answerEnds('r2', 'Certainly.'))
    await until(() => expect(audio.play(50)).toBeGreaterThan(0))
    audio.play(400)
    expect(call.state().captions.at(-1)).toMatchObject({ content: 'Certainly.', interrupted: false })
  })

  test('of an answer that the server considers complete is reported, so that the server truncates its record', async () => {
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
    expect(call.state().captions.at(-1)).toMatchObject({ content: 'A fever', interrupted: true })
  })

  test('by typing stops the answer and sends the question', async () => {
    await startCall()
    await startAnswer('r1', 200)
    call.sendText('   ')
    expect(call.state()).toMatchObject({ assistantSpeaking: true })
    call.sendText('  what is a cold  ')
    expect(call.state()).toMatchObject({ status: 'processing', assistantSpeaking: false })
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
    expect(call.state().captions).toMatchObject([
      { role: 'assistant', content: 'A fever', interrupted: true },
      { role: 'user', content: 'what is a cold' },
    ])
    // Late events of the old answer must change nothing.
    server.send(...answerEnds('r1', 'A fever is', 'cancelled'), answerBegins('r2'), ...spoken('r2', 200, 'It is mild.'))
    await until(() => expect(audio.play(20)).toBeGreaterThan(0))
    expect(call.state().captions.map(({ content }) => content)).toEqual(['A fever', 'what is a cold', 'It is mild.'])
  })
})

describe('the end', () => {
  test('is reported once, with its reason, even if the call is ended twice', async () => {
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
    expect(call.state()).toMatchObject({ phase: 'ended', reason: 'person-ended' })
    expect(call.state().captions.at(-1)).toMatchObject({ content: 'A fever', interrupted: true })
    expect(call.mouth()).toEqual({ kind: 'closed' })
    expect([audio.isClosed(), audio.microphone()], 'both are released').toEqual([true, null])
    await until(() => expect(server.isConnected()).toBe(false))
  })

  test('releases all timers and listeners when the call ends in the middle of a turn', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    try {
      await startCall()
      server.send(speechStarts('u1'), speechStops('u1'), transcribed('u1', 'what is a fever'))
      await untilState({ captions: [{ id: 'u1' }] })
      call.setPushToTalk(true)
      call.hold()
      call.release()
      expect(scene.offlineListeners.size).toBe(1)
      call.end()
      expect(vi.getTimerCount()).toBe(0)
      expect(scene.offlineListeners.size).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a call that breaks off', () => {
  test('closes the mouth at once, and a new call can be started', async () => {
    await startCall()
    await startAnswer('r1', 200)
    server.cutLine()
    await untilState({ phase: 'ended', reason: 'connection-lost' })
    expect(call.mouth()).toEqual({ kind: 'closed' })
    await startCall()
    expect(call.state()).toMatchObject({ phase: 'live', captions: [] })
    expect(scene.continued).toEqual([{}, {}])
  })

  test('ends within three seconds when the server falls silent: sound and microphone stop', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    try {
      await startCall()
      await startAnswer('r1', 200)
      vi.advanceTimersByTime(2_000)
      server.send({ type: 'voxhall.help', offer: { reason: null, questions: [] } })
      await untilState({ help: { reason: null } })
      vi.advanceTimersByTime(2_000)
      expect(call.state().phase, 'any event shows that the server is there').toBe('live')
      server.fallSilent()
      vi.advanceTimersByTime(3_000)
      expect(call.state()).toMatchObject({ phase: 'ended', reason: 'connection-lost' })
      expect(audio.isClosed()).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })

  test('is continued by the next call, with the captions still shown', async () => {
    await startCall()
    await startAnswer('r1', 200)
    server.cutLine()
    const broken = { continues: 'call_1', continuesToken: 'secret' }
    await untilState({ phase: 'ended', resumable: broken })
    const said = call.state().captions
    expect(said.at(-1)).toMatchObject({ content: 'A fever', interrupted: true })

    scene.refuse(
      new ApiProblem({ status: 0, code: 'unreachable', title: 'No connection', detail: '', requestId: null }),
    )
    call.start({ assistantId: 'healthcare', goesOn: true })
    // After a network failure, the caller can try to continue again.
    await untilState({ phase: 'failed', resumable: broken, captions: said })

    scene.refuse(null)
    call.start({ assistantId: 'healthcare', goesOn: true })
    await untilState({ phase: 'live', captions: said })
    expect(scene.continued).toEqual([{}, broken, broken])
  })
})
