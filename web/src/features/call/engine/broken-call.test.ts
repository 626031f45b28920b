import type { ContinuedCall } from '#contract/calls.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiProblem } from '../../../lib/api-problem.ts'
import { createBuiltinCall } from './builtin-call.ts'
import { createHandCrankedAudio, type HandCrankedAudio } from './hand-cranked-audio.fixture.ts'
import { socketAddress } from './request-call.ts'
import {
  answerBegins,
  speechStarts,
  speechStops,
  spoken,
  startScriptedServer,
  transcribed,
  type ScriptedServer,
} from './scripted-server.fixture.ts'
import type { VoiceCall } from './voice-call.ts'

let server: ScriptedServer
let audio: HandCrankedAudio
let call: VoiceCall
let refusal: Error | null = null
/** What the server was told of a call that shall go on, for each call that was asked for. */
let continued: ContinuedCall[] = []

beforeEach(async () => {
  server = await startScriptedServer()
  audio = createHandCrankedAudio()
  refusal = null
  continued = []
  const granted = {
    callId: 'call_1',
    token: 'secret',
    tokenExpiresAt: '2030-01-01T00:00:00Z',
    url: server.url,
    limitMs: 60_000,
    isDemo: true,
    continued: false,
  }
  call = createBuiltinCall({
    openAudio: audio.open,
    requestCall: (_, __, names) => {
      continued.push(names)
      return refusal === null ? Promise.resolve(granted) : Promise.reject(refusal)
    },
    openSocket: (url, protocols) => new WebSocket(url, protocols),
    resolveAddress: (url) => socketAddress(url, 'http://127.0.0.1/'),
    isMobile: false,
    onOffline: () => () => undefined,
  })
})
afterEach(async () => {
  call.end()
  await server.close()
})

const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 5 })
const untilStatus = (status: string) => until(() => expect(call.view().status).toBe(status))

async function startCall(): Promise<void> {
  call.start({ assistantId: 'healthcare' })
  await until(() => expect(server.received.map(({ type }) => type)).toContain('response.create'))
  await until(() => expect(call.view().endsAtMs).not.toBeNull())
}

/** The assistant has begun to speak, and 200 ms of it were heard. */
async function startAnswer(): Promise<void> {
  server.send(answerBegins('r1'), ...spoken('r1', 400, 'A fever '), ...spoken('r1', 400, 'is a sign.'))
  await until(() => expect(audio.play(5)).toBeGreaterThan(0))
  audio.play(195)
}

describe('a call that breaks off', () => {
  test('a line that breaks closes the mouth at once and can be started again', async () => {
    await startCall()
    await startAnswer()
    server.cutLine()
    await untilStatus('disconnected')
    expect(call.view().ending?.reason).toBe('connection-lost')
    expect(call.mouth()).toEqual({ kind: 'closed' })
    await startCall()
    expect(call.view()).toMatchObject({ phase: 'live', ending: null, captions: [], mayGoOn: false })
    expect(continued).toEqual([{}, {}])
  })

  test('a line that only falls silent is lost within three seconds: sound and microphone stop', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    try {
      await startCall()
      await startAnswer()
      server.fallSilent()
      vi.advanceTimersByTime(3_000)
      expect(call.view()).toMatchObject({ phase: 'idle', status: 'disconnected', assistantSpeaking: false })
      expect(call.view().ending?.reason).toBe('connection-lost')
      expect(audio.isClosed()).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })

  test('what broke off goes on in the next call, with what was said still in sight', async () => {
    await startCall()
    await startAnswer()
    server.cutLine()
    await untilStatus('disconnected')
    expect(call.view()).toMatchObject({ mayGoOn: true })
    const said = call.view().captions
    expect(said.at(-1)).toMatchObject({ content: 'A fever', interrupted: true })

    refusal = new ApiProblem({ status: 0, code: 'unreachable', title: 'No connection', detail: '', requestId: null })
    call.start({ assistantId: 'healthcare', goesOn: true })
    await untilStatus('error')
    expect(call.view(), 'without a network it can be tried again').toMatchObject({ mayGoOn: true, captions: said })

    refusal = null
    call.start({ assistantId: 'healthcare', goesOn: true })
    await until(() => expect(call.view().phase).toBe('live'))
    expect(call.view()).toMatchObject({ mayGoOn: false, captions: said })
    const broken = { continues: 'call_1', continuesToken: 'secret' }
    expect(continued).toEqual([{}, broken, broken])
  })

  test.each(['person-ended', 'limit-reached', 'access-ended'] as const)('after %s nothing goes on', async (reason) => {
    await startCall()
    server.send({ type: 'voxhall.call.ended', reason, duration_ms: 1_000 })
    await untilStatus('disconnected')
    expect(call.view().mayGoOn).toBe(false)
    call.start({ assistantId: 'healthcare', goesOn: true })
    await until(() => expect(continued).toEqual([{}, {}]))
  })
})

describe('a noisy room', () => {
  test('is told until words come, or the caller goes another way', async () => {
    const noise = { type: 'voxhall.input_audio.without_words', sound_ms: 5_000 } as const
    const untilTold = (isTold: boolean) => until(() => expect(call.view().hearsNoWords).toBe(isTold))
    await startCall()
    server.send(noise)
    await untilTold(true)
    server.send(speechStarts('u1'), speechStops('u1'), transcribed('u1', ''))
    await until(() => expect(call.view().captions).toHaveLength(1))
    expect(call.view().hearsNoWords).toBe(true)
    server.send(transcribed('u2', 'What is a fever'))
    await untilTold(false)
    const ways = [() => call.sendText('Hello'), () => call.setPushToTalk(true), () => call.end()]
    for (const leave of ways) {
      server.send(noise)
      await untilTold(true)
      leave()
      expect(call.view().hearsNoWords).toBe(false)
    }
  })
})
