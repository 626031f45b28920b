import type { StartCallResponse } from '#contract/calls.ts'
import type { CallEngines } from '#contract/vapi.ts'
import { clientEventSchema, type ClientEvent, type ServerEvent } from '#contract/realtime.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerWith } from '../../../lib/answers-testing.ts'
import { show } from '../../../ui/show-testing.tsx'
import { FakeRecognition } from '../speech/fake-recognition.fixture.ts'
import { TryConversation } from './try-conversation.tsx'

/** A socket of a call whose server begins the session at once. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  static opened: FakeSocket[] = []
  readyState = FakeSocket.OPEN
  /** Without the sound of the microphone. */
  readonly received: ClientEvent[] = []
  constructor() {
    super()
    FakeSocket.opened.push(this)
    queueMicrotask(() => this.says({ type: 'session.created', session: { id: 'sess_1' } }))
  }
  send(text: string) {
    const event = clientEventSchema.parse(JSON.parse(text))
    if (event.type !== 'input_audio_buffer.append') this.received.push(event)
  }
  close() {
    this.readyState = 3
    this.dispatchEvent(new Event('close'))
  }
  says(event: ServerEvent) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }))
  }
}

/** The types of events that the server has received in each call; of typed lines, their text. */
const received = () =>
  FakeSocket.opened.map((socket) =>
    socket.received.map((event) =>
      event.type === 'conversation.item.create'
        ? event.item.content.flatMap((part) => (part.type === 'input_text' ? [part.text] : [])).join(' ')
        : event.type,
    ),
  )

const begin = ['voxhall.player.pausable', 'response.create']

beforeEach(() => {
  FakeSocket.opened = []
  vi.stubGlobal('WebSocket', FakeSocket)
  onTestFinished(() => void vi.unstubAllGlobals())
})

/** @param prepare stores the assistant, before the call is asked for */
function openConversation(prepare = async () => 'culinary', engines: CallEngines | null = null): void {
  const granted: StartCallResponse = {
    callId: 'call_1',
    token: 'ek_1',
    tokenExpiresAt: '2100-01-01T00:00:00.000Z',
    url: '/v1/realtime',
    limitMs: null,
    isDemo: false,
    continued: false,
  }
  answerWith({ 'POST /api/calls': () => Response.json(granted, { status: 201 }) })
  show(
    <TryConversation
      assistant={{ id: 'culinary', name: 'Nora', image: 'data:,' }}
      engines={engines}
      prepare={prepare}
      onExit={() => undefined}
    />,
  )
}

async function type(text: string): Promise<void> {
  await page.getByLabelText('Type to Nora').fill(text)
  await userEvent.keyboard('{Enter}')
}

const startTalking = page.getByRole('button', { name: 'Start Talking' })
const endCall = () => FakeSocket.opened.at(-1)?.says({ type: 'voxhall.call.ended', reason: 'idle', duration_ms: 1_000 })

test('a line that is typed before the call starts it, and is sent in that call only', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('denied', 'NotAllowedError'))
  openConversation()
  await type('Do you bake rye?')
  await expect.poll(received).toEqual([[...begin, 'Do you bake rye?', 'response.create']])
  endCall()
  await startTalking.click()
  await expect.poll(() => received()[1]?.slice(0, 2)).toEqual(begin)
  expect(received()[1]).toEqual(begin)
})

test('lines typed while the call is connecting are sent in order, or return to the input if it fails', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('denied', 'NotAllowedError'))
  let prepared = Promise.withResolvers<string>()
  const prepare = vi.fn<() => Promise<string>>(() => prepared.promise)
  openConversation(prepare)
  const input = page.getByLabelText('Type to Nora')
  const connecting = page.getByRole('button', { name: 'Connecting...' })
  await type('Do you bake rye?')
  await expect.element(connecting).toBeVisible()
  await type('And spelt?')
  await expect.element(input).toHaveValue('')
  await expect.poll(() => prepare).toHaveBeenCalled()
  prepared.reject(new Error('offline'))
  await expect.element(input).toHaveValue('Do you bake rye? And spelt?')

  prepared = Promise.withResolvers()
  await type('Do you bake rye?')
  await expect.element(connecting).toBeVisible()
  await type('And spelt?')
  prepared.resolve('culinary')
  const lines = ['Do you bake rye?', 'response.create', 'And spelt?', 'response.create']
  await expect.poll(received).toEqual([[...begin, ...lines]])
  // The box shows the last four lines.
  for (const line of ['Rolls?', 'Cakes?', 'Pies?']) await type(line)
  const shown = () => [...page.getByRole('log').element().querySelectorAll('[data-role]')]
  await expect
    .poll(() => shown().map(({ textContent }) => textContent))
    .toEqual(['You: And spelt?', 'You: Rolls?', 'You: Cakes?', 'You: Pies?'])
})

test('the microphone is off until the caller starts talking, and in the next call that is only typed', async () => {
  const context = new AudioContext()
  onTestFinished(() => context.close())
  const tracks: MediaStreamTrack[] = []
  const states = () => tracks.map(({ readyState }) => readyState)
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => {
    const { stream } = context.createMediaStreamDestination()
    tracks.push(...stream.getTracks())
    return stream
  })
  openConversation()
  await expect.poll(states).toEqual(['ended'])
  await startTalking.click()
  await expect.element(page.getByRole('button', { name: 'Stop Listening' })).toBeVisible()
  await expect.poll(states).toEqual(['ended', 'live'])
  await expect.poll(() => received()[0]).toEqual(begin)
  endCall()
  await expect.poll(states).toEqual(['ended', 'ended'])
  await type('Do you bake rye?')
  await expect.poll(() => received()[1]).toEqual([...begin, 'Do you bake rye?', 'response.create'])
  await expect.element(startTalking).toBeVisible()
  expect(states()).toEqual(['ended', 'ended'])
})

test('the question how to be heard is not covered by the buttons below it on a phone', async () => {
  vi.stubGlobal('SpeechRecognition', FakeRecognition)
  vi.stubGlobal('webkitSpeechRecognition', FakeRecognition)
  await page.viewport(390, 600)
  openConversation(undefined, { preferred: 'builtin', vapi: null, hearsFreeSpeech: false, didAgent: null })
  const question = page.getByRole('group', { name: 'How shall Nora hear you?' })
  await expect.element(question).toBeVisible()
  const { bottom } = question.element().getBoundingClientRect()
  expect(page.getByLabelText('Type to Nora').element().getBoundingClientRect().top).toBeGreaterThan(bottom)
  expect(page.getByRole('log').query(), 'the empty log makes room for the question').toBeNull()
})
