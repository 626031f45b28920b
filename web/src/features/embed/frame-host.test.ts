import { expect, onTestFinished, test, vi } from 'vitest'
import { askForTicket } from './frame-host.ts'

/** A page in a frame of another site. `hear`: a message from that window arrives. */
function frame(ancestorOrigins?: string[]) {
  const parent = { postMessage: vi.fn<(message: unknown, origin: string) => void>() }
  const location = { pathname: '/embed/nora-1', ancestorOrigins }
  const page = Object.assign(new EventTarget(), { parent, location })
  vi.stubGlobal('window', page)
  onTestFinished(() => void vi.unstubAllGlobals())
  const hear = (source: unknown, data: unknown) =>
    page.dispatchEvent(Object.assign(new Event('message'), { source, data }))
  return { parent, hear }
}

test('a ticket is accepted from the embedding page only', async () => {
  const { parent, hear } = frame()
  const ticket = askForTicket(new AbortController().signal)
  expect(parent.postMessage.mock.calls).toEqual([[{ type: 'voxhall:ticket-wanted' }, '*']])
  hear({}, { type: 'voxhall:ticket', ticket: 'forged' })
  hear({}, { type: 'voxhall:refused', title: 'No', detail: 'No.' })
  hear(parent, { type: 'voxhall:ticket', ticket: 'given' })
  await expect(ticket).resolves.toBe('given')
})

test('a refusal has the text sent by the embedding page', async () => {
  const { parent, hear } = frame()
  const ticket = askForTicket(new AbortController().signal)
  hear(parent, { type: 'voxhall:refused', title: 'No', detail: 'Not here.' })
  await expect(ticket).rejects.toMatchObject({ code: 'origin-refused', detail: 'Not here.' })
})

test('the frame does not time out while the embedding page is asking for a ticket', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { parent, hear } = frame()
  void askForTicket(new AbortController().signal)
  expect(vi.getTimerCount()).toBe(1)
  hear(parent, { type: 'voxhall:asking' })
  expect(vi.getTimerCount()).toBe(0)
})

test('a call that is given up while it waits for its ticket does not begin', async () => {
  const { parent, hear } = frame()
  const abort = new AbortController()
  const ticket = askForTicket(abort.signal)
  abort.abort(new Error('given up'))
  hear(parent, { type: 'voxhall:ticket', ticket: 'late' })
  await expect(ticket).rejects.toThrow('given up')
})

test('without a script around it, the frame is refused in the server’s words', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  frame(['https://rival.example'])
  const refusal = { code: 'origin-refused', title: 'No', detail: 'Not there.' }
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 403 }))
  const refused = askForTicket(new AbortController().signal).catch((error: unknown) => error)
  vi.runAllTimers()
  expect(await refused).toMatchObject(refusal)
})

test.each([
  ['its referrer', undefined, 'https://shop.example/menu?day=1'],
  ['the site around it, even without a referrer', ['https://shop.example', 'https://portal.example'], ''],
])(
  'without a script around it, the frame asks for a ticket for the site that the browser names as %s',
  async (_, ancestorOrigins, referrer) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    frame(ancestorOrigins)
    vi.stubGlobal('document', { referrer })
    const fetched = vi.fn<typeof fetch>(async () => Response.json({ ticket: 'given' }))
    vi.stubGlobal('fetch', fetched)
    const ticket = askForTicket(new AbortController().signal)
    // The visitor who pressed the button waits for this.
    vi.advanceTimersByTime(400)
    await expect(ticket).resolves.toBe('given')
    const [[address, init] = []] = fetched.mock.calls
    expect([address, init?.body]).toEqual([
      '/api/embed/nora-1/frame-tickets',
      JSON.stringify({ site: 'https://shop.example' }),
    ])
  },
)
