import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ServerEvent } from '#contract/realtime.ts'
import { createRealtimeLink } from './realtime-link.ts'

/** A socket to a server that accepts it and sends nothing by itself. */
class SilentSocket extends EventTarget {
  static made: SilentSocket[] = []
  readonly address: string
  constructor(address: string) {
    super()
    this.address = address
    SilentSocket.made.push(this)
  }
  close() {
    this.dispatchEvent(new Event('close'))
  }
}

beforeEach(() => {
  SilentSocket.made = []
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', SilentSocket)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open(url = '/v1/realtime') {
  const onLost = vi.fn<() => void>()
  const onEvent = vi.fn<(event: ServerEvent) => void>()
  const link = createRealtimeLink({ url, token: 'secret', onEvent, onLost })
  return { link, joined: link.open(), onEvent, onLost }
}

test.each([
  ['https://voxhall.example/', 'wss://voxhall.example/v1/realtime'],
  ['http://localhost:3000/', 'ws://localhost:3000/v1/realtime'],
])('a page at %s connects to %s', (href, address) => {
  vi.stubGlobal('location', { href })
  open().joined.catch(() => undefined)
  expect(SilentSocket.made.map((socket) => socket.address)).toEqual([address])
})

test('a server that begins no session within 15 seconds counts as not answering', async () => {
  const refused = vi.fn<(error: Error) => void>()
  const { joined, onLost } = open('http://localhost:3000/v1/realtime')
  joined.catch(refused)
  await vi.advanceTimersByTimeAsync(14_999)
  expect(refused).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(refused.mock.calls).toEqual([
    [expect.objectContaining({ message: expect.stringContaining('did not answer') })],
  ])
  expect(onLost).not.toHaveBeenCalled()
})

test('nothing is reported after the link was closed, though the server still sends', async () => {
  const { link, joined, onEvent, onLost } = open('http://localhost:3000/v1/realtime')
  const arrives = (event: object) =>
    SilentSocket.made[0]?.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }))
  const pong = { type: 'voxhall.pong' }
  arrives({ type: 'session.created', session: { id: 'sess_1' } })
  await joined
  arrives(pong)
  link.close()
  arrives(pong)
  expect(onEvent.mock.calls.map(([{ type }]) => type)).toEqual(['session.created', 'voxhall.pong'])
  expect(onLost).not.toHaveBeenCalled()
})
