import type { StartCallResponse } from '#contract/calls.ts'
import { clientEventSchema, type ClientEvent, type ServerEvent } from '#contract/realtime.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerWith } from '../../../routes/site-testing.tsx'
import { show } from '../../../ui/show-testing.tsx'
import { TryConversation } from './try-conversation.tsx'

/** A socket of a call whose server begins the session at once. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  static opened: FakeSocket[] = []
  readyState = FakeSocket.OPEN
  readonly received: ClientEvent[] = []
  constructor() {
    super()
    FakeSocket.opened.push(this)
    queueMicrotask(() => this.says({ type: 'session.created', session: { id: 'sess_1' } }))
  }
  send(text: string) {
    this.received.push(clientEventSchema.parse(JSON.parse(text)))
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

beforeEach(() => {
  FakeSocket.opened = []
  vi.stubGlobal('WebSocket', FakeSocket)
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('denied', 'NotAllowedError'))
})

test('a line that is typed before the call starts it, and is sent in that call only', async () => {
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
      assistant={{ id: 'culinary', name: 'Nora', image: '' }}
      prepare={async () => 'culinary'}
      onExit={() => undefined}
    />,
  )
  await page.getByLabelText('Type to Nora').fill('Do you bake rye?')
  await userEvent.keyboard('{Enter}')
  const begin = ['voxhall.player.pausable', 'response.create']
  await expect.poll(received).toEqual([[...begin, 'Do you bake rye?', 'response.create']])
  FakeSocket.opened[0]?.says({ type: 'voxhall.call.ended', reason: 'idle', duration_ms: 1_000 })
  await page.getByRole('button', { name: 'Start Talking' }).click()
  await expect.poll(() => received()[1]?.slice(0, 2)).toEqual(begin)
  expect(received()[1]).toEqual(begin)
})
