import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { StartVapiCallResponse } from '#contract/vapi.ts'
import { ApiProblem } from '../../../lib/api-problem.ts'
import type { createVapiSdk } from '../../../vendors/vapi-sdk.ts'
import { CallAlert } from '../engine/call-problem.ts'
import { statusOf } from '../engine/call-state.ts'
import { START_STAGES } from '../engine/start-stages.ts'
import type { VoiceCall } from '../engine/voice-call.ts'
import { createVapiCall } from './vapi-call.ts'
import { NO_KEY, UNAUTHORIZED } from './vapi-problem.ts'
import { daily, REFUSED_KEY, replaceDaily, startVapiServer, type FakeDaily, type VapiServer } from './vapi-testing.ts'

// The official SDK, on a fake room without sound and a local server that stands in for Vapi.
let createSdk: typeof createVapiSdk
let vapi: VapiServer
let call: VoiceCall
let permit: StartVapiCallResponse
let answerWithinMs: number
let refusal: Error | null
let key: string | null
let ownAccount: boolean
const requestCall = vi.fn<(request: { ownAccount: boolean }) => void>()
let goOffline: (() => void) | null = null
const tellStarted = vi.fn<(callId: string, vapiCallId: string) => void>()

beforeAll(async () => {
  replaceDaily()
  ;({ createVapiSdk: createSdk } = await import('../../../vendors/vapi-sdk.ts'))
})
beforeEach(async () => {
  daily.reset()
  tellStarted.mockClear()
  vapi = await startVapiServer()
  refusal = null
  answerWithinMs = 12_000
  key = 'pub_1'
  ownAccount = false
  requestCall.mockClear()
  permit = {
    callId: 'call_1',
    limitMs: 60_000,
    isDemo: true,
    assistantOverrides: { maxDurationSeconds: 60, metadata: { voxhall: 'signed' } },
  }
  call = createVapiCall({
    credentials: () => {
      if (key === null) throw new CallAlert(NO_KEY)
      return { apiKey: key, assistantId: 'asst_1', ownAccount }
    },
    loadSdk: () => Promise.resolve((apiKey) => createSdk(apiKey, vapi.url)),
    requestCall(request) {
      requestCall(request)
      return refusal === null ? Promise.resolve(permit) : Promise.reject(refusal)
    },
    tellStarted,
    get answerWithinMs() {
      return answerWithinMs
    },
    onOffline(listener) {
      goOffline = listener
      return () => (goOffline = null)
    },
    openWaveTap: () => ({ listenTo: () => undefined, wave: (into) => into.fill(0), close: () => undefined }),
  })
})
afterEach(async () => {
  call.end()
  await vapi.close()
})

const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 5 })
const untilState = (facts: object) => until(() => expect(call.state()).toMatchObject(facts))
const room = (): FakeDaily => {
  if (daily.live === null) throw new Error('no room was joined')
  return daily.live
}

async function startCall(): Promise<void> {
  const success = vi.fn<() => void>()
  const stop = call.on('call-start-success', success)
  call.start({ assistantId: 'finance' })
  await until(() => expect(success).toHaveBeenCalledTimes(1))
  stop()
  room().says('listening')
  expect(call.state().phase).toBe('live')
}

const says = (role: 'user' | 'assistant', transcriptType: 'partial' | 'final', transcript: string) =>
  room().says({ type: 'transcript', role, transcriptType, transcript })
const speech = (role: 'user' | 'assistant', status: 'started' | 'stopped') =>
  room().says({ type: 'speech-update', role, status, turn: 1 })

describe('starting', () => {
  test("asks Vapi for a call with the server's overrides and runs through the stages in order", async () => {
    const stages: string[] = []
    call.on('progress', (progress) => stages.push(`${progress.stage} ${progress.status}`))
    const started = vi.fn<() => void>()
    call.on('call-start', started)
    await startCall()
    expect(vapi.requests).toMatchObject([
      {
        method: 'POST',
        path: '/call/web',
        headers: { authorization: 'Bearer pub_1' },
        body: {
          assistantId: 'asst_1',
          assistantOverrides: { maxDurationSeconds: 60, metadata: { voxhall: 'signed' } },
        },
      },
    ])
    expect(stages).toEqual(START_STAGES.flatMap((stage) => [`${stage} started`, `${stage} completed`]))
    expect(room().joinedAt).toBe('https://vapi.daily.co/aBcDeFgHiJkLmNoPqRsT')
    expect(room().options.dailyConfig, 'no text is evaluated').toMatchObject({ avoidEval: true })
    expect(started).toHaveBeenCalledTimes(1)
    expect(call.state()).toMatchObject({ status: 'connected', isDemo: true })
    expect(tellStarted).toHaveBeenCalledExactlyOnceWith('call_1', '3f9e0b6c-8f7e-4c7e-9a52-6f1f2d9c0e11')
  })

  test('without a key or an assistant, no request is sent to Vapi', async () => {
    key = null
    call.start({ assistantId: 'finance' })
    await untilState({ phase: 'failed', failure: { title: NO_KEY, detail: null, requestId: null } })
    call.start({})
    await untilState({
      failure: {
        title: 'Failed to start voice call. Please check your credentials.',
        detail: 'Assistant or Squad or Workflow must be provided.',
      },
    })
    expect(vapi.requests).toEqual([])
  })

  test.each([true, false])('our server is told whether the account is the caller’s own: %s', async (isOwn) => {
    ownAccount = isOwn
    await startCall()
    expect(requestCall.mock.calls).toEqual([[{ assistantId: 'finance', ownAccount: isOwn }]])
  })

  test('a room that no assistant joins within half a minute fails', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const success = vi.fn<() => void>()
    call.on('call-start-success', success)
    call.start({ assistantId: 'finance' })
    await until(() => expect(success).toHaveBeenCalledTimes(1))
    await vi.advanceTimersByTimeAsync(29_900)
    expect(call.state().phase).toBe('starting')
    await vi.advanceTimersByTimeAsync(100)
    expect(call.state()).toMatchObject({ phase: 'failed', failure: { title: 'Vapi error: Connection failed' } })
  })

  test('a refusal of our server is shown with its text, and Vapi is not called', async () => {
    refusal = new ApiProblem({
      status: 402,
      code: 'minutes-used-up',
      title: 'Your minutes are used up',
      detail: 'They start again tomorrow.',
      requestId: 'r1',
    })
    call.start({ assistantId: 'finance' })
    await untilState({
      phase: 'failed',
      failure: { title: 'Your minutes are used up', detail: 'They start again tomorrow.', nextStep: 'see-plan' },
    })
    expect(vapi.requests).toEqual([])
  })

  test.each<[string, VapiServer['answers'][number], string]>([
    ['a refused key', { status: 401, body: REFUSED_KEY }, UNAUTHORIZED],
    [
      'an unknown assistant',
      { status: 400, body: { message: ["Couldn't Get Assistant"], error: 'Bad Request', statusCode: 400 } },
      "Vapi error: Couldn't Get Assistant",
    ],
    ['an error without a message', { status: 502, body: {} }, 'Vapi error: Connection failed'],
    ['a lost connection', { status: 200, body: {}, drop: true }, 'Vapi error: fetch failed'],
  ])('%s is shown with the specification’s text, and the call can be started again', async (_, answer, title) => {
    vapi.answers.push(answer)
    const failed = vi.fn<() => void>()
    call.on('call-start-failed', failed)
    call.start({ assistantId: 'finance' })
    await untilState({ phase: 'failed', failure: { title } })
    expect(failed).toHaveBeenCalledTimes(1)
    await startCall()
  })

  test('a start without an answer from Vapi fails, and does not delay the next call', async () => {
    answerWithinMs = 100
    vapi.answers.push({
      status: 201,
      body: { id: 'never', webCallUrl: 'https://vapi.daily.co/never' },
      delayMs: 60_000,
    })
    call.start({ assistantId: 'finance' })
    const title = 'Vapi error: Connection failed'
    const detail = 'No time was counted. Try again, or choose "Built in" as the voice engine.'
    await until(() => expect(call.state()).toMatchObject({ phase: 'failed', failure: { title, detail } }))
    answerWithinMs = 12_000
    await startCall()
  })

  test('a room that cannot be joined fails once, at the stage of joining', async () => {
    daily.prepare = (made) => (made.joinError = new Error('Could not reach the room'))
    const failedStages: string[] = []
    call.on('progress', ({ stage, status }) => status === 'failed' && failedStages.push(stage))
    call.start({ assistantId: 'finance' })
    await untilState({ phase: 'failed', failure: { title: 'Vapi error: Could not reach the room' } })
    expect(failedStages).toEqual(['daily-call-join'])
  })

  test('of several errors from one failure, the first is shown', async () => {
    daily.prepare = (made) => {
      made.join = () => {
        made.emit('error', { action: 'error', errorMsg: 'The room is full', error: { type: 'meeting-full' } })
        return Promise.reject(new Error('The room could not be joined'))
      }
    }
    call.start({ assistantId: 'finance' })
    await untilState({ phase: 'failed' })
    expect(call.state()).toMatchObject({ failure: { title: 'Vapi error: The room is full' } })
  })

  test('a call that is ended while it starts leaves its room, and the next call waits for that', async () => {
    vapi.answers.push({ status: 201, body: { id: 'late', webCallUrl: 'https://vapi.daily.co/late' }, delayMs: 80 })
    call.start({ assistantId: 'finance' })
    await until(() => expect(vapi.requests).toHaveLength(1))
    call.end()
    expect(call.state().phase).toBe('idle')
    await startCall()
    expect(daily.rooms.map(({ left }) => left)).toEqual([true, false])
  })
})

describe('in a call', () => {
  test('the status changes as the specification says', async () => {
    await startCall()
    const seen: string[] = []
    call.on('change', () => {
      const status = statusOf(call.state())
      if (seen.at(-1) !== status) seen.push(status)
    })
    speech('user', 'started')
    says('user', 'final', ' ')
    says('user', 'partial', 'What is')
    speech('user', 'stopped')
    says('user', 'final', 'What is a budget?')
    says('assistant', 'partial', 'A budget is')
    expect(call.state()).toMatchObject({ assistantSpeaking: true })
    says('assistant', 'final', 'A budget is a plan.')
    expect(call.state()).toMatchObject({ assistantSpeaking: false })
    expect(seen).toEqual(['user-speaking', 'processing', 'listening'])
    expect(call.state().captions.map(({ role, content, partial }) => [role, content, partial])).toEqual([
      ['user', 'What is a budget?', false],
      ['assistant', 'A budget is a plan.', false],
    ])
  })

  test('speech updates also report that the assistant is speaking', async () => {
    await startCall()
    const updates: string[] = []
    call.on('speech-update', ({ status }) => updates.push(status))
    speech('assistant', 'started')
    says('assistant', 'partial', 'Hello')
    speech('assistant', 'stopped')
    expect(updates).toEqual(['started', 'stopped'])
  })

  test('the mouth follows the summed level of all participants', async () => {
    await startCall()
    expect(call.mouth()).toEqual({ kind: 'closed' })
    room().emit('remote-participants-audio-level', { participantsAudioLevel: { a: 0.03, b: 0.03 } })
    expect(call.mouth()).toEqual({ kind: 'level', level: expect.closeTo(0.4) })
    room().emit('remote-participants-audio-level', { participantsAudioLevel: { a: 0.9 } })
    expect(call.mouth()).toEqual({ kind: 'level', level: 1 })
  })

  test('mute, hold to talk and typing reach the room', async () => {
    await startCall()
    call.setMuted(true)
    expect(room().localSound).toBe(false)
    call.setMuted(false)
    expect(room().localSound).toBe(true)
    call.setPushToTalk(true)
    expect(room().localSound).toBe(false)
    call.hold()
    expect(room().localSound).toBe(true)
    call.release()
    expect(room().localSound).toBe(false)
    call.sendText(' What can you do? ')
    expect(JSON.parse(room().sent.at(-1) ?? '')).toEqual({
      type: 'add-message',
      message: { role: 'user', content: 'What can you do?' },
      triggerResponseEnabled: true,
    })
    expect(call.state().captions.at(-1)).toMatchObject({ role: 'user', content: 'What can you do?' })
    expect(statusOf(call.state())).toBe('processing')
  })

  test('a broken audio processor turns noise cancellation off and the microphone on, and the call goes on', async () => {
    await startCall()
    room().setLocalAudio(false)
    room().emit('nonfatal-error', { action: 'nonfatal-error', type: 'audio-processor-error', errorMsg: 'wasm' })
    await until(() => expect(room().localSound).toBe(true))
    expect(room().processors).toEqual(['noise-cancellation', 'none'])
    const notice = 'Noise cancellation failed and was turned off. The microphone keeps working without it.'
    expect(call.state()).toMatchObject({ phase: 'live', notice })
  })

  test('a broken audio processor does not unmute a muted caller', async () => {
    await startCall()
    call.setMuted(true)
    room().emit('nonfatal-error', { type: 'audio-processor-error' })
    await until(() => expect(room().processors).toContain('none'))
    await Promise.resolve()
    expect(room().localSound).toBe(false)
  })

  test('a refused microphone is shown, and the call goes on', async () => {
    await startCall()
    room().emit('camera-error', { action: 'camera-error', errorMsg: {}, error: { type: 'permissions', msg: 'denied' } })
    expect(call.state()).toMatchObject({ phase: 'live', microphone: { state: 'error', reason: 'blocked' } })
  })
})

describe('ending', () => {
  let endings: string[]
  let updates: string[]
  beforeEach(() => {
    endings = []
    updates = []
    call.on('call-end', ({ reason }) => endings.push(reason))
    call.on('status-update', ({ endedReason }) => updates.push(endedReason))
  })

  test('hanging up is sent to Vapi and reported once', async () => {
    await startCall()
    const over = room()
    call.end()
    call.end()
    expect(over.sent.map((sent) => JSON.parse(sent) as unknown)).toContainEqual({ type: 'end-call' })
    await until(() => expect(over.left).toBe(true))
    expect(endings).toEqual(['person-ended'])
    expect(updates).toEqual(['customer-ended-call'])
    expect(call.state()).toMatchObject({ phase: 'ended', alert: null })
  })

  test.each([
    ['exceeded-max-duration', 'limit-reached'],
    ['silence-timed-out', 'idle'],
    ['assistant-ended-call', 'person-ended'],
    ['pipeline-error-openai-llm-failed', 'failed'],
  ])(
    'an end by Vapi with %s shows no alert about the ejection and is reported once, as %s',
    async (endedReason, reason) => {
      await startCall()
      room().says({ type: 'status-update', status: 'ended', endedReason })
      room().eject()
      await until(() => expect(endings).toEqual([reason]))
      expect(call.state()).toMatchObject({ phase: 'ended', alert: null })
    },
  )

  test.each([
    [1_500, 'limit-reached'],
    [60_000, 'person-ended'],
  ])('an ejection without a reason, %i ms before the limit, is reported as %s', async (limitMs, reason) => {
    permit = { ...permit, limitMs }
    await startCall()
    room().eject()
    await until(() => expect(endings).toEqual([reason]))
  })

  test('a fatal error of the room is shown with the specification’s text', async () => {
    await startCall()
    room().emit('error', { action: 'error', errorMsg: 'Your network is gone', error: { type: 'connection-error' } })
    await until(() => expect(endings).toEqual(['connection-lost']))
    expect(call.state()).toMatchObject({ phase: 'ended', alert: 'Vapi error: Your network is gone' })
  })

  test('without a network the call is lost, and its captions stay', async () => {
    await startCall()
    room().says({ type: 'transcript', role: 'assistant', transcriptType: 'final', transcript: 'Hello there.' })
    await until(() => expect(call.state().captions).toHaveLength(1))
    goOffline?.()
    expect(endings).toEqual(['connection-lost'])
    expect(call.state()).toMatchObject({ phase: 'ended', captions: [{ content: 'Hello there.' }] })
    expect(goOffline, 'the network is no longer watched').toBeNull()
  })

  test('the browser also ends a demo at its limit', async () => {
    permit = { ...permit, limitMs: 30 }
    await startCall()
    const over = room()
    await until(() => expect(endings).toEqual(['limit-reached']))
    await until(() => expect(over.left).toBe(true))
  })
})
