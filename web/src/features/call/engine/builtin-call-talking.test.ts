import type { ServerEvent } from '#contract/realtime.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openBuiltinCall, until, type BuiltinCallScene } from './builtin-call-testing.ts'
import { statusOf } from './call-state.ts'
import type { HandCrankedAudio } from './hand-cranked-audio.fixture.ts'
import { WITHOUT_NOISE_CANCELLATION } from './microphone-status.ts'
import { answerBegins, speechStarts, speechStops, transcribed, type ScriptedServer } from './scripted-server.fixture.ts'
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

async function openForm(): Promise<void> {
  const field = { id: 'name', label: 'Name', kind: 'name', isRequired: true, choices: [], value: '', problem: null }
  server.send({ type: 'voxhall.form', form: { id: 'form_1', title: 'Your visit', fields: [field] } } as ServerEvent)
  await untilState({ form: { id: 'form_1' } })
}

describe('a turn without an answer', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  const says = async (item: string) => {
    server.send(speechStarts(item), speechStops(item), transcribed(item, 'what is a fever'))
    await until(() => expect(call.state().captions.at(-1)).toMatchObject({ id: item }))
  }

  test('stops the waiting state after four seconds', async () => {
    await startCall()
    await says('u1')
    expect(statusOf(call.state())).toBe('processing')
    vi.advanceTimersByTime(4_000)
    expect(statusOf(call.state())).toBe('listening')
  })

  test('keeps the waiting state once the answer has begun, or when the caller speaks again', async () => {
    await startCall()
    await says('u1')
    server.send(answerBegins('r1'), { type: 'voxhall.help', offer: { reason: null, questions: [] } })
    await untilState({ help: { reason: null } })
    vi.advanceTimersByTime(4_000)
    expect(statusOf(call.state())).toBe('processing')
    await says('u2')
    server.send(speechStarts('u3'))
    await untilState({ status: 'user-speaking' })
    vi.advanceTimersByTime(4_000)
    expect(statusOf(call.state())).toBe('user-speaking')
  })
})

describe('a newer question', () => {
  test('replaces the answer that the server is still giving', async () => {
    await startCall()
    await startAnswer('r1', 200)
    const code = 'conversation_already_has_active_response'
    server.send({ type: 'error', error: { type: 'invalid_request_error', code, message: 'Busy.' } })
    await until(() => expect(types().slice(-2)).toEqual(['response.cancel', 'response.create']))
    expect(audio.play(300)).toBeLessThan(10)
    expect(call.state()).toMatchObject({ assistantSpeaking: false, notice: null })
  })

  test('may come from a form, which stops the answer too', async () => {
    await startCall()
    await startAnswer('r1', 200)
    await openForm()
    call.submitForm('form_1', { name: 'Anna' })
    await until(() => expect(types().at(-1)).toBe('voxhall.form.submitted'))
    expect(audio.play(300)).toBeLessThan(10)
  })
})

test('a form that the caller would rather say is closed at the server, too', async () => {
  await startCall()
  await openForm()
  call.dismissForm('form_1')
  await until(() => expect(server.received.at(-1)).toEqual({ type: 'voxhall.form.dismissed', id: 'form_1' }))
})

describe('the microphone', () => {
  test('sends no sound when muted, and muting ends the sentence', async () => {
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

  test('sends only sound from while the button is held in push-to-talk, then asks for an answer', async () => {
    await startCall()
    call.setPushToTalk(true)
    audio.speak(4)
    call.hold()
    audio.speak(10)
    expect(call.state()).toMatchObject({ sound: 'holding', status: 'user-speaking' })
    call.release()
    await until(() => expect(types().slice(-2)).toEqual(['input_audio_buffer.commit', 'response.create']))
    expect(types(), 'sound from before the button is dropped').toContain('input_audio_buffer.clear')
    expect(server.received.find(({ type }) => type === 'session.update')).toMatchObject({
      session: { audio: { input: { turn_detection: null } } },
    })
    expect(server.audioFrames()).toBe(10)
    expect(call.state()).toMatchObject({ sound: 'open', status: 'processing' })
  })

  test('uses push-to-talk from the start of the call if it was chosen before', async () => {
    call.setPushToTalk(true)
    await startCall()
    expect(server.received[0]).toMatchObject({
      type: 'session.update',
      session: { audio: { input: { turn_detection: null } } },
    })
  })

  test('is left to the server again when push-to-talk is switched off, and each switch ends the sentence', async () => {
    await startCall()
    call.setPushToTalk(true)
    call.setPushToTalk(false)
    await until(() =>
      expect(server.received.slice(-4)).toMatchObject([
        { type: 'voxhall.input_audio.ended' },
        { session: { audio: { input: { turn_detection: null } } } },
        { type: 'voxhall.input_audio.ended' },
        { session: { audio: { input: { turn_detection: { type: 'server_vad' } } } } },
      ]),
    )
  })

  test('stops the answer when the button is held', async () => {
    await startCall()
    call.setPushToTalk(true)
    await startAnswer('r1', 200)
    call.hold()
    expect(audio.play(300)).toBeLessThan(10)
    expect(call.state()).toMatchObject({ assistantSpeaking: false })
  })

  test('muting while the button is held sends what was said', async () => {
    await startCall()
    call.setPushToTalk(true)
    call.hold()
    audio.speak(10)
    call.setMuted(true)
    await until(() => expect(types()).toContain('input_audio_buffer.commit'))
  })

  test('keeps no sound of an earlier press when push-to-talk is switched off and on again', async () => {
    await startCall()
    call.setPushToTalk(true)
    call.hold()
    audio.speak(10)
    call.setPushToTalk(false)
    call.setPushToTalk(true)
    call.hold()
    await until(() => expect(types().filter((type) => type === 'input_audio_buffer.clear')).toHaveLength(2))
  })

  test('is closed, and the sentence ended, when the browser listens instead', async () => {
    await startCall()
    const microphone = audio.microphone()
    call.setListening(false)
    await until(() => expect(types().at(-1)).toBe('voxhall.input_audio.ended'))
    expect([audio.microphone(), call.state()]).toMatchObject([null, { microphone: { state: 'unasked' } }])
    microphone?.onFrame(new Int16Array(960))
    call.end()
    await startCall()
    expect([audio.microphone(), server.audioFrames()]).toEqual([null, 0])
    call.setListening(true)
    await untilState({ microphone: { state: 'granted' } })
  })

  test('sends nothing after a very short press of the button, and shows a hint', async () => {
    await startCall()
    call.setPushToTalk(true)
    call.hold()
    audio.speak(2)
    call.release()
    await untilState({ notice: expect.stringContaining('Hold the button'), status: 'listening' })
    expect(types()).not.toContain('input_audio_buffer.commit')
  })

  test('is requested again when it is unplugged, and a failure is shown to the caller', async () => {
    await startCall()
    audio.refuseMicrophone(new DOMException('', 'NotFoundError'))
    audio.microphone()?.onEnded()
    const microphone = { state: 'error', reason: 'missing' }
    await until(() => expect(call.state()).toMatchObject({ phase: 'live', microphone }))
  })

  test('loses its noise cancellation, not its sound, when the audio processor breaks once', async () => {
    await startCall()
    const before = audio.microphone()
    before?.onProcessorError()
    await until(() => expect(audio.microphone()).not.toBe(before))
    await untilState({ notice: WITHOUT_NOISE_CANCELLATION, microphone: { state: 'granted' } })
    audio.microphone()?.onProcessorError()
    expect(call.state(), 'no third try').toMatchObject({
      phase: 'live',
      notice: null,
      microphone: { state: 'error', reason: 'unknown' },
    })
  })
})
